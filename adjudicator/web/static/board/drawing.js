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

/** A number for a name, always the same (FNV-1a). */
const hashed = (name) => [...name].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16777619) >>> 0, 2166136261);

const known = new Map();

/** Colors for all factions, as far from each other as their number allows. */
export const colorFactions = (ids) => [...ids].sort().forEach((id, place) => known.set(id, Math.round(place * 137.508) % 360));

/** The color of a faction, as a hue. */
export const hueOf = (faction) => known.get(faction) ?? hashed(faction) % 360;

const SVG = "http://www.w3.org/2000/svg";
const glyphs = new URL("./glyphs.svg", import.meta.url).href;
const drawn = new Set();

/** Which factions have a figure of their own in glyphs.svg; the others get a shield with their initials. */
export async function loadGlyphs() {
  try {
    const text = await (await fetch(glyphs)).text();
    for (const [, id] of text.matchAll(/<symbol id="([^"]+)"/g)) drawn.add(id);
  } catch {
    // Shields will do.
  }
}

/** A glyph for a faction. */
export function glyph(faction) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("glyph");
  svg.style.setProperty("--hue", hueOf(faction));
  const id = faction.toLowerCase().replace(/@.*/, "").replace(/[^a-z0-9]+/g, "-");
  if (drawn.has(id)) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `${glyphs}#${id}`);
    svg.append(use);
    return svg;
  }
  const shield = document.createElementNS(SVG, "path");
  shield.setAttribute("d", "M12 2l9 3v7c0 5-4 8-9 10-5-2-9-5-9-10V5z");
  const letters = document.createElementNS(SVG, "text");
  for (const [key, value] of Object.entries({ x: 12, y: 15.500, "text-anchor": "middle", "font-size": 9, "font-weight": 700 })) letters.setAttribute(key, value);
  letters.textContent = id.split("-").map((word) => word[0]).join("").slice(0, 2).toUpperCase();
  svg.append(shield, letters);
  return svg;
}

/** The piles of a player, a base or the table besides the hand: {heading, size, cards, spread}. */
export const pilesOf = (holder) =>
  Object.values(holder.piles ?? {}).map((pile) => ({ ...pile, heading: `${pile.heading[0].toUpperCase()}${pile.heading.slice(1)}`, cards: pile.cards ?? [] }));

/** Some face-down cards that nobody can tell apart. */
export function drawBack(count) {
  return count ? el("span.card.back", { role: "img", "aria-label": `${count} face-down` }, el("span.title", {}, `${count} ×`), el("span.pattern")) : undefined;
}

/** A card's text, the labels of its abilities set apart. Cards do not print "on play", so `face` leaves it out. */
export function labelled(text, { face = false } = {}) {
  return text.split(/\[(on-play|ongoing|special|talent)\]\s*/).flatMap((part, place) => {
    if (place % 2 === 0) return [part];
    return face && part === "on-play" ? [] : [el("b.label", {}, part.replace("-", " ")), " "];
  });
}

/** What a card says to a reader of its face, in one line. */
function spoken(card) {
  const parts = [card.name, card.type];
  if (card.power !== undefined && card.power !== null) parts.push(`power ${card.power}`);
  if (card.counters) parts.push(`${card.counters} counter${card.counters > 1 ? "s" : ""}`);
  if (card.owner) parts.push(`${card.owner}'s`);
  if (card.stray) parts.push(`owned by ${card.stray.name}`);
  if (card.attached?.length) parts.push(`with ${card.attached.map((one) => one.name).join(", ")}`);
  if (card.stored?.length) parts.push(`with ${card.stored.map((one) => one.name).join(", ")} under it`);
  if (card.differs) parts.push("not the same by all books");
  if (card.option) parts.push("can be chosen");
  return parts.filter(Boolean).join(", ");
}

const ruler = document.createElement("canvas").getContext("2d");
const WEIGHTS = { action: "italic 500", minion: "600", base: "600" };
const isRare = (type) => Boolean(type) && !(type in WEIGHTS);

/** How wide the longest word of a card's name is in the reader's own font, in multiples of the font's size. */
function widthOf({ name, type }) {
  ruler.font = `${isRare(type) ? "800" : (WEIGHTS[type] ?? "600")} 100px ${getComputedStyle(document.body).fontFamily}`;
  return Math.max(...name.split(/[ -]/).map((word) => ruler.measureText(word).width)) / 100;
}

/**
 * A card. `card`: {name, type, text, power, printed, faction, seat, owner, stray, counters, stasis, attached, stored,
 * differs, option, picked, wrong, path}; `onclick` is told the event and the card. `stray`: its owner, where another controls it.
 */
export function drawCard(card, onclick) {
  const changed = card.printed !== undefined && card.printed !== card.power;
  const power =
    card.power === undefined || card.power === null
      ? undefined
      : el(changed ? `span.power.${card.power > card.printed ? "more" : "less"}` : "span.power", { title: card.sum }, changed ? `${card.printed}→${card.power}` : String(card.power));
  const face = el(
    "button.card",
    {
      type: "button",
      title: card.wrong ?? card.sum ?? "",
      "aria-label": spoken(card),
      "aria-pressed": card.picked === undefined ? undefined : String(card.picked),
      data: { card: card.number ?? "", name: card.name, path: card.path ? JSON.stringify(card.path) : "" },
      onclick: (event) => onclick?.(event, card),
    },
    el(
      "span.corner",
      {},
      power ?? (card.type === "action" || isRare(card.type) ? el("span.kind", {}, card.type) : undefined),
      card.counters ? el("span.counters", {}, `+${card.counters}`) : undefined,
      card.stasis ? el("span.counters.stasis", {}, `${card.stasis}⏳`) : undefined,
      card.stray ? el("span.stray", { title: `owned by ${card.stray.name}` }, MARKS[card.stray.seat]) : undefined,
      card.faction ? glyph(card.faction) : undefined,
    ),
    el("span.title", {}, card.name),
    card.text ? el("span.text", { "aria-hidden": "true" }, labelled(card.text, { face: true })) : undefined,
  );
  face.style.setProperty("--width", widthOf(card)); // what the name's size follows
  face.classList.add(card.type || "back");
  face.classList.toggle("rare", isRare(card.type));
  if (card.seat >= 0) face.classList.add(`seat${card.seat}`);
  for (const state of ["option", "picked", "differs", "idle"]) face.classList.toggle(state, Boolean(card[state]));
  face.classList.toggle("wrong", Boolean(card.wrong));
  if (card.faction) face.style.setProperty("--hue", hueOf(card.faction));
  const inside = (part, kind) => (card[part] ?? []).map((one) => {
    const drawn = drawCard(one, onclick);
    drawn.classList.add(kind);
    return drawn;
  });
  const all = [...inside("attached", "on"), ...inside("stored", "stored")];
  return all.length ? el("div.stack", {}, face, el("div.under", {}, all)) : face;
}

/** How full a base is: a stretch for each player, up to the breakpoint. */
function drawFill(base) {
  const totals = base.totals ?? [];
  const whole = Math.max(base.breakpoint || 1, base.power ?? 0);
  const stretches = totals.map((total, seat) => {
    const made = el(`div.seat${seat}`);
    made.style.setProperty("--share", Math.max(0, total) / whole);
    return made;
  });
  const fill = el("div.fill", { role: "img", "aria-label": `${base.power ?? 0} of ${base.breakpoint ?? "?"} power` }, stretches);
  fill.classList.toggle("full", base.breakpoint !== undefined && base.power >= base.breakpoint);
  return fill;
}

/** A base: its name, how full it is, what it pays, and a row of cards for every player. */
export function drawBase(base, rows, onclick) {
  const places = ["1st", "2nd", "3rd"];
  const prizes = (base.vp ?? []).some(Boolean) ? el("span.prizes", {}, el("span.unseen", {}, "VP "), base.vp.map((points, place) => el("span", { title: `${places[place]}: ${points} VP` }, String(points), " "))) : "";
  const made = el(
    "div.base",
    { role: "group", "aria-label": base.name, data: { name: base.name } },
    el(
      "button.title",
      {
        type: "button",
        onclick: (event) => onclick?.(event, base),
        title: base.wrong ?? base.sum ?? "",
        data: { card: base.number ?? "" },
        "aria-pressed": base.picked === undefined ? undefined : String(base.picked),
      },
      base.faction ? glyph(base.faction) : undefined,
      el("b", {}, base.name, base.option ? el("span.unseen", {}, ", can be chosen") : ""),
      el("span.numbers", {}, base.breakpoint === undefined ? "" : [el("span.total", {}, String(base.power ?? 0)), `/${base.breakpoint}`]),
    ),
    el("div.worth", {}, drawFill(base), prizes),
    base.text ? el("p.text", {}, labelled(base.text, { face: true })) : undefined,
    rows,
  );
  made.classList.toggle("full", base.breakpoint !== undefined && base.power >= base.breakpoint);
  for (const state of ["option", "picked", "scoring", "wrong"]) made.classList.toggle(state, Boolean(base[state]));
  if (base.faction) made.style.setProperty("--hue", hueOf(base.faction));
  return made;
}

// --- moving what moved ----------------------------------------------------------------------------------------------

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Where every card of a table lies. */
export function placesOf(table) {
  const found = new Map();
  for (const card of table.querySelectorAll(".card[data-card]")) if (card.dataset.card) found.set(card.dataset.card, card.getBoundingClientRect());
  return found;
}

/** Let cards glide from where they lay; those that are new, or have changed, flash. */
export function glide(table, before, changed) {
  if (still.matches || !before.size) return;
  for (const card of table.querySelectorAll(".card[data-card]")) {
    const [was, is] = [before.get(card.dataset.card), card.getBoundingClientRect()];
    if (was && Math.hypot(was.x - is.x, was.y - is.y) > 4) {
      card.animate([{ transform: `translate(${was.x - is.x}px, ${was.y - is.y}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }], { duration: 320, easing: "ease-out" });
    }
    if (changed.includes(Number(card.dataset.card))) {
      card.animate([{ outline: "4px solid var(--good)" }, { outline: "4px solid transparent" }], { duration: 900 });
    }
  }
}
