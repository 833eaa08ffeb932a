// The analysis board: one position that can be edited, played on and ruled on, by every rulebook at once.
import { Refused, ServerEngine, WorkerEngine } from "./engine.js";
import { dragging } from "./dragging.js";
import { colorFactions, drawBack, drawBase, drawCard, el, glide, hueOf, labelled, loadGlyphs, MARKS, pilesOf, placesOf } from "./drawing.js";
import { matches } from "./palette.js";
import { download, markdown, picture, sentencesOf } from "./sharing.js";
import * as edit from "./situation.js";

const $ = (id) => document.getElementById(id);
const server = document.body.dataset.engine;
const newEngine = (progress) => (server ? new ServerEngine(server) : new WorkerEngine(progress));
const engine = newEngine(showProgress);

/** Everything the page shows follows from this; a link holds all of it but `view`. */
let state = edit.start();
let about; // what engine this is
let cards = {}; // every card by its lower-case name
let knownById = {};
let ruled; // the engine's last ruling on this state
let problem; // what is wrong with the situation, if anything
const view = { mode: "play", column: 0, picks: [], game: undefined, replay: undefined, last: [], flipped: 0, opened: new Set(), sought: "", held: undefined };

// --- the line of steps, and the tree it is a part of ---------------------------------------------------------------

function lineTo(node) {
  return node < 0 ? [] : [...lineTo(state.nodes[node].parent), node];
}

/** The nodes that follow one, the main line first. */
const childrenOf = (parent) =>
  state.nodes
    .map((node, number) => ({ number, rank: node.rank ?? number, parent: node.parent }))
    .filter((node) => node.parent === parent)
    .sort((one, other) => one.rank - other.rank)
    .map((node) => node.number);

const nodeWords = ({ name, step }) => name || `${step.seat}: ${step.does}`;

const withNode = (number, change) => ({ ...state, nodes: state.nodes.map((node, place) => (place === number ? { ...node, ...change } : node)) });

/** Make a line of play the main one among those that leave the same decision. */
function promoted(number) {
  const ranks = childrenOf(state.nodes[number].parent).map((one) => state.nodes[one].rank ?? one);
  return withNode(number, { rank: Math.min(...ranks) - 1 });
}

const stepsNow = () => stated().step;

/** A state's situation with the steps of its current line. */
function stated({ situation, nodes, current } = state) {
  const line = (node) => (node < 0 ? [] : [...line(nodes[node].parent), nodes[node].step]);
  return { ...situation, step: line(current), title: situation.title || "A situation" };
}

const wordOf = ({ situation, nodes, current, editions }) => edit.packed({ s: situation, n: nodes, c: current, e: editions });

/** Take a step after another state: to a node that is there already, or to a new one. */
function stepped(before, step) {
  const words = JSON.stringify(step);
  const same = before.nodes.findIndex((node) => node.parent === before.current && JSON.stringify(node.step) === words);
  if (same >= 0) return { ...before, current: same };
  return { ...before, nodes: [...before.nodes, { parent: before.current, step }], current: before.nodes.length };
}

function withoutNode(gone) {
  const dead = new Set([gone]);
  state.nodes.forEach((node, number) => dead.has(node.parent) && dead.add(number));
  const kept = state.nodes.map((_, number) => number).filter((number) => !dead.has(number));
  const moved = new Map(kept.map((number, place) => [number, place]));
  const renumbered = (number) => (number < 0 ? -1 : (moved.get(number) ?? renumbered(state.nodes[number].parent)));
  return {
    ...state,
    nodes: kept.map((number) => ({ ...state.nodes[number], parent: renumbered(state.nodes[number].parent) })),
    current: renumbered(state.current),
  };
}

function deleteLine(number) {
  view.explored = undefined; // it names nodes by their numbers, and these change
  setState(withoutNode(number));
}

// --- changing the state: every change is a place in the browser's history ------------------------------------------

let asked = 0;
let answered = 0; // the last question whose answer has been drawn
let deepest = history.state?.depth ?? 0; // how many changes can be done again at most
const depth = () => history.state?.depth ?? 0;
const undo = () => depth() && history.back();
const redo = () => depth() < deepest && history.forward();

async function setState(next, { push = true } = {}) {
  if (typeof view.held !== "string" && next.situation !== state.situation) view.held = undefined; // its path may be another card's now
  state = next;
  view.picks = [];
  const number = ++asked;
  $("table").ariaBusy = "true";
  const word = await wordOf(state);
  if (number === asked && push) history.pushState({ depth: (deepest = depth() + 1) }, "", `#s=${word}`);
  await ruleNow(number);
}

async function ruleNow(number = ++asked) {
  $("table").ariaBusy = "true";
  if (!state.situation.base.length) {
    ruled = problem = undefined;
    $("line").value = "";
    answered = number;
    return draw();
  }
  try {
    const [reply, written] = await Promise.all([
      engine.ask({ op: "rule", situation: stated(), editions: state.editions }),
      engine.ask({ op: "text", situation: { ...stated(), step: [] } }),
    ]);
    if (number !== asked) return; // a later change has been asked about already
    [ruled, problem] = [reply, undefined];
    if (document.activeElement !== $("line")) $("line").value = state.situation.base.length ? written.line : "";
    view.column = Math.min(view.column, ruled.columns.length - 1);
    view.last = movedCards(view.before, column()?.frame);
    view.before = undefined;
  } catch (error) {
    if (number !== asked) return;
    if (error.path?.[0] === "step" && state.current >= 0) {
      // The table was edited, and a step speaks of a card that is gone: go back to where the line still makes sense.
      const line = lineTo(state.current);
      state = { ...state, current: error.path[1] > 0 ? line[error.path[1] - 1] : -1 };
      say(`The line of play stops here: ${error.message}`);
      return ruleNow();
    }
    problem = error;
    if (!(error instanceof Refused)) ruled = undefined;
  }
  answered = number;
  draw();
}

async function fromAddress() {
  view.game = view.replay = undefined;
  say("");
  const [, kind, word] = location.hash.match(/^#([st])=(.*)$/) ?? [];
  try {
    if (kind === "t") return await fromText(readable(word), { push: false });
    const next = kind === "s" ? edit.linked(await edit.unpacked(word)) : edit.start();
    await setState(next, { push: false });
  } catch (error) {
    await setState(edit.start(), { push: false });
    say(error.message);
    if (kind === "t" && error.message !== edit.DAMAGED && !/%0A/i.test(word)) $("line").value = readable(word); // to be mended there
  }
}

function readable(word) {
  try {
    return decodeURIComponent(word);
  } catch {
    throw new Error(edit.DAMAGED);
  }
}

/** Show a situation that is stated in text, by the rulebooks that it is stated for. */
async function fromText(text, how) {
  const { situation, editions } = await engine.ask({ op: "read", text });
  await setState(edit.asState(situation, editions.length < about.editions.length ? editions : []), how);
}

addEventListener("popstate", () => fromAddress());

// --- saying things --------------------------------------------------------------------------------------------------

function say(sentence, { wrong = true } = {}) {
  $("said").textContent = sentence;
  $("said").classList.toggle("wrong", wrong);
  $("said").hidden = !sentence;
}

function showProgress(share) {
  const bar = $("loading");
  bar.hidden = share >= 1;
  bar.value = share;
  if (share < 1) $("verdict").textContent = "Loading the rules engine … You can already edit the table.";
}

const column = () => (problem ? undefined : ruled?.columns[view.column]);
/** The book of a column by which a question is answered: they agree so far, but need not on what comes. */
const bookOf = ({ editions }) => (editions.includes(about?.default) ? about.default : editions.at(-1));
const shownFrame = () => (view.game ?? view.replay)?.frame ?? column()?.frame;
const decision = () => (view.replay ? undefined : shownFrame()?.decision);
const PHASES = { start: "Start Turn", play: "Play Cards", score: "Score Bases", draw: "Draw 2 Cards", end: "End Turn" };

// --- drawing --------------------------------------------------------------------------------------------------------

let drawings = 0;
let pressed = false; // between pressing a button or touching the screen and the click that follows
let sliding = false; // while the slider of a recording is held, the table follows it, and the slider must stay
let postponed = false;
let release;

/** Drawing replaces elements, and a click on one that was replaced meanwhile would be lost: wait until it has arrived. */
function drawAfterPress() {
  pressed = false;
  if (postponed) draw();
}

addEventListener("pointerdown", ({ target }) => {
  clearTimeout(release);
  sliding = target.type === "range";
  pressed = !sliding;
}, { capture: true });
addEventListener("click", () => {
  clearTimeout(release);
  pressed = sliding = false; // what the click does may draw at once
  release = setTimeout(drawAfterPress);
}, { capture: true });
for (const [end, wait] of Object.entries({ pointerup: 1000, pointercancel: 0, blur: 0 })) {
  addEventListener(end, () => {
    clearTimeout(release);
    sliding = false;
    release = setTimeout(drawAfterPress, wait); // after a drag no click comes, and a busy browser may send one late
  });
}

/** Drawing replaces elements: return a function that gives the focus back to the one that has it now. */
function focusNow() {
  const had = document.activeElement;
  const inside = ["table", "sheet", "beside", "columns"].find((id) => had !== $(id) && $(id).contains(had));
  if (!inside) return undefined;
  const called = (one) => `${one.tagName} ${one.getAttribute("aria-label") ?? one.closest("label")?.textContent ?? one.textContent}`;
  const like = () => [...$(inside).querySelectorAll("button, input, select, textarea, summary, a")].filter((one) => called(one) === called(had));
  const place = like().indexOf(had);
  return () => {
    const found = like();
    (found[place] ?? found[0])?.focus({ preventScroll: true });
  };
}

/** What is wider than a phone and scrolls sideways. */
const SWIPED = ".bases, .editions, .strip";

/** Where bases lie beside each other, bring what has changed to a base into sight. */
function swipeToChange() {
  const bases = $("table").querySelector(".bases");
  if (!bases || bases.scrollWidth <= bases.clientWidth) return;
  const { left, right } = bases.getBoundingClientRect();
  const changed = view.last.map((number) => bases.querySelector(`.card[data-card="${number}"]`)).filter(Boolean);
  const boxes = changed.map((card) => card.getBoundingClientRect());
  if (!boxes.length || boxes.some((box) => box.left >= left && box.right <= right)) return;
  bases.scrollLeft += changed[0].closest(".base").getBoundingClientRect().left - left;
}

function draw() {
  postponed = pressed;
  if (pressed) return;
  document.body.dataset.mode = view.mode;
  if (view.mode !== "edit") view.held = undefined;
  if (view.game) document.body.dataset.game = "true";
  else delete document.body.dataset.game;
  for (const tab of document.querySelectorAll("[data-tab]")) {
    tab.setAttribute("aria-selected", String(tab.dataset.tab === view.mode));
  }
  const focused = focusNow();
  const before = view.last.length ? placesOf($("table")) : new Map();
  const swiped = [...document.querySelectorAll(SWIPED)].map((one) => one.scrollLeft);
  const begins = () => $("table").querySelector(".base")?.dataset.name; // another table is seen from its first base on
  const begun = begins();
  drawTurn();
  drawVerdict();
  drawTable();
  if (sliding) postponed = true;
  else drawSheet();
  drawBeside();
  enlarge();
  if (begins() === begun) document.querySelectorAll(SWIPED).forEach((one, place) => (one.scrollLeft = swiped[place] ?? 0));
  swipeToChange();
  showSpots(view.held);
  focused?.();
  glide($("table"), before, view.last);
  view.last = [];
  $("table").ariaBusy = String(answered !== asked);
  document.body.dataset.drawn = String(++drawings); // tests wait for it
}

/** Whose turn it is, and what may still be played. */
function drawTurn() {
  const frame = state.situation.base.length || view.game || view.replay ? shownFrame() : undefined;
  const whose = frame?.players?.[frame.current]?.name;
  const plays = frame?.plays?.length ? el("span.plays", {}, `: ${frame.plays.join(", ")}`) : "";
  $("turn").replaceChildren(...(whose ? [`${whose} · ${PHASES[frame.phase] ?? frame.phase}`, plays] : []));
  $("back").disabled = view.replay ? view.replay.frame.position <= 1 : view.game ? !view.game.past.length : state.current < 0;
  $("forward").disabled = view.replay ? view.replay.frame.position >= view.replay.events : view.game ? true : !childrenOf(state.current).length;
  $("first").hidden = $("last").hidden = Boolean(view.game ?? view.replay); // a recording has them beside its slider
  $("first").disabled = $("back").disabled;
  $("last").disabled = $("forward").disabled;
}

/** Events that every turn has, which tell nobody anything. */
const ROUTINE = new Set(["asked", "phase-began", "allowance-given", "allowances-ended", "effects-ended"]);

/** A verdict: its first sentence says the most, the rest is set in lighter type. */
const verdictDrawn = (one) => sentencesOf(one).map((words) => el("span", {}, `${words} `));

function drawVerdict() {
  const box = $("verdict");
  if (view.replay) {
    box.replaceChildren(view.replay.line?.text ? `${view.replay.line.text}.` : "Nothing that can be seen from here.");
    $("columns").replaceChildren(el("span", {}, `${view.replay.title || view.replay.seats.join(", ")} · ${view.replay.edition}`));
    return;
  }
  if (view.game) {
    const since = view.game.story.filter((line) => line.text && line.event !== "asked");
    const telling = since.filter((line) => line.event !== "answered" && !ROUTINE.has(line.event));
    const last = (telling.length ? telling : since).slice(-3);
    box.replaceChildren(...(view.game.over ? ["The game is over. "] : []), ...last.map((line) => el("span.line", {}, `${line.text}. `)));
    box.scrollTop = box.scrollHeight; // the latest is what counts
    $("columns").replaceChildren();
    return;
  }
  if (!state.situation.base.length) {
    box.replaceChildren("Build a situation, and every rulebook rules on it.");
    $("columns").replaceChildren();
    return;
  }
  if (problem) {
    const [where] = problem.path?.length ? [edit.whereWords(state.situation, problem.path)] : [];
    box.replaceChildren(el("span.wrong", {}, where ? `${where}: ${problem.message}` : problem.message));
    const again = () => {
      problem = undefined;
      ruleNow();
    };
    $("loading").hidden = true;
    $("columns").replaceChildren(problem instanceof Refused ? "" : el("button", { type: "button", onclick: again }, "Try again"), problem instanceof Refused ? "" : "or reload the page. You can go on editing, and the reference works without the engine.");
    return;
  }
  if (!ruled) return;
  box.replaceChildren(...verdictDrawn(column()));
  const buttons = ruled.columns.map((one, number) =>
    el(
      "button",
      {
        type: "button",
        "aria-pressed": String(number === view.column),
        title: one.editions.map(bookTitle).join("\n"),
        onclick: () => {
          if (number === view.column) return booksHelp(one.editions);
          view.column = number;
          view.picks = [];
          return draw();
        },
      },
      one.editions.join(" "),
    ),
  );
  $("columns").replaceChildren(
    el("span", {}, ruled.columns.length > 1 ? "The books disagree:" : state.editions.length === 1 ? "By" : "All agree:"),
    ...buttons,
    column().passages?.length ? el("button", { type: "button", onclick: () => setMode("story") }, "Why?") : "",
  );
}

const bookTitle = (id) => about?.editions.find((book) => book.id === id)?.title ?? id;

/** What the names of the rulebooks stand for. */
function booksHelp(editions) {
  const named = (id) => el("li", {}, el("a", { href: `books/${id}.html` }, el("b", {}, id)), ` ${bookTitle(id)}`);
  dialog(
    el("h2", {}, "Rulebooks"),
    el("p", {}, editions.length === about.editions.length ? "All of these come to the same:" : "These come to the same:"),
    el("ul", {}, editions.map(named)),
    el("p", {}, "Choose on the Edit tab which rulebooks rule here."),
  );
}

/** What a card of a frame looks like; `active` where touching it may answer, `other`: a frame to compare it with. */
function seenCard(frame, number, active, other) {
  const card = frame.cards[number] ?? { name: "a face-down card" };
  const known = knownById[card.id]; // its name may be one that the situation gives it
  const options = active ? optionsOf(number) : [];
  return {
    number,
    name: card.name,
    type: card.type,
    power: card.power,
    printed: card.printed,
    sum: card.power_sum,
    differs: other !== undefined && JSON.stringify(other.cards[number]) !== JSON.stringify(frame.cards[number]),
    known,
    faction: known?.faction,
    text: known?.text,
    seat: card.controller ?? -1,
    owner: frame.players[card.controller]?.name,
    counters: card.counters,
    stasis: card.stasis,
    attached: (card.attached ?? []).map((one) => seenCard(frame, one, active, other)),
    stored: (card.stored ?? []).map((one) => seenCard(frame, one, active, other)),
    option: options.length > 0,
    idle: active && !options.length && decision()?.seat === card.controller && frame.players[card.controller]?.hand.includes(number),
    picked: options.length ? options.some((place) => view.picks.includes(place)) : undefined,
    stray: card.owner !== undefined && card.owner >= 0 && card.controller >= 0 && card.owner !== card.controller ? { seat: card.owner, name: frame.players[card.owner].name } : undefined,
  };
}

const factionOf = (name) => cards[name?.toLowerCase()]?.faction;

/** The options of the open decision that are about a card or base. */
function optionsOf(number) {
  return (decision()?.options ?? []).flatMap((option, place) => (option.card === number && number ? [place] : []));
}

const wide = matchMedia("(min-width: 62rem)");
const large = matchMedia("(min-width: 40rem)");
wide.addEventListener("change", () => draw());
addEventListener("resize", () => enlarge());

/** Cards show their texts where all of them fit on the screen. */
function enlarge() {
  const table = $("table");
  table.classList.toggle("roomy", large.matches);
  if (table.scrollHeight > table.clientHeight) table.classList.remove("roomy");
}

/** What shows the card of an option while the option is pointed at. */
function pointing(number) {
  if (!number) return {};
  const point = (on) => () => {
    for (const one of $("table").querySelectorAll(`[data-card="${number}"]`)) one.classList.toggle("pointed", on);
  };
  return { onpointerenter: point(true), onpointerleave: point(false), onfocus: point(true), onblur: point(false) };
}

function drawTable() {
  const columns = ruled?.columns ?? [];
  if (view.game || view.replay) $("table").replaceChildren(...frameDrawn(shownFrame(), true));
  else if (view.mode === "play" && !state.situation.base.length) $("table").replaceChildren(examplesDrawn());
  else if (view.mode === "edit" || problem || !columns.length || !state.situation.base.length) $("table").replaceChildren(...situationDrawn());
  else if (columns.length > 1 && wide.matches) $("table").replaceChildren(el("div.editions", {}, columns.map(columnDrawn)));
  else $("table").replaceChildren(...frameDrawn(column().frame, true));
}

/** One of several rulings side by side; touching anything in it chooses it. */
function columnDrawn(one, number) {
  const active = number === view.column;
  const chosen = () => {
    if (number === view.column) return;
    view.column = number;
    view.picks = [];
    draw();
  };
  return el(
    "section.edition",
    { "aria-label": one.editions.join(" "), "aria-current": String(active), onclick: chosen },
    el("h2", {}, one.editions.join(" · ")),
    el("p.verdict", {}, verdictDrawn(one)),
    frameDrawn(one.frame, active, ruled.columns[number ? 0 : 1].frame),
  );
}

const FEW = 4; // cards in a pile that need not be folded away

function frameDrawn(frame, active, other) {
  const drawn = (number) => drawCard(seenCard(frame, number, active, other), active ? onCard : undefined);
  const list = (numbers) => el("div.cards", {}, numbers.filter(Boolean).map(drawn), drawBack(numbers.filter((number) => !number).length));
  const bases = (frame.places ?? []).map((place) => {
    const base = frame.bases[place];
    const face = seenCard(frame, base.card, active);
    const all = [...(base.minions ?? []), ...(base.actions ?? []), ...pilesOf(base).flatMap((pile) => pile.cards)];
    const ofSeat = (seat) => all.filter((number) => (frame.cards[number]?.controller ?? -1) === seat);
    const rows = frame.players.map((player, seat) => {
      const total = base.totals[seat];
      if (!ofSeat(seat).length && !total) return undefined;
      return el(`div.row.seat${seat}`, {}, el("span.who", { title: base.total_sums[seat] }, `${MARKS[seat]} ${player.name} `, el("b", {}, String(total))), list(ofSeat(seat)));
    });
    if (ofSeat(-1).length) rows.push(el("div.row", {}, list(ofSeat(-1))));
    return drawBase({ ...face, ...base, number: base.card, sum: base.breakpoint_sum }, rows, active ? onCard : undefined);
  });
  const pile = ({ heading, cards: numbers }, holder) => {
    if (!numbers.length) return undefined;
    const key = `${holder} ${heading}`;
    const called = `${heading} ${numbers.length}`;
    if (heading === "Hand" || numbers.length <= FEW || (active && numbers.some((number) => optionsOf(number).length))) return el("div.pile", {}, el("span", {}, called), list(numbers));
    const keep = ({ target }) => view.opened[target.open ? "add" : "delete"](key);
    return el("details.pile", { open: view.opened.has(key), ontoggle: keep }, el("summary", {}, called), list(numbers));
  };
  const players = frame.players.map((player, seat) => {
    const piles = pilesOf(player);
    const counts = piles.filter((one) => one.cards.length < one.size).map((one) => `${one.heading.split(",")[0]} ${one.size}`);
    return el(
      `section.player.seat${seat}`,
      { "aria-label": player.name },
      el("h2", {}, `${MARKS[seat]} ${player.name} `, el("b", {}, `${player.victory_points} VP`), frame.current === seat ? [" ", el("span.turn", {}, "to play")] : "", el("span.deck", {}, counts.join(", "))),
      pile({ heading: "Hand", cards: player.hand }),
      piles.filter((one) => one.cards.length === one.size).map((one) => pile(one, player.name)), // of a draw pile only the number is shown
    );
  });
  // The player who decides sits next to the options.
  const near = frame.decision?.seat ?? frame.current ?? 0;
  const first = (Math.max(0, near) + view.flipped) % Math.max(1, frame.players.length);
  const between = pilesOf(frame).filter((one) => one.spread).map((one) => pile(one, "table"));
  return [el("div.bases", {}, bases), ...between.filter(Boolean), el("div.players.seated", {}, players.slice(first), players.slice(0, first))];
}

/** Change the situation itself: the lines of play are kept, and played again on the new table. */
const edited = (situation) => setState({ ...state, situation });

// --- putting a card somewhere: it is carried there, or picked up and put down ----------------------------------------

/** What the page knows of a card by its name. */
const knownOf = (name) => cards[name?.toLowerCase()] ?? (/^vanilla \d+$/.test(name) ? { name, type: "minion", power: Number(name.slice(8)) } : undefined);
const typeOf = (name) => knownOf(name)?.type;
const zoneOf = (name) => knownOf(name)?.zone ?? "minions";

/** The zones of the cards at a base, each type in its own, in the order in which they are drawn. */
const zonesAtBases = () => (about?.types ?? []).map((row) => row.zone).sort((one, other) => (one === "actions") - (other === "actions"));

/** The pile of a player's where a card may be: a card that is in no deck has a pile of its own, where nothing else is. */
const pileFor = (pile, name) => knownOf(name)?.home || (about.types.some((row) => row.home === pile) ? "hand" : pile);

/** The name of a card that is carried or held: it comes from the palette by its name, or from the table by its path. */
const nameOf = (from) => (typeof from === "string" ? from : edit.asTable(edit.at(state.situation, from) ?? "").card);

/** Make an element a spot. `lists(from)`: where a card could go there, as pairs of a list's path and words for it. */
function spot(element, lists) {
  element.classList.add("spot");
  return Object.assign(element, { lists });
}

/** Among the lists of a spot, those with room for a card; without any, `wrong` says why. */
function roomAt(place, from) {
  const known = knownOf(nameOf(from));
  const lists = place.lists(from).filter(([list]) => typeof from === "string" || !list || !from.every((key, at) => list[at] === key));
  const reasons = lists.map(([list]) => (list ? edit.misplaced(known, list) : ""));
  return { lists: lists.filter((_, at) => !reasons[at]), wrong: reasons.find(Boolean) };
}

/** The spot for a card at an element: the innermost that has room for it, or the innermost that says why it has none. */
function spotFor(element, from) {
  const around = [];
  for (let one = element?.closest(".spot"); one; one = one.parentElement?.closest(".spot")) around.push({ spot: one, ...roomAt(one, from) });
  const open = around.find(({ lists }) => lists.length);
  return open ? { spot: open.spot } : (around.find(({ wrong }) => wrong) ?? {});
}

/** Light up where a card can go, as long as there is one. */
function showSpots(from) {
  document.body.classList.toggle("holding", from !== undefined);
  document.body.toggleAttribute("data-held", view.held !== undefined);
  for (const one of document.querySelectorAll(".spot")) {
    const open = from !== undefined && roomAt(one, from).lists.length > 0;
    one.classList.toggle("possible", open);
    one.classList.toggle("impossible", from !== undefined && !open);
    if (from !== undefined) one.classList.remove("wrong");
  }
}

const announce = (words) => ($("announced").textContent = words);

/** Pick a card up: the next spot that is touched takes it. */
function hold(from) {
  view.held = from;
  announce(`${nameOf(from)} is picked up. The arrow keys lead to the places for it, Enter puts it down, Escape puts it back.`);
  draw();
}

/** Hold no card any more. */
function putBack() {
  announce(`${nameOf(view.held)} is put back.`);
  view.held = undefined;
  draw();
}

/** Put a card into a spot; where the spot has several places for it, ask which. */
function put(from, place) {
  const { lists, wrong } = roomAt(place, from);
  if (!lists.length) {
    place.classList.add("wrong");
    place.title = wrong;
    announce("");
    return say(wrong);
  }
  if (lists.length === 1) return putInto(from, ...lists[0]);
  const choice = ([list, words]) =>
    el("li", {}, el("button.choice", { type: "button", onclick: () => { closeDialog(); putInto(from, list, words); } }, words));
  return dialog(el("h2", {}, `Where does ${nameOf(from)} go?`), el("ul.options", {}, lists.map(choice)));
}

function putInto(from, list, words) {
  const name = nameOf(from);
  view.held = undefined;
  say("");
  if (typeof from !== "string" && JSON.stringify(from.slice(0, -1)) === JSON.stringify(list)) return draw(); // it is there
  announce(`${name}: ${words}.`);
  if (!list) return edited(edit.remove(state.situation, from));
  return edited(typeof from === "string" ? edit.add(state.situation, list, edit.stating(name, list)) : edit.move(state.situation, from, list));
}

/** Whoever holds a card puts it down with the next click on the table. */
function putDown(event) {
  if (view.held === undefined || event.target.closest("input, select, label, summary")) return;
  const from = view.held;
  const { path } = event.target.closest(".card")?.dataset ?? {};
  const { spot: place } = spotFor(event.target, from);
  if (!place) return;
  event.stopPropagation();
  if (path && path === JSON.stringify(from)) putBack();
  else put(from, place);
}

/** The button of a spot, which the keyboard reaches. */
const entryOf = (place) => (place.matches("button") ? place : place.querySelector(":scope > .add, :scope > .card, :scope > .stack > .card, :scope > .title"));

/** Lead the keyboard to the next place, or the one before, for the card that is held. */
function toSpot(way) {
  const entries = new Set([...$("table").querySelectorAll(".spot.possible")].map(entryOf));
  const all = [...$("table").querySelectorAll("button")].filter((one) => entries.has(one));
  const at = all.indexOf(document.activeElement);
  const next = all.at(at < 0 && way < 0 ? -1 : (at + way) % all.length);
  if (!next) return announce(`There is no place for ${nameOf(view.held)} yet: add a base.`);
  next.focus();
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
  return announce(spotWords(next));
}

/** What putting the held card down at a button means. */
function spotWords(button) {
  const { spot: place } = spotFor(button, view.held);
  const { lists } = roomAt(place, view.held);
  return lists.length > 1 ? `Here, one of ${lists.length} places` : `Here: ${lists[0][1]}`;
}

/** What asks for a card and adds it to a spot. */
function adding(words, place, base = false) {
  return el("button.add", { type: "button", "aria-label": `Add a card: ${words}`, onclick: () => choose(`Add a card: ${words}`, (name) => put(name, place()), { base }) }, "+");
}

/** Zones of cards that other cards can be on or under. */
const carries = (zone) => [...zonesAtBases(), "buried", "stasis"].includes(zone);

function situationDrawn() {
  const { situation } = state;
  const seats = edit.seatsOf(situation);
  const faceOf = (stated, path, seat) => {
    const card = edit.asTable(stated);
    const known = knownOf(card.card);
    const inside = (zone) => (card[zone] ?? []).map((one, place) => faceOf(one, [...path, zone, place], one.by ? seats.indexOf(one.by) : seat));
    return {
      name: card.name ? `${card.card} “${card.name}”` : card.card,
      type: known?.type ?? "action",
      power: known?.power,
      faction: known?.faction,
      text: known?.text,
      seat,
      owner: seats[seat],
      counters: card.counters,
      wrong: edit.isWrong(problem?.path, path) ? problem.message : undefined,
      picked: JSON.stringify(view.held) === JSON.stringify(path) ? true : undefined,
      path,
      attached: inside("on"),
      stored: inside("under"),
    };
  };
  const statedCard = (stated, path, seat) => {
    const drawn = drawCard(faceOf(stated, path, seat), (_, card) => openCard(card.path));
    if (!carries(path[2])) return drawn;
    const { card } = edit.asTable(stated);
    const under = el("button.pad", { type: "button", "aria-label": `Under ${card}` }, "under");
    const host = el("div.host", {}, drawn, spot(under, () => [[[...path, "under"], `under ${card}`]]));
    return spot(host, (from) => (knownOf(nameOf(from)) || nameOf(from).startsWith("vanilla ") ? [[[...path, "on"], `on ${card}`]] : []));
  };
  const list = (path, seat) => (edit.at(situation, path) ?? []).map((stated, place) => statedCard(stated, [...path, place], seat));
  /** A spot with the cards of some lists; `into` says which of them a card goes into, by its name. */
  const row = (paths, seat, words, into, base = false) => {
    const made = el("div.cards", {}, paths.map((path) => list(path, seat)), adding(words, () => made, base));
    return spot(made, (from) => [[into(nameOf(from)), words]]);
  };
  const bases = situation.base.map((base, number) => {
    const known = cards[base.card.toLowerCase()];
    const rows = seats.map((name, seat) => {
      const zone = (one) => ["base", number, one, name];
      const buried = `${name}, buried at ${base.card}`;
      return el(
        `div.row.seat${seat}`,
        {},
        el("span.who", {}, `${MARKS[seat]} ${name}`),
        spot(el("button.pad", { type: "button", "aria-label": `Buried: ${name} at ${base.card}` }, "bury"), () => [[zone("buried"), buried]]),
        row(zonesAtBases().map(zone), seat, `${name} at ${base.card}`, (card) => zone(zoneOf(card))),
        base.buried?.[name]?.length || view.rare ? [el("span.who", {}, "buried"), row([zone("buried")], seat, buried, () => zone("buried"))] : undefined,
      );
    });
    const wrong = edit.isWrong(problem?.path, ["base", number, "card"]) ? problem.message : undefined;
    const now = problem || state.current >= 0 ? undefined : column()?.frame;
    const counted = now?.bases[now.places?.[number]] ?? {};
    const drawn = drawBase({ name: base.card, faction: known?.faction, text: known?.text, breakpoint: known?.breakpoint, vp: known?.vp, power: counted.power, totals: counted.totals, wrong }, rows, () => openBase(number));
    // A card of a player's stays theirs; whose a card of the palette is to be, is asked.
    const whose = (from) => (typeof from === "string" ? seats : [edit.seatOf(situation, from) ?? seats[0]]);
    return spot(drawn, (from) => whose(from).map((name) => [["base", number, zoneOf(nameOf(from)), name], `${name} at ${base.card}`]));
  });
  const players = seats.map((name, seat) => {
    const points = el("input", { type: "number", min: 0, max: 99, value: situation.player?.[name]?.vp ?? 0, onchange: (event) => edited(edit.changed(situation, ["player", name, "vp"], () => Number(event.target.value) || 0)) });
    const piles = edit.PILES.filter((pile) => pile === "hand" || view.rare || situation.player?.[name]?.[pile]?.length);
    return el(
      `section.player.seat${seat}`,
      { "aria-label": name },
      el("h2", {}, `${MARKS[seat]} ${name} `, el("label.points", {}, points, " VP")),
      view.rare || situation.player?.[name]?.plays ? playsLeft(name) : "",
      piles.map((pile) => el("div.pile", {}, el("span", {}, edit.pileWords(pile)), row([["player", name, pile]], seat, `${name}'s ${edit.pileWords(pile)}`, (card) => ["player", name, pileFor(pile, card)]))),
    );
  });
  const shared = view.rare ? edit.TABLE_PILES : edit.TABLE_PILES.filter((pile) => situation[pile]?.length);
  const piles = shared.map((pile) => el("div.pile", {}, el("span", {}, edit.pileWords(pile)), row([[pile]], -1, edit.pileWords(pile), () => [pile], pile.startsWith("base"))));
  const add = el("button.add.base", { type: "button", onclick: () => choose("Add a base", (name) => edited(edit.addBase(situation, name)), { base: true }) }, "+ base");
  return [el("div.bases", {}, bases, add), el("div.players", {}, players), piles.length ? el("section.player", { "aria-label": "Piles of the table" }, piles) : ""].filter(Boolean);
}

/** The cards that a player may still play this turn; the player whose turn it is begins with one of each kind. */
function playsLeft(name) {
  const { situation } = state;
  const current = (situation.turn || edit.seatsOf(situation)[0]) === name;
  const plays = situation.player?.[name]?.plays ?? (current && (situation.phase ?? "play") === "play" ? ["minion", "action"] : []);
  const kindOf = (play) => (typeof play === "string" ? play.replace("extra ", "") : play.kind);
  const field = (kind) => {
    const set = (event) => {
      const count = Math.max(0, Math.min(9, Number(event.target.value) || 0));
      const others = plays.filter((play) => kindOf(play) !== kind);
      const kept = plays.filter((play) => kindOf(play) === kind).slice(0, count);
      const more = Array.from({ length: count - kept.length }, (_, place) => (kept.length + place ? `extra ${kind}` : kind));
      edited(edit.changed(situation, ["player", name, "plays"], () => [...others, ...kept, ...more]));
    };
    return el("label.points", {}, `${kind}s `, el("input", { type: "number", min: 0, max: 9, value: plays.filter((play) => kindOf(play) === kind).length, onchange: set }));
  };
  return el("div.pile", {}, el("span", {}, "may still play "), field("minion"), " ", field("action"));
}

// --- the sheet: what can be done, edited, read ---------------------------------------------------------------------

function drawSheet() {
  const sheet = $("sheet");
  const drawn = { play: playSheet, edit: editSheet, story: storySheet, tree: treeSheet, games: gamesSheet }[view.mode]();
  sheet.replaceChildren(...drawn.flat().filter(Boolean));
}

/** On a wide screen, what has been played and what came of it stand below what can be done now. */
function drawBeside() {
  const useful = wide.matches && !view.replay && (view.game ? view.mode !== "story" : ["play", "edit"].includes(view.mode) && state.current >= 0 && !problem);
  const drawn = !useful ? [] : view.game ? storySheet() : [...treeSheet(), ...storySheet()];
  $("beside").replaceChildren(...drawn.flat().filter(Boolean));
  $("beside").hidden = !drawn.length;
  if (view.game) $("beside").scrollTop = $("beside").scrollHeight; // the latest is what counts
}

function playSheet() {
  if (view.replay) return replaySheet();
  if (!view.game && !state.situation.base.length) return welcome();
  if (problem && !view.game) return [el("p", {}, "Mend what is marked, and every rulebook rules on it."), el("div.buttons", {}, el("button.go", { type: "button", onclick: () => setMode("edit") }, "Edit"))];
  const open = decision();
  const over = view.game?.over || (column()?.frame.winners ?? []).length;
  if (!open && view.game) return [el("p", {}, "The game is over."), el("div.buttons", {}, el("button.go", { type: "button", onclick: () => setMode("games") }, "New game"), el("button", { type: "button", onclick: () => replayGame(view.game.game) }, "Replay it"), el("button", { type: "button", onclick: () => exportGame(view.game.game) }, "Export"))];
  if (!open) return [el("p", {}, over ? "The game is over." : "Nobody has to decide anything."), el("div.buttons", {}, stepsNow().length ? el("button", { type: "button", onclick: back }, "◀ Take back") : ""), el("div", { id: "explored" }, exploredHere() ?? ""), divergences()];
  const who = (view.game?.frame ?? column().frame).players[open.seat].name;
  const most = open.most ?? 0;
  const least = open.least ?? 0;
  const options = (open.options ?? []).map((option, place) =>
    el(
      "li",
      {},
      el("button.choice", { type: "button", "aria-pressed": String(view.picks.includes(place)), onclick: () => pick(place), ...pointing(option.card) }, option.words),
    ),
  );
  const enough = view.picks.length >= least;
  const several = most > 1 || open.repeats;
  return [
    el("h2", {}, `${who}: ${open.prompt}`),
    view.game && view.game.frame.decision.seat !== view.game.seat ? el("p", {}, `${who} decides.`) : undefined,
    el("ul.options.answers", {}, options),
    el(
      "div.buttons.answering",
      {},
      several && view.picks.length ? el("button.go", { type: "button", disabled: !enough, onclick: () => answer(view.picks) }, `Choose ${view.picks.length}`) : undefined,
      least === 0 ? el("button.pass", { type: "button", onclick: () => answer([]) }, passWords(open)) : undefined,
      ...(view.game ? gameTools() : [stepsNow().length ? el("button", { type: "button", onclick: back }, "◀ Take back") : undefined, el("button", { type: "button", onclick: () => exploreNow() }, "Explore")]),
    ),
    ...(view.game ? [] : [el("div", { id: "explored" }, exploredHere() ?? ""), divergences(), questions(who)]),
  ];
}

/** What a player of a game can do besides answering. */
const gameTools = () => [
  el("button.tool", { type: "button", onclick: undoGame, disabled: !view.game.past.length }, "◀ Undo"),
  el("button.tool", { type: "button", onclick: hint }, "Hint"),
  el("button.tool", { type: "button", "aria-pressed": String(Boolean(view.skipping)), title: "Pass until something concerns you", onclick: skip }, "Skip"),
  el("button.tool", { type: "button", onclick: letBotsPlay }, view.botsPlay ? "Stop" : "Let bots play on"),
  el("button.tool", { type: "button", onclick: analyze }, "Analyze"),
];

const passWords = (open) => (open.kind === "main" ? "End the turn" : "Pass");

/** Two questions in words: why somebody can't do something, and whether something can be reached. */
function questions(who) {
  const names = edit.seatsOf(state.situation);
  const seat = el("select", { "aria-label": "Who" }, names.map((name) => el("option", { value: name, selected: name === who }, name)));
  const deed = el("input", { type: "text", "aria-label": "What can't they do?", placeholder: "play Haunting at Tar Pits", required: true });
  const answered = el("p", { role: "status" });
  const ask = async (event) => {
    event.preventDefault();
    answered.textContent = await reasonFor(seat.value, deed.value.trim());
  };
  const goal = el("input", { type: "text", "aria-label": "Goal", placeholder: `${names.at(-1)} wins ${state.situation.base[0].card}` });
  const until = el("select", { "aria-label": "Until" }, ["end of turn", "end of phase", "next score", "end of game"].map((one) => el("option", { value: one }, one)));
  const search = (event) => {
    event.preventDefault();
    exploreNow(goal.value.trim(), until.value);
  };
  return el(
    "details.questions",
    {},
    el("summary", {}, "Why can't I …? Can it be forced?"),
    el("form.fields", { onsubmit: ask }, el("span", {}, "Why can't"), seat, deed, el("button", {}, "Ask")),
    answered,
    el("form.fields", { onsubmit: search }, el("span", {}, "Can it be that"), goal, el("span", {}, "by"), until, el("button", {}, "Search")),
  );
}

function divergences() {
  if (!ruled?.divergences?.length) return undefined;
  return el(
    "details.divergences",
    { open: true },
    el("summary", {}, "Where the books disagree"),
    ruled.divergences.map((one) =>
      el(
        "div",
        {},
        el("p", {}, `${one.editions.join(", ")} ${one.editions.length > 1 ? "differ" : "differs"} ${one.after === "the end" ? "in the end" : `after ${one.after}`}:`),
        el("ul", {}, one.differences.map(([what, first, other]) => el("li", {}, `${what}: ${first}, or ${other}`))),
        one.rules.map((rule, place) =>
          el(
            "blockquote",
            {},
            el("b", {}, rule.title),
            el("p", {}, `${rule.says} (${rule.citation})`),
            one.rules_before[place] ? el("p", {}, `${ruled.columns[0].editions[0]}: ${one.rules_before[place].says} (${one.rules_before[place].citation})`) : "",
          ),
        ),
      ),
    ),
  );
}

const EXAMPLES = [
  ["Does Bear Hug destroy Haunting?", { title: "Bear Hug and Haunting", seats: ["Ana", "Ben"], base: [{ card: "Tortuga", minions: { Ana: ["Cub Scout"], Ben: ["Haunting"] } }], player: { Ana: { hand: ["Bear Hug"] }, Ben: { hand: ["Make Contact"] } } }],
  ["Who gets what in a tie?", { title: "A tie", seats: ["Ana", "Ben", "Cleo"], phase: "score", base: [{ card: "Jungle Oasis", minions: { Ana: ["King Rex"], Ben: ["King Rex"], Cleo: ["Laseratops"] } }], player: {} }],
  ["Full Sail before scoring", { title: "Full Sail", seats: ["Ana", "Ben"], phase: "score", base: [{ card: "Tortuga", minions: { Ana: ["Pirate King", "First Mate", "First Mate", "Saucy Wench"], Ben: ["King Rex", "King Rex"] } }, { card: "Tar Pits" }], player: { Ben: { hand: ["Full Sail"] } } }],
];

/** What can be tried at once, as small tables. */
function examplesDrawn() {
  const printed = (name) => ({ ...cards[name.toLowerCase()], text: undefined, name });
  const row = (names, seat) => el(`div.row.seat${seat}`, {}, el("div.cards", {}, names.map((name) => drawCard({ ...printed(name), seat }))));
  const total = (names = []) => names.reduce((sum, name) => sum + (printed(name).power ?? 0), 0);
  const counted = (one, totals) => ({ ...printed(one.card), totals, power: totals.reduce((sum, power) => sum + power) });
  const pictured = ({ base, seats }) =>
    base.filter((one) => one.minions).map((one) => drawBase(counted(one, seats.map((name) => total(one.minions[name]))), seats.map((name, seat) => (one.minions[name] ? row(one.minions[name], seat) : undefined))));
  const begin = (situation) => () => setState({ situation, nodes: [], current: -1, editions: [] });
  return el(
    "ul.examples",
    {},
    EXAMPLES.map(([words, situation]) => el("li", {}, el("button.choice", { type: "button", onclick: begin(situation) }, words), el("div", { inert: true }, pictured(situation)))),
  );
}

function welcome() {
  return [
    el("h2", {}, "What happens now, and why?"),
    el("p", {}, "Build a situation with your own cards, and every rulebook rules on it as you go. Or begin with one of those on the table."),
    el("div.buttons", {}, el("button.go", { type: "button", onclick: () => setMode("edit") }, "Build your own"), el("button", { type: "button", onclick: () => setMode("games") }, "Play a game")),
  ];
}

/** Make the position that the line of play has led to the situation itself, to be edited. */
async function startFromHere() {
  try {
    const { situation } = await engine.ask({ op: "take", situation: stated(), edition: bookOf(column()) });
    await setState(edit.asState({ ...situation, title: state.situation.title }, state.editions));
  } catch (error) {
    say(error.message);
  }
}

/** What happened earlier this turn. */
function earlier() {
  const { situation } = state;
  const seats = edit.seatsOf(situation);
  const happened = situation.happened ?? [];
  const choice = (label, options) => el("select", { "aria-label": label }, options.map(([value, words]) => el("option", { value }, words)));
  const [whose, what, where, by] = [
    choice("Whose card", seats.map((name) => [name, `${name}'s`])),
    choice("What happened", Object.entries(edit.FACTS)),
    choice("Where", situation.base.map((base) => [base.name || base.card, `at ${base.card}`])),
    choice("By whom", seats.map((name) => [name, `by ${name}`])),
  ];
  const add = () => choose("A card of earlier this turn", (name) => edited({ ...situation, happened: [...happened, edit.fact(what.value, name, where.value, whose.value, by.value)] }), { base: false });
  const words = (one) => `${one.controller || one.seat || one.owner || ""}${one.controller || one.seat || one.owner ? "'s " : ""}${one.card} ${edit.FACTS[one.event] ?? one.event}${one.base ? ` at ${one.base}` : ""}`;
  return el(
    "details",
    { open: Boolean(happened.length) },
    el("summary", {}, `Earlier this turn${happened.length ? ` (${happened.length})` : ""}`),
    el("ul.attached", {}, happened.map((one, place) => el("li", {}, words(one), el("button", { type: "button", "aria-label": `Remove: ${words(one)}`, onclick: () => edited(edit.remove(situation, ["happened", place])) }, "✕")))),
    situation.base.length ? el("div.fields", {}, whose, what, where, by, el("button", { type: "button", onclick: add }, "Choose the card")) : "",
  );
}

/** Cards for the table: touch one and then the place where it goes, or carry it there. */
function paletteDrawn() {
  const touched = (card) => {
    if (card.type === "base") return edited(edit.addBase(state.situation, card.name));
    return view.held === card.name ? putBack() : hold(card.name);
  };
  const face = (card) => {
    const base = card.type === "base";
    const shown = { ...card, text: undefined, type: base ? "site" : card.type, power: base ? card.breakpoint : card.power };
    const drawn = drawCard({ ...shown, picked: base ? undefined : view.held === card.name }, () => touched(card));
    if (base) drawn.ariaLabel = `Add the base ${card.name}, breakpoint ${card.breakpoint}`;
    delete drawn.dataset.name; // it is not on the table
    drawn.dataset.palette = card.name;
    return drawn;
  };
  const show = () => {
    const typed = view.sought.trim();
    const vanilla = /^\d{1,2}$/.test(typed) ? [{ name: `vanilla ${Number(typed)}`, type: "minion", power: Number(typed) }] : [];
    const found = [...vanilla, ...(typed ? matches(typed, Object.values(cards)) : likely())].slice(0, SHOWN);
    strip.replaceChildren(...(found.length ? found.map(face) : [el("p", {}, typed ? "No card or base is called that." : "Type a name, or a number for a plain minion of that power.")]));
  };
  const strip = el("div.strip", { role: "group", "aria-label": "Cards to place" });
  const field = el("input", {
    type: "text",
    value: view.sought,
    "aria-label": "Find a card or base",
    placeholder: "Find a card or base",
    autocomplete: "off",
    spellcheck: false,
    oninput: ({ target }) => {
      view.sought = target.value;
      show();
    },
    onkeydown: (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // or the same key would press the card
      strip.querySelector("button")?.focus();
    },
  });
  show();
  const ofTable = view.held !== undefined && typeof view.held !== "string";
  const hint = view.held === undefined ? "Tap a card, then its place on the table. Or drag it there." : `Where does ${nameOf(view.held)} go? Tap an outlined place, or the card again to put it back.`;
  const made = el(
    "section.palette",
    { "aria-label": "Palette" },
    field,
    el("p.hint", {}, hint, ofTable ? [" ", el("button", { type: "button", onclick: () => put(view.held, made) }, "Take it off the table")] : ""),
    el("p.remove", { "aria-hidden": "true" }, "Drop it here to take it off the table."),
    strip,
  );
  return spot(made, (from) => (typeof from === "string" ? [] : [[undefined, "taken off the table"]])); // what comes from the palette goes back to it
}

const SHOWN = 40; // cards of the palette

/** Cards that somebody is likely to add next: of the factions that are on the table. */
function likely() {
  const stated = JSON.stringify(state.situation).toLowerCase();
  const factions = new Set(Object.values(knownById).filter((card) => stated.includes(`"${card.name.toLowerCase()}"`)).map((card) => card.faction));
  return Object.values(knownById).filter((card) => card.type !== "base" && factions.has(card.faction));
}

function editSheet() {
  const { situation } = state;
  const set = (change) => setState({ ...state, situation: { ...situation, ...change } });
  const seats = edit.seatsOf(situation);
  const select = (label, value, options, onchange) =>
    el("label", {}, `${label} `, el("select", { onchange: (event) => onchange(event.target.value) }, options.map(([id, words]) => el("option", { value: id, selected: id === value }, words))));
  return [
    el("h2.unseen", {}, "Edit the situation"),
    state.current >= 0 ? el("div.buttons", {}, el("span", {}, "This is the table before the first step."), el("button", { type: "button", onclick: startFromHere }, "Edit the position reached")) : "",
    paletteDrawn(),
    el(
      "div.buttons",
      {},
      el("button", { type: "button", disabled: !depth(), onclick: undo }, "Undo"),
      el("button", { type: "button", disabled: depth() >= deepest, onclick: redo }, "Redo"),
      el("button", { type: "button", onclick: () => setState({ situation: edit.empty(), nodes: [], current: -1, editions: state.editions }) }, "Clear"),
      el("button.go", { type: "button", onclick: () => setMode("play") }, "Play on"),
    ),
    el(
      "div.fields",
      {},
      select("Players", String(seats.length), ["2", "3", "4"].map((one) => [one, one]), (value) => edited(edit.setSeats(situation, Number(value)))),
      select("Turn", situation.turn || seats[0], seats.map((name) => [name, name]), (turn) => set({ turn })),
      select("Phase", situation.phase ?? "play", Object.entries(PHASES), (phase) => set({ phase })),
      el("label", {}, "Title ", el("input", { type: "text", value: situation.title ?? "", maxLength: 100, onchange: (event) => set({ title: event.target.value.trim() || "A situation" }) })),
    ),
    el(
      "fieldset",
      {},
      el("legend", {}, "Rulebooks"),
      (about?.editions ?? []).map((book) =>
        el(
          "label",
          {},
          el("input", {
            type: "checkbox",
            checked: !state.editions.length || state.editions.includes(book.id),
            onchange: (event) => {
              const all = about.editions.map((one) => one.id);
              const chosen = (state.editions.length ? state.editions : all).filter((id) => id !== book.id);
              const next = all.filter((id) => (event.target.checked ? [...chosen, book.id] : chosen).includes(id));
              if (next.length) setState({ ...state, editions: next.length === all.length ? [] : next });
              else event.target.checked = true;
            },
          }),
          " ",
          el("abbr", { title: book.title }, book.id),
        ),
      ),
    ),
    el("div.buttons", {}, el("label", {}, el("input", { type: "checkbox", checked: Boolean(view.rare), onchange: (event) => { view.rare = event.target.checked; draw(); } }), " decks, piles, stasis, buried cards, plays left")),
    earlier(),
    el("details", {}, el("summary", {}, "As text"), el("textarea", { id: "as-text", rows: 8, spellcheck: false, "aria-label": "The situation as text", placeholder: "Paste a situation or a scenario file here" }), el("div.buttons", {}, el("button", { type: "button", onclick: readText }, "Read"))),
  ];
}

async function readText() {
  try {
    await fromText($("as-text").value);
    say("");
  } catch (error) {
    say(error.message);
  }
}

function storySheet() {
  if (view.game) {
    const told = view.game.told.filter((line) => line.text && !ROUTINE.has(line.event));
    return [el("h2", {}, "What happened"), el("ul.story.told", {}, told.map((line) => el(line.event === "turn-began" ? "li.turn" : "li", {}, line.text)))];
  }
  const parts = column()?.parts ?? [];
  const told = (one) => el("li", {}, one.text, one.rule ? el("small", {}, ` ${one.rule}`) : "", one.then?.length ? el("ul", {}, one.then.map(told)) : "");
  return [
    el("h2", {}, "What happens"),
    parts.map((part) => el("div", {}, part.step ? el("h3", {}, `${part.number}. ${part.step}`) : "", part.refused ? el("p.wrong", {}, part.refused) : "", el("ul.story", {}, (part.consequences ?? []).map(told)))),
    el("h2", {}, "By these rules"),
    (column()?.passages ?? []).map((one) => el("blockquote", {}, el("b", {}, one.title), el("p", {}, `${one.says} (${one.citation})`))),
  ];
}

function treeSheet() {
  const rename = (number) => {
    const name = el("input", { type: "text", "aria-label": "Name", value: nodeWords(state.nodes[number]), maxLength: 80 });
    const save = (event) => {
      event.preventDefault();
      closeDialog();
      setState(withNode(number, { name: name.value.trim() || undefined }));
    };
    dialog(el("h2", {}, "Name this line of play"), el("form.fields", { onsubmit: save }, name, el("button.go", {}, "Save")));
    name.select();
  };
  const node = (number, variation, inside) => {
    const words = nodeWords(state.nodes[number]);
    const button = (label, sign, onclick) => el("button.quiet", { type: "button", "aria-label": `${label}: ${words}`, title: label, onclick }, sign);
    return el(
      "li",
      {},
      el("button.choice", { type: "button", "aria-pressed": String(number === state.current), onclick: () => setState({ ...state, current: number }) }, words),
      variation ? button("Make it the main line", "↑", () => setState(promoted(number))) : "",
      button("Rename", "✎", () => rename(number)),
      button("Delete with what follows", "✕", () => deleteLine(number)),
      inside,
    );
  };
  // A line goes straight down; other answers to the same question are set in below the first.
  const after = (parent) => {
    const [main, ...others] = childrenOf(parent);
    if (main === undefined) return [];
    return [node(main, false, others.map((one) => el("ul", {}, node(one, true), after(one)))), ...after(main)];
  };
  return [
    el("h2", {}, "Lines of play"),
    el("button.choice", { type: "button", "aria-pressed": String(state.current < 0), onclick: () => setState({ ...state, current: -1 }) }, "The situation"),
    el("ul.tree", {}, after(-1)),
    state.nodes.length ? "" : el("p", {}, "Play a card or answer a question, and it stands here. Go back and decide differently to compare."),
  ];
}

// --- answering -----------------------------------------------------------------------------------------------------

function pick(place) {
  const open = decision();
  const several = (open.most ?? 0) > 1 || open.repeats;
  if (!several) return answer([place]);
  view.picks = view.picks.includes(place) && !open.repeats ? view.picks.filter((one) => one !== place) : [...view.picks, place];
  if (view.picks.length === open.most && !open.repeats && open.least === open.most) return answer(view.picks);
  return draw();
}

async function answer(picks) {
  say("");
  try {
    if (view.game) return await goOn(picks);
    const before = column().frame;
    const step = await engine.ask({ op: "answer", situation: stated(), edition: bookOf(column()), picks });
    view.before = before; // what has moved since is shown when the ruling is there
    await setState(stepped(state, step));
  } catch (error) {
    say(error.message);
  }
}

/** The cards whose place or numbers are other than before. */
function movedCards(before, after) {
  if (!before || !after) return [];
  const places = (frame) => {
    const found = {};
    for (const [place, base] of Object.entries(frame.bases ?? {})) {
      for (const number of [...(base.minions ?? []), ...(base.actions ?? []), ...pilesOf(base).flatMap((pile) => pile.cards)]) found[number] = `${place} ${JSON.stringify(frame.cards[number])}`;
    }
    frame.players.forEach((player, seat) => {
      for (const { heading, cards: numbers } of [{ heading: "hand", cards: player.hand }, ...pilesOf(player)]) numbers.forEach((number) => (found[number] = `${seat} ${heading}`));
    });
    return found;
  };
  const [was, is] = [places(before), places(after)];
  return Object.keys(is).filter((number) => was[number] !== is[number]).map(Number);
}

function back() {
  if (view.replay) return replayTo(view.replay.frame.position - 1);
  if (view.game) return view.game.past.length ? undoGame() : undefined;
  if (state.current >= 0) setState({ ...state, current: state.nodes[state.current].parent });
}

// --- a card that was touched ---------------------------------------------------------------------------------------

function onCard(event, card) {
  const options = optionsOf(card.number);
  if (options.length === 1 && !event.shiftKey) return pick(options[0]);
  return openSeen(card, options);
}

function dialog(...content) {
  const made = $("dialog");
  made.replaceChildren(el("form", { method: "dialog" }, el("button.close", { "aria-label": "Close" }, "✕")), ...content.flat().filter(Boolean));
  if (!made.open) made.showModal();
}
const closeDialog = () => $("dialog").close();
$("dialog").addEventListener("close", ({ target }) => target.open || target.replaceChildren());

function cardText(known) {
  if (!known) return [];
  const face = known.type === "base" ? "" : el("div.face", { inert: true }, drawCard({ ...known, text: undefined }));
  return el("div.about", {}, face, el("div", {}, known.text ? el("p", {}, labelled(known.text)) : "", el("p.facts", {}, kindWords(known))));
}

const factionName = (id) => about?.factions[id] ?? id.replace(/@.*/, "").replaceAll("-", " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** What kind of card it is: "Ghosts · minion · 3". */
const kindWords = (card) =>
  [card.faction && factionName(card.faction), card.type, card.power ?? card.breakpoint].filter((one) => one !== undefined && one !== "").join(" · ");

function openSeen(card, options) {
  const open = decision();
  const who = open && (view.game?.frame ?? column().frame).players[open.seat].name;
  const why = el("p", { id: "why", role: "status" });
  const verbs = open?.kind === "main" || open?.kind === "window" ? ["play", "use"] : ["choose"];
  dialog(
    el("h2", {}, card.name),
    cardText(card.known),
    card.sum ? el("p", {}, card.sum) : "",
    el("ul.options", {}, options.map((place) => el("li", {}, el("button.choice", { type: "button", onclick: () => { closeDialog(); pick(place); } }, open.options[place].words)))),
    !view.game && open && !options.length && card.name
      ? el("div.buttons", {}, verbs.map((verb) => el("button", { type: "button", onclick: async () => (why.textContent = await reasonFor(who, verb === "choose" ? card.name : `${verb} ${card.name}`)) }, `Why can't ${who} ${verb} it?`)))
      : "",
    why,
    card.known ? el("p", {}, el("a", { href: `cards/${card.known.id}.html` }, "Its rulings")) : "",
  );
}

/** Why a player can't do something, with the passage that says so. */
async function reasonFor(seat, does) {
  try {
    const { possible, sentence, passage } = await engine.ask({ op: "why", situation: stated(), edition: bookOf(column()), seat, does });
    const told = `${sentence.replace(/\.*$/, "")}.`;
    return passage && !possible ? `${told} ${passage.title}: ${passage.says} (${passage.citation})` : told;
  } catch (error) {
    return error.message;
  }
}

/** Every list that a card of the table can be moved to, with words for it. */
function listsFor(path) {
  const { situation } = state;
  const seats = edit.seatsOf(situation);
  const name = nameOf(path);
  const hosts = (base, number, seat) =>
    ["minions", "buried"].flatMap((zone) => (base[zone]?.[seat] ?? []).map((one, place) => [`${base.card}, on ${edit.asTable(one).card} (${seat})`, ["base", number, zone, seat, place, "on"]]));
  const all = [
    ...situation.base.flatMap((base, number) => seats.flatMap((seat) => [[`${base.card}, ${seat}`, ["base", number, zoneOf(name), seat]], ...hosts(base, number, seat)])),
    ...seats.flatMap((seat) => edit.PILES.map((pile) => [`${seat}'s ${edit.pileWords(pile)}`, ["player", seat, pile]])),
  ];
  const inside = (list) => path.every((key, at) => list[at] === key);
  return all.filter(([, list]) => !inside(list) && !edit.misplaced(knownOf(name), list));
}

function openCard(path) {
  const { situation } = state;
  const card = edit.asTable(edit.at(situation, path));
  const seats = edit.seatsOf(situation);
  const hosted = edit.isHosted(path);
  const atBase = path[0] === "base" && !hosted;
  const apply = (next) => {
    closeDialog();
    edited(next);
  };
  const targets = listsFor(path);
  const known = cards[card.card.toLowerCase()] || /^(vanilla|\?|\d)/.test(card.card) || /[/ ]vanilla/.test(card.card);
  const counters = (by) => apply(edit.change(situation, path, (one) => ({ ...one, counters: Math.max(0, (one.counters ?? 0) + by) })));
  dialog(
    el("h2", {}, card.card),
    cardText(cards[card.card.toLowerCase()]),
    edit.isWrong(problem?.path, path) ? el("p.wrong", {}, problem.message) : "",
    known ? "" : el("ul.options", { "aria-label": "Cards with similar names" }, matches(card.card.slice(0, 4), Object.values(cards)).filter((one) => one.type !== "base").slice(0, 4).map((one) => el("li", {}, el("button.choice", { type: "button", onclick: () => apply(edit.change(situation, path, (stated) => ({ ...stated, card: one.name }))) }, `Replace it with ${one.name}`)))),
    el(
      "div.buttons",
      {},
      el("button", { type: "button", onclick: () => counters(1) }, "+1 counter"),
      card.counters ? el("button", { type: "button", onclick: () => counters(-1) }, "−1 counter") : "",
      el("button", { type: "button", onclick: () => { closeDialog(); setMode("edit"); hold(path); } }, "Pick it up"),
      hosted ? "" : el("button", { type: "button", onclick: () => { closeDialog(); choose(`an action on ${card.card}`, (name) => edited(edit.change(situation, path, (one) => ({ ...one, on: [...(one.on ?? []), name] }))), { base: false, type: "action" }); } }, "Attach an action"),
      atBase ? el("button", { type: "button", onclick: () => { closeDialog(); choose(`a card under ${card.card}`, (name) => edited(edit.change(situation, path, (one) => ({ ...one, under: [...(one.under ?? []), name] }))), { base: false }); } }, "Store a card under it") : "",
      atBase ? el("button", { type: "button", "aria-pressed": String(Boolean(card.used)), onclick: () => apply(edit.change(situation, path, (one) => ({ ...one, used: !one.used }))) }, "Talent used") : "",
      atBase ? el("button", { type: "button", onclick: () => apply(edit.change(situation, path, (one) => ({ ...one, fresh: !one.fresh }))) }, card.fresh ? "Was played earlier" : "Was played this turn") : "",
      el("button", { type: "button", onclick: () => apply(edit.add(situation, path.slice(0, -1), edit.at(situation, path))) }, "Duplicate"),
      el("button", { type: "button", onclick: () => apply(edit.remove(situation, path)) }, "Remove"),
    ),
    ["on", "under"].map((zone) =>
      card[zone]?.length
        ? el("ul.attached", { "aria-label": zone === "on" ? "On it" : "Under it" }, card[zone].map(edit.asTable).map((one, place) => el("li", {}, `${zone === "on" ? "On it" : "Under it"}: ${one.card}`, el("button", { type: "button", "aria-label": `Remove ${one.card}`, onclick: () => apply(edit.change(situation, path, (host) => ({ ...host, [zone]: host[zone].filter((_, number) => number !== place) }))) }, "✕"))))
        : "",
    ),
    el("label", {}, "Move to ", el("select", { onchange: (event) => event.target.value !== "" && apply(edit.move(situation, path, targets[event.target.value][1])) }, el("option", { value: "" }, "…"), targets.map(([words], place) => el("option", { value: place }, words)))),
    hosted
      ? el("label", {}, " Played by ", el("select", { onchange: (event) => apply(edit.change(situation, path, (one) => ({ ...one, by: event.target.value === edit.seatOf(situation, path.slice(0, -2)) ? "" : event.target.value }))) }, seats.map((name) => el("option", { value: name, selected: name === edit.seatOf(situation, path) }, name))))
      : "",
    atBase
      ? el("label", {}, " Owner ", el("select", { onchange: (event) => apply(edit.change(situation, path, (one) => ({ ...one, owner: event.target.value === path[3] ? "" : event.target.value }))) }, seats.map((name) => el("option", { value: name, selected: name === (card.owner || path[3]) }, name))))
      : "",
    atBase && situation.base.length > 1
      ? el("label", {}, " Moved this turn from ", el("select", { onchange: (event) => apply(edit.change(situation, path, (one) => ({ ...one, moved_from: event.target.value }))) }, ["", ...situation.base.filter((_, number) => number !== path[1]).map((base) => base.name || base.card)].map((name) => el("option", { value: name, selected: name === (card.moved_from ?? "") }, name || "nowhere"))))
      : "",
  );
}

function openBase(number) {
  const base = state.situation.base[number];
  const apply = (situation) => {
    closeDialog();
    edited(situation);
  };
  dialog(
    el("h2", {}, base.card),
    el(
      "div.buttons",
      {},
      el("button", { type: "button", onclick: () => { closeDialog(); choose("another base", (name) => edited(edit.changed(state.situation, ["base", number, "card"], () => name)), { base: true }); } }, "Replace"),
      el("button", { type: "button", onclick: () => apply(edit.remove(state.situation, ["base", number])) }, "Remove"),
    ),
    cardText(cards[base.card.toLowerCase()]),
  );
}

// --- the palette ---------------------------------------------------------------------------------------------------

function choose(words, take, { base = false, type, any = false }) {
  const all = Object.values(cards).filter((card) => any || ((card.type === "base") === base && (!type || card.type === type)));
  const list = el("ul.options", { "aria-label": "Cards" });
  const taken = (name) => {
    closeDialog();
    take(name);
  };
  const show = () => {
    const typed = field.value.trim();
    const found = matches(typed, all).slice(0, 30);
    const vanilla = !base && !any && /^\d+$/.test(typed) ? [{ name: `vanilla ${typed}`, type: "a plain minion", power: Number(typed) }] : [];
    list.replaceChildren(
      ...[...vanilla, ...found].map((card) =>
        el("li", {}, el("button.choice", { type: "button", onclick: () => taken(card.name) }, card.name, el("small", {}, ` ${kindWords(card)}`))),
      ),
      ...(found.length || vanilla.length ? [] : [el("li", {}, "No card is called that. Check the spelling, or type a number for a plain minion of that power.")]),
    );
  };
  const field = el("input", {
    type: "search",
    "aria-label": `Search for ${words}`,
    placeholder: base ? "Name of a base" : "Name of a card, or a number for a plain minion",
    autocomplete: "off",
    oninput: show,
    onkeydown: (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        list.querySelector("button")?.click();
      } else if (event.key === "ArrowDown") {
        event.preventDefault();
        list.querySelector("button")?.focus();
      } else if (event.key === "Escape") closeDialog(); // the field would keep the key to empty itself
    },
  });
  show();
  dialog(el("h2", {}, words), field, list);
  field.focus();
}

// --- exploring, in a worker of its own ------------------------------------------------------------------------------

let explorer;

/** What was found by exploring, as long as the table shows a position on the way from there. */
function exploredHere() {
  const { situation, from, found } = view.explored ?? {};
  return situation === state.situation && (from < 0 || lineTo(state.current).includes(from)) ? found : undefined;
}

async function exploreNow(goal = "", until = "end of turn") {
  if (!column() || view.game || view.replay) return;
  const [situation, from] = [state.situation, state.current];
  const show = (...content) => {
    view.explored = { situation, from, found: el("div", {}, content) };
    $("explored")?.replaceChildren(exploredHere() ?? "");
  };
  explorer ??= newEngine();
  const stop = () => {
    explorer?.cancel("Exploring was stopped.");
    explorer = undefined;
  };
  show(el("p", { role: "status" }, "Exploring every choice … "), el("button", { type: "button", onclick: stop }, "Stop"));
  $("explored")?.scrollIntoView({ block: "nearest" });
  try {
    const edition = bookOf(column());
    const { explored } = await explorer.ask({ op: "explore", situation: stated(), edition, goal, until });
    const line = (words) => el("ol", {}, words.map((one) => el("li", {}, one)));
    const play = (steps) => setState(steps.reduce(stepped, { ...state, current: from }));
    const found = explored.outcomes;
    const count = found.length + explored.more;
    const outcome = (one) =>
      el(
        "li",
        {},
        el("button.choice", { type: "button", title: "Play this line", onclick: () => play(one.steps ?? []) }, (one.table ?? []).map((change) => `${change}. `).join("") || "Nothing else changes.", el("small", {}, one.outcome)),
        el("details", {}, el("summary", {}, "The line that leads there"), line(one.shortest)),
      );
    show(
      explored.goal ? [el("p.goal", {}, explored.goal.answer), explored.goal.strategy?.length ? line(explored.goal.strategy) : explored.goal.line?.length ? line(explored.goal.line) : "", explored.goal.steps?.length ? el("button.go", { type: "button", onclick: () => play(explored.goal.steps) }, "Play this line") : ""] : "",
      el("h3", {}, `${count} ${count === 1 ? "outcome" : "outcomes"} by the ${until} (${edition})${explored.exhausted ? "" : ", as far as was looked"}`),
      explored.shared.length ? el("p", {}, `In every one: ${explored.shared.join("; ")}.`) : "",
      el("ol.outcomes", {}, found.slice(0, 12).map(outcome)),
      count > 12 ? el("p", {}, `${count - 12} more ${count === 13 ? "is" : "are"} not listed.`) : "",
    );
  } catch (error) {
    show(el("p", {}, error.message));
  }
}

// --- games against bots ---------------------------------------------------------------------------------------------

const KEPT = "smashup-games";

/** Games that the browser does not keep: they last as long as the page. */
let unkept = [];

const without = (games, { seed }) => games.filter((one) => one.seed !== seed);

function storedGames() {
  try {
    const games = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}

const keptGames = () => [...unkept, ...unkept.reduce(without, storedGames())];

/** Keep a game in this browser; where that fails, on this page, and say how to keep it. */
function keep(game) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([game, ...without(storedGames(), game)]));
    unkept = without(unkept, game);
  } catch (error) {
    unkept = [game, ...without(unkept, game)];
    const full = error.name === "QuotaExceededError";
    say(full ? "This browser has no room for another game: delete some on the Games tab, or export the game to keep it." : "This browser keeps nothing for this page: export the game to keep it.");
  }
}

function forget(game) {
  const others = without(unkept, game);
  unkept = [];
  try {
    localStorage.setItem(KEPT, JSON.stringify(without(storedGames(), game)));
    say("");
  } catch {
    // Nothing is kept here, so there is nothing to forget.
  }
  others.reverse().forEach(keep); // there may be room for them now
  draw();
}

addEventListener("beforeunload", (event) => unkept.length && event.preventDefault());

function gamesSheet() {
  const factions = Object.entries(about?.factions ?? {}).sort(([, one], [, other]) => one.localeCompare(other));
  const select = (id, label, options, chosen) => el("label", {}, `${label} `, el("select", { id }, options.map(([value, words]) => el("option", { value, selected: value === chosen }, words))));
  const any = [["", "any"], ...factions];
  return [
    el("h2", {}, "Play against bots"),
    el("div.fields", {}, select("first-faction", "Your factions", any), select("second-faction", "and", any), select("bot", "Opponent", (about?.bots ?? ["greedy"]).map((bot) => [bot, bot]), "greedy"), select("opponents", "Opponents", ["1", "2", "3"].map((one) => [one, one])), select("book", "Rulebook", (about?.editions ?? []).map((book) => [book.id, book.title]).reverse(), about?.default)),
    el("div.buttons", {}, el("button.go", { type: "button", onclick: newGame }, "New game"), el("label.file", {}, "Open a game file or record ", el("input", { type: "file", accept: ".json,.jsonl,.record,.toml,.txt", onchange: openFile }))),
    el("h3", {}, "Your games"),
    el(
      "ul.options",
      {},
      keptGames().map((game) =>
        el("li", {}, el("button.choice", { type: "button", onclick: () => resumeGame(game) }, `${game.seats.join(" against ")}, ${game.edition}, ${game.answers.length} decisions`), ...[["Replay", replayGame], ["Export", exportGame], ["Delete", forget]].map(([words, deed]) => el("button", { type: "button", "aria-label": `${words} ${game.seats.join(" against ")}, ${game.answers.length} decisions`, onclick: () => deed(game) }, words))),
      ),
    ),
  ];
}

async function newGame() {
  const others = Number($("opponents").value);
  const bot = $("bot").value;
  const seats = ["Player", ...Array.from({ length: others }, (_, number) => `${bot[0].toUpperCase()}${bot.slice(1)} ${number + 1}`)];
  const mine = [$("first-faction").value, $("second-faction").value];
  const message = { op: "new", seats, bots: ["", ...Array(others).fill(bot)], edition: $("book").value, seed: crypto.getRandomValues(new Uint32Array(1))[0] };
  if (mine.every(Boolean)) {
    const rest = Object.keys(about.factions).filter((id) => !mine.includes(id));
    const dealt = seats.slice(1).map((_, number) => [rest[(message.seed + 2 * number) % rest.length], rest[(message.seed + 2 * number + 1) % rest.length]]);
    message.factions = [mine, ...dealt];
  }
  await showGame(message, []);
}

const resumeGame = (game) => showGame({ op: "go", game }, []);

async function showGame(message, past) {
  try {
    const reply = await engine.ask(message);
    const before = view.game?.frame;
    const told = [...(past.length ? (view.game?.told ?? []) : []), ...reply.story];
    view.replay = undefined;
    view.game = { ...reply, seat: 0, past, told };
    view.last = movedCards(before, reply.frame);
    view.picks = [];
    say("");
    keep(reply.game);
    setMode("play");
  } catch (error) {
    say(error.message);
  }
}

/** Let a bot decide for the player, until somebody stops it or the game is over. */
async function letBotsPlay() {
  if (view.botsPlay) return (view.botsPlay = false);
  view.botsPlay = true;
  while (view.botsPlay && view.game && !view.game.over) {
    try {
      await goOn((await engine.ask({ op: "hint", game: view.game.game })).picks);
    } catch (error) {
      say(error.message);
      break;
    }
  }
  view.botsPlay = false;
  draw();
}

const goOn = (picks) => showGame({ op: "go", game: view.game.game, picks, skip: Boolean(view.skipping), since: view.game.frame.position }, [...view.game.past, view.game.game]);

/** Begin or stop passing for the player until something concerns them. */
function skip() {
  view.skipping = !view.skipping;
  return view.skipping ? goOn() : draw();
}

function undoGame() {
  const past = view.game.past.slice(0, -1);
  const game = view.game.past.at(-1);
  view.game = undefined;
  showGame({ op: "go", game }, past);
}

async function hint() {
  const { picks } = await engine.ask({ op: "hint", game: view.game.game });
  const words = picks.map((place) => decision().options[place].words).join(", ");
  say(words ? `A greedy player would: ${words}.` : "A greedy player would pass.", { wrong: false });
}

/** Leave a game, or a recording of one, at this position: it becomes the situation on the board. */
async function analyze() {
  try {
    const next = await shownState();
    view.game = view.replay = undefined;
    await setState(next);
  } catch (error) {
    say(error.message);
  }
}

const fileOf = (game) => engine.ask({ op: "save", game, created: new Date().toISOString(), title: game.seats.join(" against ") });

async function exportGame(game) {
  try {
    const { name, text } = await fileOf(game);
    download(name, new Blob([text], { type: "application/jsonl" }));
  } catch (error) {
    say(error.message);
  }
}

async function replayGame(game) {
  try {
    await openReplay((await fileOf(game)).text);
  } catch (error) {
    say(error.message);
  }
}

// --- replaying a game file ------------------------------------------------------------------------------------------

async function openReplay(text, position = 1, viewer = "all") {
  const opened = await engine.ask({ op: "open", text, position, viewer });
  const told = position > 1 ? (await engine.ask({ op: "story", text, first: Math.max(1, position - 25), last: position, viewer })).story : [];
  view.last = movedCards(view.replay?.frame, opened.frame);
  view.game = undefined;
  view.replay = { ...opened, text, viewer, recent: told.slice(-8).reverse() };
  say("");
  view.mode = "play";
  draw();
}

let following;

/** Go to a position of the game that is replayed; of several wishes in a row only the last counts. */
async function replayTo(position, viewer = view.replay.viewer) {
  const wish = (following = { position, viewer });
  const { text, events } = view.replay;
  try {
    await new Promise((done) => setTimeout(done, 0));
    if (wish === following && view.replay) await openReplay(text, Math.max(1, Math.min(events, position)), viewer);
  } catch (error) {
    say(error.message);
  }
}

function replaySheet() {
  const { events, frame, decisions, seats, viewer, recent, made_up: madeUp } = view.replay;
  const at = frame.position;
  const jump = (label, sign, to) => el("button", { type: "button", "aria-label": label, title: label, disabled: to === undefined || to === at, onclick: () => replayTo(to) }, sign);
  const eyes = madeUp ? [["all", "everybody at the table"]] : [["all", "everything"], ["nobody", "a spectator"], ...seats.map((name) => [name, name])];
  return [
    el(
      "div.scrub",
      {},
      jump("First position", "|◀", 1),
      jump("Decision before", "◀◀", decisions.findLast((one) => one < at)),
      el("input", { type: "range", min: 1, max: events, value: at, "aria-label": "Position", oninput: (event) => replayTo(Number(event.target.value)) }),
      jump("Next decision", "▶▶", decisions.find((one) => one > at)),
      jump("Last position", "▶|", events),
    ),
    el("ol", { id: "recent", reversed: true }, recent.map((line) => el("li", {}, line.text))),
    el(
      "div.buttons",
      {},
      el("button.go", { type: "button", onclick: analyze }, "Branch here"),
      el("label", {}, "View as ", el("select", { onchange: (event) => replayTo(at, event.target.value) }, eyes.map(([value, words]) => el("option", { value, selected: value === viewer }, words)))),
      el("button", { type: "button", onclick: () => { view.replay = undefined; setMode("games"); } }, "Close"),
    ),
  ];
}

async function openFile(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    if (file.size > 20e6) throw new Error(`${file.name} is too large to be a game.`);
    const text = await file.text();
    if (text.startsWith('{"seats"')) return resumeGame(JSON.parse(text)); // as this page exported them at first
    if (file.name.endsWith(".toml")) {
      view.game = view.replay = undefined;
      await fromText(text);
      return setMode("play");
    }
    const isGame = /\.jsonl?$/.test(file.name) || text.trimStart().startsWith("{");
    await openReplay(isGame ? text : await played(text, file.name));
    setMode("play");
  } catch (error) {
    say(error.message);
  }
}

/** The game file of a record from a real table. */
async function played(record, name) {
  say(`Working out the game that ${name} records …`, { wrong: false });
  try {
    return (await engine.ask({ op: "record", text: record, created: new Date().toISOString(), title: name })).text;
  } catch (error) {
    throw error.line ? new Error(`${name}, line ${error.line}: ${error.message}`) : error;
  }
}

// --- sharing --------------------------------------------------------------------------------------------------------

/** What the table shows, as a state: of a game, its position. */
async function shownState() {
  if (!view.game && !view.replay) return state;
  const from = view.game ? { game: view.game.game } : { text: view.replay.text, position: view.replay.frame.position };
  const { situation, editions } = await engine.ask({ op: "take", ...from });
  return edit.asState(situation, editions);
}

async function share() {
  let shared = state;
  let written = { toml: "", line: $("line").value };
  try {
    shared = await shownState();
    if (shared.situation.base.length) written = await engine.ask({ op: "text", situation: stated(shared) });
  } catch (error) {
    written.toml = error.message;
  }
  const { title, step: steps } = stated(shared);
  const columns = problem || shared !== state ? [] : (ruled?.columns ?? []);
  const link = shared.situation.base.length ? `${location.href.replace(/#.*/, "")}#s=${await wordOf(shared)}` : location.href;
  const told = { title, line: written.line, steps, columns, link };
  const said = el("p", { role: "status" });
  const copy = (text) => async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = "Copied.";
    } catch {
      said.textContent = "This browser does not allow copying: select the text and copy it.";
    }
  };
  const text = (label, value, rows) =>
    el("div.shared", {}, el("label", {}, label, el(rows ? "textarea" : "input", { ...(rows ? { rows } : {}), readOnly: true, value, onfocus: (event) => event.target.select() })), el("button", { type: "button", "aria-label": `Copy: ${label}`, onclick: copy(value) }, "Copy"));
  const frame = shownFrame();
  const drawn = frame ? picture({ ...told, frame, hueOfCard: ({ id }) => (knownById[id]?.faction ? hueOf(knownById[id].faction) : undefined) }) : undefined;
  const image = drawn ? el("img", { id: "picture", src: drawn.toDataURL(), alt: `${title}: the table and the verdicts` }) : "";
  const file = `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "situation"}`;
  dialog(
    el("h2", {}, "Share"),
    text("Link", link),
    navigator.share ? el("button.go", { type: "button", onclick: () => navigator.share({ title, url: link }).catch(() => {}) }, "Send the link …") : "",
    said,
    text("Situation line", written.line),
    text("Markdown for a forum", markdown(told), 6),
    text("Scenario file (TOML)", written.toml, 6),
    el(
      "div.buttons",
      {},
      el("button", { type: "button", onclick: () => download(`${file}.toml`, new Blob([written.toml], { type: "application/toml" })) }, "Save the file"),
      drawn ? el("button", { type: "button", onclick: () => drawn.toBlob((blob) => download(`${file}.png`, blob)) }, "Save the picture") : "",
    ),
    image,
  );
}

function keysHelp() {
  dialog(
    el("h2", {}, "Keys"),
    el("ul", {}, ["← step back, → step forward, ↑ and ↓ another line of play", "Home and End: the first and last position", "1 to 9 choose an option, 0 pass", "e edit, p play, s story, t lines of play, g games", "f flip the table: see it from the next player's side", "x explore", "/ look up a card", "while editing: Space picks a card up, the arrow keys lead to its places, Enter puts it down, Escape puts it back", "Ctrl+Z and Ctrl+Y undo and redo", "? this list"].map((one) => el("li", {}, one))),
  );
}

function forward() {
  if (view.replay) return replayTo(view.replay.frame.position + 1);
  const [next] = view.game ? [] : childrenOf(state.current);
  if (next !== undefined) setState({ ...state, current: next });
}

/** Another line of play that leaves the same decision. */
function sideways(way) {
  if (view.game || view.replay || state.current < 0) return;
  const others = childrenOf(state.nodes[state.current].parent);
  const next = others[others.indexOf(state.current) + way];
  if (next !== undefined) setState({ ...state, current: next });
}

/** The first or the last position of a line. */
function toEnd(last) {
  if (view.replay) return replayTo(last ? view.replay.events : 1);
  if (view.game) return;
  let current = last ? state.current : -1;
  while (last && childrenOf(current).length) [current] = childrenOf(current);
  setState({ ...state, current });
}

/** See the table from the next player's side; a recorded game, with the next player's eyes. */
function flip() {
  if (view.replay) {
    if (view.replay.made_up) return undefined; // nobody knows what the players held
    const eyes = ["all", "nobody", ...view.replay.seats];
    return replayTo(view.replay.frame.position, eyes[(eyes.indexOf(view.replay.viewer) + 1) % eyes.length]);
  }
  view.flipped += 1;
  return draw();
}

/** Look a card up, without putting it anywhere. */
function lookUp() {
  choose("Look up a card", (name) => dialog(el("h2", {}, name), cardText(cards[name.toLowerCase()])), { any: true });
}

function setMode(mode) {
  if ((mode === "edit") !== (view.mode === "edit")) $("table").scrollTop = 0; // it is another table to look at
  view.mode = mode;
  if (mode === "edit" || mode === "tree") view.game = view.replay = undefined;
  draw();
}

addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog") || event.altKey || event.metaKey) return;
  if (event.ctrlKey) {
    if (event.key === "z") undo();
    else if (event.key === "y") redo();
    else return;
    event.preventDefault();
    return;
  }
  if (view.held !== undefined && event.key.startsWith("Arrow")) {
    toSpot(["ArrowRight", "ArrowDown"].includes(event.key) ? 1 : -1);
    return event.preventDefault();
  }
  const face = event.target.closest("#table .card[data-path]");
  if (event.key === " " && view.mode === "edit" && view.held === undefined && face?.dataset.path) {
    hold(JSON.parse(face.dataset.path));
    return event.preventDefault();
  }
  const modes = { e: "edit", p: "play", s: "story", t: "tree", g: "games" };
  if (event.key in modes) setMode(modes[event.key]);
  else if (event.key === "ArrowLeft") back();
  else if (event.key === "ArrowRight") forward();
  else if (event.key === "ArrowUp" && state.current >= 0) sideways(-1);
  else if (event.key === "ArrowDown" && state.current >= 0) sideways(1);
  else if (event.key === "Home" || event.key === "End") toEnd(event.key === "End");
  else if (event.key === "f") flip();
  else if (event.key === "/") lookUp();
  else if (event.key === "Escape" && view.held !== undefined) putBack();
  else if (event.key === "?") keysHelp();
  else if (event.key === "x") exploreNow();
  else if (/^[1-9]$/.test(event.key) && decision()?.options?.[event.key - 1]) pick(event.key - 1);
  else if (event.key === "0" && decision() && !(decision().least ?? 0)) answer([]);
  else return;
  event.preventDefault();
});

// --- the beginning --------------------------------------------------------------------------------------------------

for (const tab of document.querySelectorAll("[data-tab]")) tab.addEventListener("click", () => setMode(tab.dataset.tab));
$("share").addEventListener("click", share);
$("line").addEventListener("change", (event) => {
  say("");
  fromText(event.target.value).catch((error) => say(error.message));
});
$("keys").addEventListener("click", keysHelp);
$("back").addEventListener("click", back);
$("forward").addEventListener("click", forward);
$("first").addEventListener("click", () => toEnd(false));
$("last").addEventListener("click", () => toEnd(true));
spot($("table"), (from) => (typeOf(nameOf(from)) === "base" ? [[["base"], "on the table"]] : []));
$("table").addEventListener("click", putDown, { capture: true });
dragging([$("table"), $("sheet")], { lift: showSpots, over: spotFor, put, drop: () => showSpots(view.held), scrolled: "#table, #table .bases" });
/** Keep the board in this browser; when another version has been fetched, offer it. */
async function keepOffline() {
  try {
    const kept = await navigator.serviceWorker.register(new URL("../../sw.js", import.meta.url));
    const offer = (worker) => {
      if (worker?.state !== "installed" || !navigator.serviceWorker.controller) return;
      $("said").replaceChildren("A new version is ready. ", el("button", { type: "button", onclick: () => worker.postMessage("update") }, "Use it"));
      $("said").classList.remove("wrong");
      $("said").hidden = false;
    };
    const failed = ({ state: phase }) => phase === "redundant" && !navigator.serviceWorker.controller && !kept.active;
    const follow = (worker) =>
      worker?.addEventListener("statechange", () => {
        if (failed(worker)) say("This browser could not keep the board for offline use: free some space, and reload the page.", { wrong: false });
        else offer(worker);
      });
    kept.addEventListener("updatefound", () => follow(kept.installing));
    follow(kept.installing);
    offer(kept.waiting); // it was fetched earlier, and nobody has taken it
    let controlled = Boolean(navigator.serviceWorker.controller);
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (controlled) location.reload();
      controlled = true;
    });
  } catch {
    // Without it the board works as long as the network does.
  }
}

draw();
try {
  // What can be chosen is a file of its own, so that editing need not wait for the engine.
  const [known] = await Promise.all([fetch(new URL("./cards.json", import.meta.url)).then((answer) => answer.json()), loadGlyphs()]);
  about = known.hello;
  colorFactions(new Set(Object.values(known.cards.cards).map((card) => card.faction)));
  knownById = Object.fromEntries(Object.entries(known.cards.cards).map(([id, card]) => [id, { ...card, ...about.types.find((row) => row.type === card.type), id, nicknames: known.cards.nicknames?.[id] }]));
  cards = Object.fromEntries(Object.values(knownById).map((card) => [card.name.toLowerCase(), card]));
  $("verdict").textContent = "";
  if (location.hash.length > 3) await fromAddress();
  else draw();
  document.body.dataset.ready = "true";
  if ("serviceWorker" in navigator && !server) keepOffline();
} catch (error) {
  $("verdict").replaceChildren(el("span.wrong", {}, `The list of cards could not be loaded (${error.message}). Reload the page to try again.`));
}
