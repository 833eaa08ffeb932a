// Draws a game from its document: the first frame, and what changes at each position. There are no rules in here, and
// nothing is folded: a frame is what the document says it is.
"use strict";

// --- a document, position by position

class Film {
  static EVERY = 100; // a copy is kept each so many positions, so that going back costs no more than that

  constructor(doc) {
    this.doc = doc;
    this.start = doc.first.position;
    this.end = this.start + doc.changes.length;
    this.kept = [structuredClone(doc.first)];
    this.frame = structuredClone(doc.first);
    this.lineAt = new Map(doc.lines.map((line) => [line.position, line]));
    this.told = doc.lines.map((line) => line.position);
  }

  // The document goes on with another one that begins at a position of this one.
  extend(more) {
    const from = more.first.position;
    const before = (position) => position < from;
    if (from <= this.start) this.doc.first = more.first;
    this.doc.changes.splice(from - this.start, Infinity, ...more.changes);
    this.doc.lines = [...this.doc.lines.filter((line) => before(line.position)), ...more.lines];
    for (const [kind, positions] of Object.entries(more.stops))
      this.doc.stops[kind] = [...(this.doc.stops[kind] || []).filter(before), ...positions];
    Object.assign(this.doc.texts.cards, more.texts.cards);
    Object.assign(this.doc.texts.rules, more.texts.rules);
    Object.assign(this, new Film(this.doc), { _curves: null });
  }

  // The frame at a position, to be looked at and not to be kept.
  at(position) {
    const place = position - this.start;
    if (position < this.frame.position || position > this.frame.position + Film.EVERY) {
      const near = Math.min(Math.floor(place / Film.EVERY), this.kept.length - 1);
      this.frame = structuredClone(this.kept[near]);
    }
    while (this.frame.position < position) {
      Film.apply(this.frame, this.doc.changes[this.frame.position - this.start]);
      const done = this.frame.position - this.start;
      if (done % Film.EVERY === 0 && done / Film.EVERY === this.kept.length) this.kept.push(structuredClone(this.frame));
    }
    return this.frame;
  }

  static apply(frame, changes) {
    for (const [path, ...value] of changes) {
      const keys = path.split("/");
      const last = keys.pop();
      const there = keys.reduce((here, key) => here[key], frame);
      if (value.length) there[last] = structuredClone(value[0]);
      else delete there[last];
    }
  }

  // Points and powers at every position, for the charts.
  get curves() {
    if (!this._curves) {
      const points = [];
      const places = new Map();
      const frame = structuredClone(this.doc.first);
      for (let position = this.start; position <= this.end; position += 1) {
        if (position > this.start) Film.apply(frame, this.doc.changes[position - this.start - 1]);
        points.push((frame.players || []).map((player) => player.victory_points));
        for (const place of frame.places || []) {
          const base = frame.bases[place];
          if (!places.has(place)) places.set(place, { from: position, totals: [], breakpoints: [] });
          places.get(place).totals.push(base.totals.slice());
          places.get(place).breakpoints.push(base.breakpoint);
        }
      }
      this._curves = { points, places };
    }
    return this._curves;
  }
}

// --- elements

const MARKS = "▲●■◆";
const PHASES = { start: "Start Turn", play: "Play Cards", score: "Score Bases", draw: "Draw Cards", end: "End Turn" };

const make = (tag, attributes = {}, ...inside) => {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...inside.filter((one) => one !== null && one !== undefined && one !== false && one !== ""));
  return element;
};

const drawing = (tag, attributes = {}, ...inside) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
};

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const many = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

// A card's text with its labels as words.
const plainText = (text) => text.replace(/\[([a-z-]+)\]/g, (_, label) => `${label[0].toUpperCase()}${label.slice(1).replace("-", " ")}:`);

// --- the viewer

class Viewer {
  // films: a map from a name (an edition, or "") to a document; live: what can be done besides looking, see answer().
  constructor(place, documents, { rulePage = null, live = null, gamePage = null, eyes = null } = {}) {
    this.place = place;
    this.documents = documents;
    this.films = new Map();
    this.rulePage = rulePage;
    this.gamePage = gamePage;
    this.live = live;
    this.eyes = eyes; // {names: [[id, words]], now, look(id)}: through whose eyes else the game can be seen
    this.open = new Set(); // cards whose text is shown
    this.picked = [];
    this.timer = 0;
    this.wide = matchMedia("(min-width: 60rem)").matches; // on a phone the table comes before the reasons
    this.build();
    addEventListener("hashchange", () => this.follow());
    place.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("keydown", (event) => {
      if (event.target === document.body) this.key(event);
    });
    this.follow(true);
  }

  // --- where we are

  follow(first = false) {
    const given = decodeURIComponent(location.hash.slice(1));
    const [, name, number] = /^(?:([A-Z0-9]+)\.)?(\d+)$/.exec(given) || [];
    const chosen = name && name in this.documents ? name : this.name ?? Object.keys(this.documents).at(-1);
    if (first || chosen !== this.name) this.choose(chosen);
    if (number !== undefined) this.go(Number(number), { write: false });
    else if (first) this.go(this.live?.begin ?? this.film.start, { write: false });
  }

  choose(name) {
    this.name = name;
    if (!this.films.has(name)) this.films.set(name, new Film(this.documents[name]));
    this.film = this.films.get(name);
    this.doc = this.film.doc;
    if (this.editions) this.editions.value = name;
    this.slider.min = this.film.start;
    this.slider.max = this.film.end;
    this.number.min = this.film.start;
    this.number.max = this.film.end;
    this.drawTurns();
    this.drawTree();
    this.go(this.film.start, { write: false });
  }

  // The game has gone on. Whoever looks at its end goes on with it.
  extend(more) {
    const { position } = this;
    const follows = position === this.film.end;
    this.film.extend(more);
    this.choose(this.name);
    this.go(follows ? this.film.end : position, { write: false });
  }

  go(position, { write = true } = {}) {
    this.position = Math.min(Math.max(position, this.film.start), this.film.end);
    this.picked = [];
    this.show();
    if (write) {
      const prefix = this.editions ? `${this.name}.` : "";
      history.replaceState(null, "", `#${prefix}${this.position}`);
    }
  }

  // The nearest of some positions before or after this one.
  step(positions, way) {
    const there = way > 0 ? positions.find((one) => one > this.position) : positions.findLast((one) => one < this.position);
    this.go(there ?? (way > 0 ? this.film.end : this.film.start));
  }

  stops(kind) {
    return kind === "event" ? this.film.told : this.doc.stops[kind] || [];
  }

  key(event) {
    if (event.target.closest?.("input:not([type=range]), textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const deeds = {
      ArrowRight: () => this.step(this.stops(event.shiftKey ? "decision" : "event"), 1),
      ArrowLeft: () => this.step(this.stops(event.shiftKey ? "decision" : "event"), -1),
      PageDown: () => this.step(this.stops("turn"), 1),
      PageUp: () => this.step(this.stops("turn"), -1),
      Home: () => this.go(this.film.start),
      End: () => this.go(this.film.end),
      s: () => this.step(this.stops("scoring"), 1),
      S: () => this.step(this.stops("scoring"), -1),
      p: () => this.play(),
      f: () => this.flip(),
      "?": () => this.help.showModal(),
      "/": () => this.words.focus(),
    };
    if (!(event.key in deeds)) return;
    event.preventDefault();
    deeds[event.key]();
  }

  // Look through the next pair of eyes; where there is only one, begin the seats with the next player.
  flip() {
    if (!this.eyes) {
      this.turned = (this.turned ?? 0) + 1;
      return this.show();
    }
    const ids = this.eyes.names.map(([id]) => id);
    return this.look(ids[(ids.indexOf(this.eyes.now) + 1) % ids.length]);
  }

  // The position stays; what can be seen there changes.
  async look(id) {
    const seen = await this.eyes.look(id, this.position);
    if (!seen) return;
    const { position } = this;
    this.eyes.now = id;
    if (this.eyesChosen) this.eyesChosen.value = id;
    this.documents[this.name] = seen;
    this.films.delete(this.name);
    this.choose(this.name);
    this.go(position);
  }

  play() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = 0;
    } else {
      if (this.position === this.film.end) this.go(this.film.start);
      const next = () => {
        if (this.position >= this.film.end) this.play();
        else this.step(this.stops("event"), 1);
      };
      this.timer = setInterval(next, Number(this.pace.value));
    }
    this.player.textContent = this.timer ? "Pause" : "Play";
    this.player.setAttribute("aria-pressed", String(Boolean(this.timer)));
  }

  // --- what stays

  build() {
    const button = (words, label, kind, way) =>
      make("button", { type: "button", "aria-label": label, title: label, onclick: () => this.step(this.stops(kind), way) }, words);
    this.slider = make("input", { type: "range", "aria-label": "Position", oninput: () => this.go(Number(this.slider.value)) });
    this.number = make("input.jump", { type: "number", "aria-label": "Go to position", onchange: () => this.go(Number(this.number.value)) });
    this.player = make("button", { type: "button", "aria-pressed": "false", title: "p", onclick: () => this.play() }, "Play");
    this.pace = make("select", { "aria-label": "Pace", onchange: () => this.timer && (this.play(), this.play()) },
      ...[["slow", 2400], ["steady", 1200], ["fast", 400]].map(([name, time]) => make("option", { value: time, selected: time === 1200 }, name)));
    this.words = make("input", { type: "search", "aria-label": "Find in the story", placeholder: "Find in the story",
      onkeydown: (event) => event.key === "Enter" && (event.preventDefault(), this.find(event.shiftKey ? -1 : 1)) });
    const names = Object.keys(this.documents);
    if (names.length > 1) {
      this.editions = make("select", { "aria-label": "Rulebook", onchange: () => { this.choose(this.editions.value); this.go(this.film.start); } },
        ...names.map((name) => make("option", { value: name }, name)));
    }
    this.headline = make("p.headline");
    this.chart = make("div.chart");
    this.turns = make("select", { "aria-label": "Turn or step", onchange: () => this.go(Number(this.turns.value)) });
    this.happened = make("p.happened", { "aria-live": "polite", "aria-atomic": "true" });
    this.why = make("div.why");
    this.decision = make("div.decision");
    this.table = make("div.table");
    this.seats = make("div.seats");
    this.rest = make("div.rest");
    this.tree = make("div.tree");
    const end = (words, label, where) => make("button", { type: "button", "aria-label": label, title: label, onclick: () => this.go(this.film[where]) }, words);
    const keys = ["← → event, with Shift decision", "Page Up, Page Down turn", "Home, End first and last position", "s, Shift+s scoring", "p play", "f see it with other eyes", "/ find in the story", "? this list"];
    this.help = make("dialog", { "aria-label": "Keys" }, make("h2", {}, "Keys"), make("ul", {}, ...keys.map((one) => make("li", {}, one))),
      make("form", { method: "dialog" }, make("button", {}, "Close")));
    if (this.eyes) {
      this.eyesChosen = make("select", { "aria-label": "View as", onchange: () => this.look(this.eyesChosen.value) },
        ...this.eyes.names.map(([id, words]) => make("option", { value: id, selected: id === this.eyes.now }, words)));
    }
    const moves = make("div.moves", { role: "group", "aria-label": "Move through the game" },
      end("⇤", "First position (Home)", "start"),
      button("|«", "Turn before (Page Up)", "turn", -1), button("«", "Decision before (Shift and left arrow)", "decision", -1),
      button("‹", "Event before (left arrow)", "event", -1), button("›", "Next event (right arrow)", "event", 1),
      button("»", "Next decision (Shift and right arrow)", "decision", 1), button("»|", "Next turn (Page Down)", "turn", 1),
      end("⇥", "Last position (End)", "end"), button("★", "Next scoring (s)", "scoring", 1),
      make("button", { type: "button", "aria-label": "Keys (?)", title: "Keys (?)", onclick: () => this.help.showModal() }, "?"));
    const tools = make("div.tools", {}, this.editions || "", this.eyesChosen || "", this.player, this.pace, this.turns, this.number, this.words);
    this.place.classList.add("viewer");
    this.place.replaceChildren(
      make("div.top", {}, this.headline, this.slider, this.chart),
      make("div.side", {}, this.happened, this.decision, this.why, this.tree),
      make("div.main", {}, this.table, this.seats, this.rest),
      tools, moves, this.help);
  }

  find(way) {
    const wanted = this.words.value.trim().toLowerCase();
    if (!wanted) return;
    const hits = this.doc.lines.filter((line) => line.text.toLowerCase().includes(wanted)).map((line) => line.position);
    const there = way > 0 ? hits.find((one) => one > this.position) ?? hits[0]
      : hits.findLast((one) => one < this.position) ?? hits.at(-1);
    if (there === undefined) this.happened.textContent = `Nobody speaks of “${this.words.value}”.`;
    else this.go(there);
  }

  drawTurns() {
    const marks = Object.entries(this.doc.marks || {});
    const stops = marks.length ? marks.map(([position, words]) => [Number(position), words])
      : this.stops("turn").map((position, index) => [position, `Turn ${this.film.lineAt.get(position)?.turn || index + 1}`]);
    this.turns.replaceChildren(...stops.map(([position, words]) => make("option", { value: position }, words)));
    this.turns.hidden = stops.length < 2;
    this.stopList = stops.map(([position]) => position);
  }

  drawTree() {
    const games = this.doc.tree || [];
    this.tree.replaceChildren();
    if (games.length < 2) return;
    this.tree.append(make("h2", {}, "Branches"), make("ul", {}, ...games.map((game) => {
      const words = `${game.title || game.decided || game.id}${game.at ? `, from ${game.at}` : ""}${game.winners ? ` (${game.winners.join(" and ")} won)` : ""}`;
      const mine = game.id === this.doc.game;
      const link = this.gamePage && !mine ? make("a", { href: `${this.gamePage(game.id)}${game.at ? `#${game.at}` : ""}` }, words) : words;
      const item = make("li", mine ? { "aria-current": "true" } : {}, link);
      item.style.marginLeft = `${game.depth}rem`;
      return item;
    })));
  }

  // --- what changes

  show() {
    const frame = this.film.at(this.position);
    const whose = frame.players?.[frame.current]?.name;
    this.headline.textContent = frame.turn
      ? `Turn ${frame.turn} · ${whose} · ${PHASES[frame.phase] || frame.phase}`
      : "Setting up";
    this.headline.append(make("small", {}, ` position ${this.position} of ${this.film.end} · ${this.doc.edition}`));
    this.slider.value = this.position;
    this.slider.setAttribute("aria-valuetext", `${this.position}: ${this.headline.firstChild.textContent}`);
    this.number.value = this.position;
    const begun = this.stopList.findLast((one) => one <= this.position);
    if (begun !== undefined) this.turns.value = begun;
    else this.turns.selectedIndex = -1;
    this.drawStory();
    const card = document.activeElement?.dataset?.card;
    const deed = document.activeElement?.dataset?.deed;
    this.drawDecision(frame);
    this.table.replaceChildren(...(frame.places || []).map((place) => this.base(frame, place)));
    const seats = (frame.players || []).map((player, seat) => this.player_(frame, player, seat));
    const turned = (this.turned ?? 0) % Math.max(1, seats.length);
    this.seats.replaceChildren(...seats.slice(turned), ...seats.slice(0, turned));
    this.drawRest(frame);
    this.drawPoints();
    const again = card ? `[data-card="${card}"]` : deed ? `[data-deed="${deed}"]` : "";
    if (again) this.place.querySelector(again)?.focus();
  }

  drawStory() {
    const line = this.film.lineAt.get(this.position);
    this.happened.textContent = line ? line.text : "Nothing that can be seen from here.";
    this.happened.classList.toggle("secret", Boolean(line?.secret) && this.doc.viewer === "all");
    this.why.replaceChildren();
    if (!line) return;
    if (line.numbers?.length) this.why.append(make("ul.numbers", {}, ...line.numbers.map((words) => make("li", {}, words))));
    const rule = line.rule && this.doc.texts.rules[line.rule];
    if (rule) {
      const name = this.rulePage ? make("a", { href: this.rulePage(line.rule) }, rule.title) : make("b", {}, rule.title);
      this.why.append(make("details", { open: this.ruleShown ?? this.wide, ontoggle: (event) => { this.ruleShown = event.target.open; } },
        make("summary", {}, "By ", name), make("p", {}, rule.says), make("p.facts", {}, rule.citation)));
    }
    const chain = [];
    for (let cause = this.film.lineAt.get(line.cause); cause && chain.length < 12; cause = this.film.lineAt.get(cause.cause)) {
      chain.unshift(cause);
      if (cause.event === "turn-began") break;
    }
    if (chain.length) {
      this.why.append(make("details", { open: this.chainShown ?? this.wide, ontoggle: (event) => { this.chainShown = event.target.open; } },
        make("summary", {}, "Because of"), make("ol.chain", {}, ...chain.map((one) => make("li", {}, this.to(one.position, one.text))))));
    }
  }

  to(position, words) {
    const prefix = this.editions ? `${this.name}.` : "";
    return make("a", { href: `#${prefix}${position}` }, words);
  }

  // --- cards

  card(frame, number, { owner = null, power = false, hand = false } = {}) {
    const card = number ? frame.cards[number] : null;
    if (!card || !card.id) return make("li.back", {}, "face down");
    const text = this.doc.texts.cards[card.id];
    const shown = this.open.has(number);
    const toggle = () => {
      if (this.open.has(number)) this.open.delete(number);
      else this.open.add(number);
      this.show();
    };
    const value = power && card.power !== undefined
      ? make("span.power", {}, card.printed !== undefined && card.printed !== card.power ? make("s", {}, String(card.printed)) : "", ` ${card.power} `) : "";
    const extras = [
      card.counters ? make("span.counters", {}, ` +${many(card.counters, "counter")}`) : "",
      card.stasis ? make("span.counters", {}, ` ${many(card.stasis, "stasis counter")}`) : "",
      card.secret && !hand ? make("span.facts", {}, " (hidden from others)") : "",
    ];
    const mark = owner !== null && card.controller >= 0 && card.controller !== owner ? make(`span.seat${card.controller % 4}`, {}, `${MARKS[card.controller % 4]} `) : "";
    const signs = { "": "", minion: "", base: "", action: "▪ " };
    const sign = signs[card.type ?? ""] ?? "◈ ";
    const item = make("li", {}, mark, value, sign && make("span", { "aria-hidden": "true" }, sign),
      make("button.card", { type: "button", "aria-expanded": String(shown), "data-card": number, onclick: toggle }, card.name), ...extras);
    if (shown && text) {
      const numbers = text.type === "minion" ? `minion, power ${text.power}` : text.type === "base" ? `base, breakpoint ${text.breakpoint}, ${text.vp.join("/")} VP` : text.type;
      item.append(make("p.text", {}, make("span.facts", {}, `${numbers} · ${text.faction.replaceAll("-", " ")}`), make("br"), plainText(text.text) || "No ability.",
        card.power_sum ? make("br") : "", card.power_sum ? make("span.facts", {}, card.power_sum) : ""));
    }
    const under = [...(card.attached || []).map((one) => this.card(frame, one, { owner: card.controller }))];
    if (card.stored?.length) under.push(make("li.facts", {}, `${card.stored.length} stored under it`), ...card.stored.filter(Boolean).map((one) => this.card(frame, one)));
    if (under.length) item.append(make("ul.on", {}, ...under));
    return item;
  }

  cards(frame, numbers, options) {
    return make("ul", {}, ...numbers.map((number) => this.card(frame, number, options)));
  }

  base(frame, place) {
    const base = frame.bases[place];
    const own = (numbers, seat) => (numbers || []).filter((number) => (number ? frame.cards[number]?.controller : -1) === seat);
    const parts = (frame.players || []).map((player, seat) => {
      const [minions, actions] = [base.minions, base.actions].map((numbers) => own(numbers, seat));
      const piles = Object.values(base.piles || {}).map((pile) => [pile.heading, own(pile.cards, seat)]).filter(([, numbers]) => numbers.length);
      if (!minions.length && !actions.length && !piles.length && !base.totals[seat]) return "";
      const list = make("ul", {}, ...minions.map((number) => this.card(frame, number, { owner: seat, power: true })),
        ...actions.map((number) => this.card(frame, number)));
      for (const [heading, numbers] of piles) list.append(make("li", {}, make("span.facts", {}, heading), this.cards(frame, numbers)));
      return make("div", {}, make(`p.seat.seat${seat % 4}`, { title: base.total_sums[seat] || null },
        make("span", { "aria-hidden": "true" }, `${MARKS[seat % 4]} `), `${player.name}: ${base.totals[seat]}`), list);
    });
    const full = base.power >= base.breakpoint;
    const section = make(`section.base${full ? ".ready" : ""}${base.scoring ? ".scoring" : ""}`, {},
      make("h2", {}, make("ul.plain", {}, this.card(frame, base.card))),
      make("p.facts", {}, make("b", {}, `${base.power} of ${base.breakpoint}`), ` · VP ${base.vp.join(" ")}${base.scoring ? " · scoring" : full ? " · ready" : ""}`),
      base.breakpoint_sum ? make("p.facts", {}, `breakpoint: ${base.breakpoint_sum}`) : "",
      ...parts, this.powers(frame, place));
    return section;
  }

  player_(frame, player, seat) {
    const asked = frame.decision?.seat === seat;
    const piles = Object.entries(player.piles || {});
    const sizes = [`hand ${player.hand.length}`, ...piles.filter(([, pile]) => !pile.spread).map(([zone, pile]) => `${zone} ${pile.size}`)].join(", ");
    const known = player.hand.filter(Boolean);
    const drawn = ([zone, pile]) => {
      if (!pile.cards?.length) return "";
      if (pile.spread) return make("div", {}, make("p.facts", {}, capital(pile.heading)), this.cards(frame, pile.cards));
      const name = `${zone}${seat}`;
      return make("details", { open: this.opened?.has(name), ontoggle: (event) => this.remember(name, event.target.open) },
        make("summary", {}, `${capital(pile.heading)} (${pile.cards.length})`), this.cards(frame, pile.cards));
    };
    return make("section.player", {},
      make(`h2.seat${seat % 4}`, {}, make("span", { "aria-hidden": "true" }, `${MARKS[seat % 4]} `), player.name, ` ${player.victory_points} VP`,
        frame.winners?.includes(seat) ? " · won" : asked ? " · decides" : ""),
      make("p.facts", {}, `${sizes}${player.factions.length ? ` · ${player.factions.map((one) => one.replaceAll("-", " ")).join(" + ")}` : ""}`),
      known.length ? make("div", {}, make("p.facts", {}, "In hand"), this.cards(frame, known, { hand: true, power: true })) : "",
      ...piles.map(drawn));
  }

  remember(name, open) {
    this.opened ??= new Set();
    if (open) this.opened.add(name);
    else this.opened.delete(name);
  }

  drawRest(frame) {
    const piles = Object.values(frame.piles || {});
    const list = (pile) => make("div", {},
      make("p.facts", {}, pile.spread ? pile.heading : `${pile.heading}: ${many(pile.size, "card")}`), pile.cards?.length ? this.cards(frame, pile.cards) : "");
    this.rest.replaceChildren(
      ...piles.filter((pile) => pile.spread).map(list),
      frame.plays?.length ? make("p", {}, `May still play: ${frame.plays.join("; ")}`) : "",
      frame.lasting?.length ? make("ul.lasting", {}, ...frame.lasting.map((words) => make("li", {}, words))) : "",
      ...piles.filter((pile) => !pile.spread).map(list));
  }

  // --- decisions

  drawDecision(frame) {
    const decision = frame.decision;
    this.decision.replaceChildren();
    if (!decision) return;
    const name = frame.players[decision.seat].name;
    if (!decision.kind) {
      this.decision.append(make("p", {}, `${name} decides.`));
      return;
    }
    this.decision.append(make("h2", {}, `${name} decides`)); // what, is told above
    const way = this.live?.answer?.(this.position === this.film.end, decision.seat);
    if (way) this.drawAnswer(decision, way);
    else this.drawOptions(decision);
  }

  drawOptions(decision) {
    const taken = decision.taken || [];
    const none = decision.taken && !taken.length;
    this.decision.append(make("ul.options", {}, ...(decision.options || []).map((option, index) =>
      make(taken.includes(index) ? "li.taken" : "li", {}, taken.includes(index) ? make("b", {}, `✓ ${option.words}`) : option.words)),
    none ? make("li.taken", {}, make("b", {}, "✓ none of these")) : ""));
  }

  drawAnswer(decision, way) {
    const { least = 0, most = 1, repeats = false, options = [] } = decision;
    const at_once = least === 1 && most === 1;
    const pick = (index) => {
      if (at_once) return way.send([index]);
      if (this.picked.includes(index) && !repeats) this.picked = this.picked.filter((one) => one !== index);
      else if (this.picked.length < most) this.picked.push(index);
      return this.show();
    };
    this.decision.append(make("p.facts", {}, way.words), make("ul.options", {}, ...options.map((option, index) => {
      const times = this.picked.filter((one) => one === index).length;
      const taken = decision.taken?.includes(index) ? " (taken in this game)" : "";
      const card = this.film.frame.cards[option.card];
      const text = card?.id && this.doc.texts.cards[card.id]?.text;
      const order = times ? ` ✓${most > 1 ? this.picked.indexOf(index) + 1 : ""}${times > 1 ? ` × ${times}` : ""}` : "";
      return make("li", {}, make("button", { type: "button", "data-deed": `option${index}`, "aria-pressed": at_once ? null : String(Boolean(times)),
        onclick: () => pick(index) }, `${option.words}${order}`, text ? make("span.text", {}, plainText(text)) : ""), taken);
    })));
    if (!at_once) {
      const enough = this.picked.length >= least;
      const words = this.picked.length ? "Answer so" : "None of these";
      this.decision.append(make("button.answer", { type: "button", "data-deed": "answer", disabled: !enough, onclick: () => way.send(this.picked) }, words));
    }
  }

  // --- charts

  drawPoints() {
    const { points } = this.film.curves;
    const [width, height, last] = [1000, 80, Math.max(points.length - 1, 1)];
    const seats = this.doc.players.length;
    const highest = Math.max(1, ...points.map((values) => Math.max(0, ...values)));
    const x = (place) => (place / last) * width;
    const y = (value) => height - 4 - (value / highest) * (height - 8);
    const lines = [];
    for (let seat = 0; seat < seats; seat += 1) {
      let path = "";
      let before = null;
      points.forEach((values, place) => {
        const value = values[seat] ?? 0;
        if (value !== before) path += before === null ? `M${x(place)} ${y(value)}` : `H${x(place)}V${y(value)}`;
        before = value;
      });
      lines.push(drawing("path", { d: `${path}H${width}`, class: `line seat${seat % 4}`, "stroke-dasharray": ["", "7 3", "2 3", "9 3 2 3"][seat % 4] }));
    }
    const now = points[this.position - this.film.start];
    const label = `Victory points: ${this.doc.players.map((name, seat) => `${name} ${now[seat] ?? 0} now, ${points.at(-1)[seat]} in the end`).join("; ")}`;
    const here = x(this.position - this.film.start);
    const picture = drawing("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
      ...lines, drawing("line", { x1: here, x2: here, y1: 0, y2: height, class: "now" }));
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      this.go(this.film.start + Math.round(((event.clientX - box.left) / box.width) * last));
    });
    this.chart.replaceChildren(make("p.facts", {}, "Victory points ", ...this.doc.players.map((name, seat) =>
      make(`span.seat${seat % 4}`, {}, ` ${MARKS[seat % 4]} ${name} ${now[seat] ?? 0}`))), picture);
  }

  powers(frame, place) {
    const curve = this.film.curves.places.get(place);
    const [width, height] = [200, 44];
    const count = curve.totals.length;
    if (count < 3) return "";
    const highest = Math.max(...curve.breakpoints, ...curve.totals.map((totals) => Math.max(0, ...totals)), 1);
    const x = (index) => (index / (count - 1)) * width;
    const y = (value) => height - 2 - (value / highest) * (height - 4);
    const line = (values) => values.map((value, index) => (index && value === values[index - 1] ? "" : `${index ? `H${x(index)}V${y(value)}` : `M0 ${y(value)}`}`)).join("") + `H${width}`;
    const here = x(this.position - curve.from);
    const total = curve.totals.map((totals) => totals.reduce((sum, one) => sum + one, 0));
    const label = `Power here over time: ${(frame.players || []).map((player, seat) => `${player.name} ${frame.bases[place].totals[seat]}`).join(", ")} now; at the most ${Math.max(...total)} together, breakpoint ${curve.breakpoints.at(-1)}`;
    return drawing("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": label, class: "powers" },
      drawing("path", { d: line(curve.breakpoints), class: "line breakpoint" }),
      ...(frame.players || []).map((_, seat) => drawing("path", { d: line(curve.totals.map((totals) => totals[seat] ?? 0)), class: `line seat${seat % 4}` })),
      drawing("line", { x1: here, x2: here, y1: 0, y2: height, class: "now" }));
  }
}

// --- where documents come from: deflated, in base 64

const unpacked = async (text) => {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
};

window.smashup = { Film, Viewer, unpacked };
