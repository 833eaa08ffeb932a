// Finding a card by what somebody types: parts of its name, in any order, with a slip or two.

const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[^a-z0-9 ]+/g, "");

/** How far two words are apart; anything over two is far. */
function apart(one, other) {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let row = [...other].map((_, place) => place + 1);
  [...one].forEach((letter, place) => {
    let left = place + 1;
    let corner = place;
    row = row.map((above, at) => {
      const best = Math.min(left + 1, above + 1, corner + (letter === other[at] ? 0 : 1));
      [corner, left] = [above, best];
      return best;
    });
  });
  return row.at(-1) ?? one.length;
}

/** Cards whose names fit what was typed, the closest first; a slip of the finger or two is forgiven. */
export function matches(typed, all) {
  const words = plain(typed).split(" ").filter(Boolean);
  const scored = (card) => {
    const found = [card.name, ...(card.nicknames ?? [])].map((name, place) => score(name, place)).filter((one) => one !== undefined);
    return found.length ? Math.min(...found) : undefined;
  };
  const score = (called, place) => {
    const name = plain(called).split(" ");
    let sum = 0;
    for (const word of words) {
      const best = Math.min(...name.map((part) => (part.startsWith(word) ? part.length - word.length === 0 ? 0 : 1 : part.includes(word) ? 2 : word.length > 3 && apart(word, part.slice(0, word.length + 1)) <= 1 ? 3 : 9)));
      if (best === 9) return undefined;
      sum += best;
    }
    return sum * 100 + called.length + (place ? 20 : 0);
  };
  return all
    .map((card) => [scored(card), card])
    .filter(([found]) => found !== undefined)
    .sort(([one], [other]) => one - other)
    .map(([, card]) => card);
}
