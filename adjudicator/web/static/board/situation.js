// A situation as data (the shape of a scenario), and every way the board edits it. Nothing here draws or asks.
//
// A spot is a list of cards: {path: ["base", 0, "minions", "Ana"]}. A card is a spot's path and its place in the list.

export const PILES = ["hand", "discard", "deck", "stasis", "beside"];

export const TABLE_PILES = ["base_deck", "base_discard", "madness", "box"];

const PILE_WORDS = { discard: "discard pile", beside: "titans beside the deck", base_deck: "base deck", base_discard: "discarded bases", madness: "Madness deck", box: "cards in the box" };

export const pileWords = (pile) => PILE_WORDS[pile] ?? pile;

/** What may have happened earlier this turn to a card that is gone; a card in play says itself what happened to it. */
export const FACTS = { destroyed: "was destroyed", discarded: "was discarded", returned: "was returned to a hand" };

/** Something that happened earlier this turn: to whose card, where, by whom. */
export const fact = (event, card, base, controller, seat) => ({ event, card, base, controller, seat });

/** Whether a path leads through another: what is wrong is that card, or something on it. */
export const begins = (path, beginning) => Boolean(path?.length) && beginning.every((key, place) => path[place] === key);

/** Where a path leads, in words: "Haunting at Tortuga". */
export function whereWords(situation, path) {
  const [kind, which, , , place] = path;
  const cardAt = (keys) => asTable(at(situation, keys) ?? "").card;
  if (kind === "base" && place !== undefined) return `${cardAt(path.slice(0, 5))} at ${situation.base[which].card}`;
  if (kind === "base") return situation.base[which]?.card ?? "";
  if (kind === "happened") return "Earlier this turn";
  if (kind === "player" && path.length > 3) return `${cardAt(path.slice(0, 4))} (${which}'s ${pileWords(path[2])})`;
  return String(path.at(-1));
}

export function empty(seats = ["Ana", "Ben"]) {
  return { title: "A situation", seats, base: [], player: {} };
}

/** What the page shows when nothing has been built yet. */
export const start = () => ({ situation: empty(), nodes: [], current: -1, editions: [] });

/** The state of a page that shows a situation of the engine: its steps are the line of play. */
export function asState({ step = [], expect: _, ...rest }, editions = []) {
  const nodes = step.map(({ expect: __, refused: ___, ...taken }, number) => ({ parent: number - 1, step: taken }));
  return { situation: { base: [], player: {}, ...rest }, nodes, current: nodes.length - 1, editions };
}

/** The state that a link holds; an Error with a sentence if it is none. */
export function linked(data) {
  const { s, n = [], c = -1, e = [] } = data && typeof data === "object" ? data : {};
  const node = (one, number) => Number.isInteger(one?.parent) && one.parent >= -1 && one.parent < number && typeof one.step?.does === "string";
  const whole = s && typeof s === "object" && Array.isArray(s.base ?? []) && Array.isArray(n) && n.every(node) && Array.isArray(e);
  if (!whole || !Number.isInteger(c) || c < -1 || c >= n.length) throw new Error(DAMAGED);
  return { situation: { base: [], player: {}, ...s }, nodes: n, current: c, editions: e };
}

export const seatsOf = (situation) => situation.seats ?? ["Ana", "Ben"];

export const at = (value, path) => path.reduce((inside, key) => inside?.[key], value);

/** A copy with the value at a path changed; missing objects and lists on the way are made. */
export function changed(value, [key, ...rest], change) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const inside = copy[key];
  copy[key] = rest.length ? changed(inside ?? (typeof rest[0] === "number" ? [] : {}), rest, change) : change(inside);
  return copy;
}

/** A card as a table, whether it is stated by its name alone or with more. */
export const asTable = (card) => (typeof card === "string" ? { card } : card);

/** The shortest way to state a card. */
export function asStated(card) {
  const kept = Object.fromEntries(
    Object.entries(card).filter(([, value]) => value !== "" && value !== 0 && value !== false && value?.length !== 0),
  );
  return Object.keys(kept).length === 1 ? kept.card : kept;
}

export const add = (situation, path, name) => changed(situation, path, (cards) => [...(cards ?? []), name]);

export function addBase(situation, name) {
  return changed(situation, ["base"], (bases) => [...(bases ?? []), { card: name }]);
}

export function remove(situation, path) {
  const place = path.at(-1);
  return changed(situation, path.slice(0, -1), (cards) => cards.filter((_, number) => number !== place));
}

export function change(situation, path, change_) {
  return changed(situation, path, (card) => asStated(change_({ ...asTable(card) })));
}

export function move(situation, path, to) {
  const card = at(situation, path);
  // What is removed first may stand before the target in the same list; targets are whole lists, so that is fine.
  return changed(remove(situation, path), to, (cards) => [...(cards ?? []), card]);
}

export function setSeats(situation, count) {
  const names = ["Ana", "Ben", "Cleo", "Dov"];
  const seats = [...seatsOf(situation), ...names.filter((name) => !seatsOf(situation).includes(name))].slice(0, count);
  const gone = seatsOf(situation).filter((name) => !seats.includes(name));
  const without = (by) => Object.fromEntries(Object.entries(by ?? {}).filter(([name]) => !gone.includes(name)));
  const bases = situation.base.map((base) => ({
    ...base,
    ...Object.fromEntries(["minions", "titans", "actions", "buried"].filter((zone) => base[zone]).map((zone) => [zone, without(base[zone])])),
  }));
  const turn = gone.includes(situation.turn) ? { turn: seats[0] } : {};
  return { ...situation, seats, base: bases, player: without(situation.player), ...turn };
}

// --- a link that holds everything -----------------------------------------------------------------------------------

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Data as a word for an address: deflated, in the alphabet that addresses allow. */
export async function packed(data) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(data)));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export const DAMAGED = "This link is damaged: part of it is missing or changed. Ask for it again, or build the situation here.";
export const LONGEST_LINK = 20_000;

/** The data in such a word; an Error with a sentence if it is not whole. */
export async function unpacked(word) {
  if (word.length > LONGEST_LINK) throw new Error("This link is too long to be a situation.");
  try {
    const bytes = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
  } catch {
    throw new Error(DAMAGED);
  }
}
