// Cards, bases and players as elements. What is drawn is a frame of the engine, or a situation that is being edited.

export const MARKS = ["▲", "●", "■", "◆"];

/** Make an element: its tag with classes ("button.card.minion"), its properties, its children (text stays text). */
export function el(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name);
  made.classList.add(...classes);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (key === "data") Object.assign(made.dataset, value);
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key.includes("-") || key === "role" || key === "for") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== ""));
  return made;
}

const hues = {};
/** A color for a faction: the same everywhere, as far from the others as their number allows. */
function hueOf(faction) {
  return (hues[faction] ??= (Object.keys(hues).length * 137.5) % 360);
}

/** A glyph for a faction: a small figure made from its name, the same every time. */
export function glyph(faction) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("glyph");
  svg.style.setProperty("--hue", hueOf(faction));
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${glyphs}#${faction.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`);
  svg.append(use);
  return svg;
}
const glyphs = new URL("./glyphs.svg", import.meta.url).href;

/** The piles of a player, a base or the table besides the hand: {heading, size, cards, spread}. */
export const pilesOf = (holder) =>
  Object.values(holder.piles ?? {}).map((pile) => ({ ...pile, heading: `${pile.heading[0].toUpperCase()}${pile.heading.slice(1)}`, cards: pile.cards ?? [] }));

/** Some face-down cards that nobody can tell apart. */
export function drawBack(count) {
  return count ? el("span.card.back", { role: "img", "aria-label": `${count} face-down` }, el("span.title", {}, `${count} ×`), el("span.pattern")) : undefined;
}

/** What a card says to a reader of its face, in one line. */
function spoken(card) {
  const parts = [card.name, card.type];
  if (card.power !== undefined && card.power !== null) parts.push(`power ${card.power}`);
  if (card.counters) parts.push(`${card.counters} counter${card.counters > 1 ? "s" : ""}`);
  if (card.owner) parts.push(`${card.owner}'s`);
  if (card.attached?.length) parts.push(`with ${card.attached.map((one) => one.name).join(", ")}`);
  if (card.option) parts.push("can be chosen");
  return parts.filter(Boolean).join(", ");
}

/**
 * A card. `card`: {name, type, power, printed, faction, seat, owner, counters, stasis, attached, stored, option,
 * picked, fresh, wrong}; `onclick` is told the event and the card.
 */
export function drawCard(card, onclick) {
  const power =
    card.power === undefined || card.power === null
      ? undefined
      : el("span.power", { title: card.sum }, card.printed !== undefined && card.printed !== card.power ? `${card.printed}→${card.power}` : String(card.power));
  const face = el(
    "button.card",
    {
      type: "button",
      title: card.wrong ?? card.sum ?? "",
      "aria-label": spoken(card),
      "aria-pressed": card.picked === undefined ? undefined : String(card.picked),
      data: { card: card.number ?? "", name: card.name },
      onclick: (event) => onclick?.(event, card),
      draggable: card.draggable,
      ondragstart: card.ondragstart,
    },
    el(
      "span.corner",
      {},
      power,
      card.counters ? el("span.counters", {}, `+${card.counters}`) : undefined,
      card.stasis ? el("span.counters.stasis", {}, `${card.stasis}⏳`) : undefined,
      card.faction ? glyph(card.faction) : undefined,
    ),
    el("span.title", {}, card.name),
  );
  face.classList.add(card.type || "back");
  if (card.seat >= 0) face.classList.add(`seat${card.seat}`);
  for (const state of ["option", "picked", "fresh"]) face.classList.toggle(state, Boolean(card[state]));
  face.classList.toggle("wrong", Boolean(card.wrong));
  if (card.faction) face.style.setProperty("--hue", hueOf(card.faction));
  const inside = [...(card.attached ?? []), ...(card.stored ?? [])];
  if (!inside.length) return face;
  return el("div.stack", {}, face, el("div.under", {}, inside.map((one) => drawCard(one, onclick))));
}

/** A base: its name, how full it is, what it pays, and a row of cards for every player. */
export function drawBase(base, rows, onclick) {
  const fill = el("div.fill", { role: "img", "aria-label": `${base.power ?? 0} of ${base.breakpoint ?? "?"} power` }, el("div"));
  fill.style.setProperty("--fill", Math.min(1, (base.power ?? 0) / (base.breakpoint || 1)));
  fill.classList.toggle("full", base.breakpoint !== undefined && base.power >= base.breakpoint);
  const made = el(
    "section.base",
    { "aria-label": base.name, data: { name: base.name } },
    el(
      "button.title",
      { type: "button", onclick: (event) => onclick?.(event, base), title: base.sum ?? "", data: { card: base.number ?? "" } },
      el("b", {}, base.name),
      el("span.numbers", {}, base.breakpoint === undefined ? "" : `${base.power ?? 0}/${base.breakpoint}`, base.vp ? el("small", {}, ` VP ${base.vp.join(" ")}`) : ""),
    ),
    fill,
    rows,
  );
  made.classList.toggle("option", Boolean(base.option));
  made.classList.toggle("picked", Boolean(base.picked));
  made.classList.toggle("scoring", Boolean(base.scoring));
  made.classList.toggle("wrong", Boolean(base.wrong));
  return made;
}
