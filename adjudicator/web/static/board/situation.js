// A situation as data (the shape of a scenario), and every way the board edits it. Nothing here draws or asks.
//
// A list of cards has a path: ["base", 0, "minions", "Ana"]. A card's path is that of its list and its place there; the
// cards on it and under it are lists in turn: ["base", 0, "minions", "Ana", 2, "on"].

export const PILES = ["hand", "discard", "deck", "stasis", "beside"];

export const TABLE_PILES = ["base_deck", "base_discard", "madness", "box"];

const PILE_WORDS = { discard: "discard pile", beside: "cards beside the deck", base_deck: "base deck", base_discard: "discarded bases", madness: "Madness deck", box: "cards in the box" };

export const pileWords = (pile) => PILE_WORDS[pile] ?? pile;

/** What may have happened earlier this turn to a card that is gone; a card in play says itself what happened to it. */
export const FACTS = { destroyed: "was destroyed", discarded: "was discarded", returned: "was returned to a hand" };

/** Something that happened earlier this turn: to whose card, where, by whom. */
export const fact = (event, card, base, controller, seat) => ({ event, card, base, controller, seat });

/** Whether what is wrong, by its path, is the card at another path, and not a card on or under it. */
export const isWrong = (path, card) => Boolean(path?.length) && card.every((key, place) => path[place] === key) && !(["on", "under"].includes(path[card.length]) && path.length > card.length + 1);

/** Where a path leads, in words: "Haunting at Tortuga". */
export function whereWords(situation, path) {
  const [kind, which, , , place] = path;
  const cardAt = (keys) => asTable(at(situation, keys) ?? "").card;
  const hosted = path.findLastIndex((key) => key === "on" || key === "under");
  if (hosted > 0 && typeof path[hosted + 1] === "number") return `${cardAt(path.slice(0, hosted + 2))} ${path[hosted]} ${cardAt(path.slice(0, hosted))}`;
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

/** The path of the card whose list a path leads to, where it is the cards on it or under it; otherwise undefined. */
const hostOf = (list) => (["on", "under"].includes(list.at(-1)) ? list.slice(0, -1) : undefined);

/** Whether a path leads to a card that is on or under another. */
export const isHosted = (path) => Boolean(hostOf(path.slice(0, -1)));

/** A copy with the cards of a list changed. */
function withList(situation, list, change_) {
  const host = hostOf(list);
  if (host) return change(situation, host, (card) => ({ ...card, [list.at(-1)]: change_(card[list.at(-1)] ?? []) }));
  return changed(situation, list, (cards) => change_(cards ?? []));
}

export const add = (situation, list, card) => withList(situation, list, (cards) => [...cards, card]);

/** A card from outside the table as its list states it. */
export const stating = (name, list) => (list.length === 1 && list[0] === "base" ? { card: name } : name);

export const addBase = (situation, name) => add(situation, ["base"], { card: name });

export const remove = (situation, path) => withList(situation, path.slice(0, -1), (cards) => cards.filter((_, number) => number !== path.at(-1)));

export function change(situation, path, change_) {
  return changed(situation, path, (card) => asStated(change_({ ...asTable(card) })));
}

/** The player a card belongs to by the place where it is stated: who controls it, holds it, or has played it. */
export function seatOf(situation, path) {
  for (let card = path; card.length > 3; card = card.slice(0, -2)) {
    const { by } = asTable(at(situation, card) ?? "");
    if (isHosted(card) && by) return by;
  }
  return path[0] === "base" ? path[3] : path[0] === "player" ? path[1] : undefined;
}

/** Move a card to the end of a list. On a card of another player it stays the card of whoever had it. */
export function move(situation, path, list) {
  const { by: _, ...card } = asTable(at(situation, path));
  const [mine, theirs] = [seatOf(situation, path), seatOf(situation, list)];
  const moved = hostOf(list) && mine && theirs && mine !== theirs ? { ...card, by: mine } : card;
  // It is added first, because removing it may renumber the way to the list.
  return remove(add(situation, list, Object.keys(moved).length === 1 ? stating(moved.card, list) : asStated(moved)), path);
}

/** The zone of a list: "minions", "hand", "on" … */
const zoneOf = (list) => (list[0] === "base" && list.length === 4 ? list[2] : list.at(-1));

const OF_BASES = ["base", "base_deck", "base_discard"];
const OF_PLAY = ["minions", "actions"];

/**
 * Why a card can't be put into a list, in a sentence; "" if it can. Cards that the page does not know (`card` is
 * undefined) are left to the engine, which rules on everything that is put anywhere.
 */
export function misplaced(card, list) {
  const [zone, name] = [zoneOf(list), card?.name];
  if (!card) return "";
  if (card.type === "base") return OF_BASES.includes(zone) ? "" : `${name} is a base: put it on the table beside the others.`;
  if (OF_BASES.includes(zone)) return `${name} is not a base: put it at one, or in a pile.`;
  if (card.home) return [card.zone, card.home].includes(zone) ? "" : `${name} is a ${card.type}: put it at a base or beside a deck.`;
  if (![...OF_PLAY, "on"].includes(zone) || (card.type === "minion" && zone === "minions")) return "";
  if (card.type === "minion") return `${name} is a minion: put it at a base, or under a card.`;
  if (card.plays_on === "minion") return zone !== "on" ? `${name} is played on a minion: put it on one.` : ["minions", "buried", "stasis"].includes(list[2]) ? "" : `${name} is played on a minion, and this is none.`;
  if (card.plays_on === "base") return zone === "on" ? `${name} is played on a base: put it at one.` : "";
  return `${name} does not stay in play: put it in a hand, a deck or a discard pile.`;
}

export function setSeats(situation, count) {
  const names = ["Ana", "Ben", "Cleo", "Dov"];
  const seats = [...seatsOf(situation), ...names.filter((name) => !seatsOf(situation).includes(name))].slice(0, count);
  const gone = seatsOf(situation).filter((name) => !seats.includes(name));
  const without = (by) => Object.fromEntries(Object.entries(by ?? {}).filter(([name]) => !gone.includes(name)));
  const bases = situation.base.map((base) => ({
    ...base,
    ...Object.fromEntries(Object.entries(base).filter(([, piles]) => piles?.constructor === Object).map(([zone, piles]) => [zone, without(piles)])),
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
