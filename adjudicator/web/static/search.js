// Answers a question from the index, step by step as adjudicator/search/query.py does; a test compares the two.
// The parameters (index.parameters) come from there, so that both rank by the same numbers.
"use strict";

class SmashupSearch {
  constructor(index) {
    this.index = index;
    this.items = index.items.map(([kind, id, title, answer, general, about, table, type]) => (
      { kind, id, title, answer, general, about, table, type }));
    this.terms = new Map(Object.entries(index.terms));
    this.names = new Map(Object.entries(index.names));
    this.others = new Map(Object.entries(index.others));
    this.parts = new Map(Object.entries(index.parts));
    this.synonyms = new Map(Object.entries(index.synonyms));
    this.slang = new Map(Object.entries(index.slang));
    this.stop = new Set(index.stop);
    this.weak = new Set(index.weak);
    this.p = index.parameters;
    this.sounds = new Map();
    for (const name of this.names.keys()) {
      const heard = SmashupSearch.sound(name);
      this.sounds.set(heard, [...(this.sounds.get(heard) || []), name]);
    }
  }

  static tokens(text) {
    const plain = text.toLowerCase().replace(/['’]/g, "").normalize("NFKD").replace(/\p{Mn}/gu, "");
    return plain.match(/[a-z0-9]+/g) || [];
  }

  static stem(word) {
    if (word.length <= 3 || /^[0-9]/.test(word)) return word;
    if (/(ies|ied)$/.test(word)) {
      if (word.length === 4) return word.slice(0, 3);
      word = word.slice(0, -3) + "y";
    } else if (word.endsWith("ing") && word.length > 5) word = word.slice(0, -3);
    else if ((word.endsWith("ed") && word.length > 4) || /(sses|shes|ches|xes|zes)$/.test(word)) word = word.slice(0, -2);
    else if (word.endsWith("s") && !/(ss|us)$/.test(word)) word = word.slice(0, -1);
    if (word.length > 3 && word.endsWith("e")) word = word.slice(0, -1);
    if (word.length > 3 && word.at(-1) === word.at(-2)) word = word.slice(0, -1);
    return word.endsWith("y") ? word.slice(0, -1) + "i" : word;
  }

  static sound(word) {
    let heard = word;
    for (const [letters, sounds] of [["ph", "f"], ["c", "k"], ["q", "k"], ["z", "s"], ["x", "ks"]]) {
      heard = heard.replaceAll(letters, sounds);
    }
    const kept = [...heard].filter((letter, at) => !at || !"aeiouhwy".includes(letter));
    return kept.filter((letter, at) => !at || letter !== kept[at - 1]).join("");
  }

  static distance(one, other, most) {
    if (Math.abs(one.length - other.length) > most) return most + 1;
    let last = [], before = [], row = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (let i = 1; i <= one.length; i++) {
      [last, before, row] = [before, row, new Array(other.length + 1).fill(i)];
      for (let j = 1; j <= other.length; j++) {
        row[j] = Math.min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
          row[j] = Math.min(row[j], last[j - 2] + 1);
        }
      }
      if (Math.min(...row) > most) return most + 1;
    }
    return Math.min(row[other.length], most + 1);
  }

  find(question, most = 60) {
    const words = SmashupSearch.tokens(question);
    const understood = [];
    const [strong, faint, spelled] = this.cards(words, understood);
    const [wanted, described] = strong.length ? ["", 0] : this.wantedType(words);
    const concepts = this.concepts(wanted ? words.slice(described) : spelled, understood);
    const begun = strong.length ? [] : this.begunNames(words);
    const hits = this.ranked(this.scores(concepts, !wanted), concepts, strong, faint, begun, wanted).slice(0, most);
    const noneWithAll = this.apart(strong);
    return { hits, cards: (strong.length ? strong : faint).map((at) => this.items[at]), understood, noneWithAll };
  }

  cards(words, understood) {
    const strong = [], faint = [], printed = new Map(), covered = new Set();
    for (let size = Math.min(7, words.length); size > 0; size--) {
      for (let start = 0; start + size <= words.length; start++) {
        const span = Array.from({ length: size }, (_, at) => start + at);
        if (span.some((at) => covered.has(at))) continue;
        const said = words.slice(start, start + size).join("");
        let key = this.name(said), fuzzy = false;
        if (!key && span.some((at) => !this.known(words[at]))) {
          [key, fuzzy] = [this.nearName(said) || (size === 1 ? this.soundingLike(said) : ""), true];
        }
        if (!key) continue;
        span.forEach((at) => covered.add(at));
        for (const place of this.names.get(key)) (this.weak.has(key) && words.length > size ? faint : strong).push(place);
        const title = this.items[this.names.get(key)[0]].title;
        if (this.others.has(key)) understood.push(`${this.others.get(key)} is ${title}`);
        else if (fuzzy) understood.push(`${words.slice(start, start + size).join(" ")}: ${title}`);
        if (fuzzy || this.others.has(key)) {
          span.forEach((at) => printed.set(at, []));
          printed.set(start, SmashupSearch.tokens(title));
        }
      }
    }
    const sure = strong.length && words.some((word) => this.index.describing.joining.includes(word));
    words.forEach((word, at) => {
      if (covered.has(at) || !this.parts.has(word) || strong.includes(this.parts.get(word))) return;
      (sure ? strong : faint).push(this.parts.get(word));
    });
    const spelled = words.flatMap((said, at) => (printed.has(at) ? printed.get(at) : [said]));
    return [[...new Set(strong)], [...new Set(faint)].filter((one) => !strong.includes(one)), spelled];
  }

  name(said) {
    const forms = [said, said.endsWith("s") ? said.slice(0, -1) : "", said.endsWith("es") ? said.slice(0, -2) : ""];
    return forms.find((key) => key && this.names.has(key)) || "";
  }

  nearName(said) {
    if (said.length < 5) return "";
    const most = said.length < 9 ? 1 : 2;
    let best = "", nearest = most + 1;
    for (const name of this.names.keys()) {
      const apart = SmashupSearch.distance(said, name, most);
      if (apart < nearest) [best, nearest] = [name, apart];
    }
    return best;
  }

  soundingLike(said) {
    const heard = SmashupSearch.sound(said);
    const alike = heard.length >= 4 ? this.sounds.get(heard) || [] : [];
    return alike.length === 1 ? alike[0] : "";
  }

  begunNames(words) {
    const said = words.join("");
    if (said.length < 3) return [];
    const found = [...this.names].filter(([name]) => name.startsWith(said)).map(([, places]) => places[0]);
    if (words.length === 1 && this.parts.has(said)) found.push(this.parts.get(said));
    return found;
  }

  known(word) {
    const short = SmashupSearch.stem(word);
    return this.terms.has(short) || this.stop.has(short) || this.synonyms.has(short);
  }

  concepts(words, understood) {
    const stemmed = words.map(SmashupSearch.stem);
    const found = [], seen = new Set();
    for (let at = 0; at < words.length;) {
      let size = Math.min(4, words.length - at);
      while (size > 1 && !this.synonyms.has(stemmed.slice(at, at + size).join(" "))) size--;
      size = Math.max(size, 1);
      const key = stemmed.slice(at, at + size).join(" ");
      if (!seen.has(key)) {
        seen.add(key);
        const last = at + size === words.length;
        found.push(this.concept(words.slice(at, at + size), stemmed.slice(at, at + size), last, understood));
      }
      at += size;
    }
    return found;
  }

  concept(words, stemmed, last, understood) {
    const key = stemmed.join(" ");
    const meanings = this.synonyms.get(key) || [];
    const alternatives = [[stemmed, 100], ...meanings.filter((one) => one.join(" ") !== key).map((one) => [one, 85])];
    if (meanings.length) {
      if (this.slang.has(key)) understood.push(`${words.join(" ")}: ${this.slang.get(key)}`);
      return { alternatives, stop: this.stop.has(key), whole: words.length > 1 ? stemmed : null };
    }
    const short = stemmed[0];
    if (this.stop.has(short) || this.terms.has(short)) return { alternatives, stop: this.stop.has(short) };
    if (last && short.length > 1) {
      const begun = this.begun(words[0]);
      if (begun.length) return { alternatives: begun.map((one) => [[one], 90]), stop: false };
    }
    const near = this.corrected(short);
    if (!near) return { alternatives: [], stop: false };
    understood.push(`${words[0]}: ${near}`);
    return { alternatives: [[[near], 85], ...(this.synonyms.get(near) || []).map((one) => [one, 70])], stop: false };
  }

  begun(word) {
    const fitting = [...this.terms.keys()].filter((one) => one.startsWith(word));
    fitting.sort((one, other) => this.terms.get(other).length - this.terms.get(one).length || (one < other ? -1 : 1));
    return fitting.slice(0, 8);
  }

  corrected(short) {
    if (short.length < 4) return "";
    const most = short.length < 7 ? 1 : 2;
    let best = "", nearest = most + 1, uses = 0;
    for (const [known, postings] of this.terms) {
      if (known.startsWith("=")) continue;
      const apart = SmashupSearch.distance(short, known, most);
      if (apart < nearest || (apart === nearest && apart <= most && postings.length > uses)) {
        [best, nearest, uses] = [known, apart, postings.length];
      }
    }
    return best;
  }

  scores(concepts, names) {
    const found = new Map();
    for (const { alternatives, stop, whole: phrase } of concepts) {
      const best = new Map();
      for (const [alternative, share] of alternatives) {
        for (const [place, whole] of this.ofAlternative(alternative, alternative === phrase, names)) {
          const score = Math.floor((whole * share) / 100);
          if (score > (best.get(place) || 0)) best.set(place, score);
        }
      }
      for (const [place, score] of best) {
        const [total, weight] = found.get(place) || [0, 0];
        found.set(place, stop
          ? [total + Math.floor((score * this.p.STOP_SHARE) / 100), weight + 1]
          : [total + score, weight + this.p.CONTENT_WEIGHT]);
      }
    }
    return found;
  }

  ofAlternative(alternative, whole, names) {
    const summed = new Map();
    alternative.forEach((short, count) => {
      const postings = this.terms.get(short) || [];
      for (let at = 0; at < postings.length; at += 2) {
        if (whole && count && !summed.has(postings[at])) continue;
        summed.set(postings[at], (summed.get(postings[at]) || 0) + postings[at + 1]);
      }
      const named = names ? [] : this.terms.get(`=${short}`) || [];
      for (let at = 0; at < named.length; at += 2) {
        if (summed.has(named[at])) summed.set(named[at], summed.get(named[at]) - named[at + 1]);
      }
      if (!whole || !count) return;
      const having = new Set(postings.filter((_, at) => at % 2 === 0));
      for (const place of [...summed.keys()]) if (!having.has(place)) summed.delete(place);
    });
    if (alternative.length > 1) {
      for (const [place, score] of summed) {
        summed.set(place, Math.floor((score * this.p.SEVERAL) / (100 * alternative.length)));
      }
    }
    return summed;
  }

  ranked(scores, concepts, strong, faint, begun, wanted) {
    const p = this.p;
    const whole = concepts.reduce((sum, one) => sum + (one.stop ? 1 : p.CONTENT_WEIGHT), 0) || 1;
    const content = concepts.filter((one) => !one.stop).length;
    const bare = strong.length > 0 && content <= SmashupSearch.tokens(this.items[strong[0]].title).length;
    const texts = bare || this.apart(strong);
    let found = [];
    for (const place of new Set([...scores.keys(), ...strong, ...faint, ...begun])) {
      const [total, weight] = scores.get(place) || [0, 0];
      let score = Math.floor((total * (p.COVER_LEAST * whole + p.COVER_MORE * weight))
        / ((p.COVER_LEAST + p.COVER_MORE) * whole));
      score = Math.floor((score * this.factor(place, strong, faint, texts, wanted)) / 100);
      if (begun.includes(place)) score = Math.floor((score * p.BARE_NAME) / 100) + p.NAMED;
      if (strong.includes(place)) score += p.NAMED;
      found.push([score, place]);
    }
    if (!found.length) found = this.items.map((_, place) => [0, place]);
    found.sort((one, other) => other[0] - one[0] || one[1] - other[1]);
    return found.map(([score, place]) => ({ item: this.items[place], score }));
  }

  apart(cards) {
    const involved = (item) => item.kind === "ruling"
      && cards.every((one) => item.about.includes(one) || item.table.includes(one));
    return cards.length > 1 && !this.items.some(involved);
  }

  factor(place, strong, faint, text, wanted) {
    const p = this.p, item = this.items[place];
    if (item.kind === "ruling") {
      if (wanted) return p.RULING_WITH_DEED;
      const about = strong.filter((one) => item.about.includes(one)).length;
      const table = strong.filter((one) => item.table.includes(one)).length;
      if (strong.length > 1 && about + table === strong.length) return p.ALL_CARDS + 10 * about;
      if (about) return p.ABOUT_IT;
      if (table) return p.ON_TABLE;
      if (faint.some((one) => item.about.includes(one))) return p.ABOUT_PERHAPS;
      if (strong.length) return item.about.length ? p.OTHER_CARD : 100;
      return item.general ? p.GENERAL : p.UNNAMED_CARD;
    }
    if (item.kind === "card") {
      if (strong.includes(place)) return text ? p.BARE_NAME : p.NAMED_CARD;
      if (faint.includes(place)) return p.CARD_PERHAPS;
      if (wanted) return SmashupSearch.fits(item, wanted) ? p.CARDS_WANTED : p.WRONG_TYPE;
      return strong.length ? p.CARD_NOT_NAMED : p.CARD_OTHERWISE;
    }
    if (item.kind === "faction") return strong.length ? p.FACTION_WITH_CARD : 100;
    return strong.length ? p.RULE_WITH_CARD : wanted ? p.RULE_WITH_DEED : p.GENERAL_RULE;
  }

  static ACTIONS = ["standard", "on-base", "on-minion", "special-only"]; // the type of an action says where it is played

  static fits(card, wanted) {
    if (wanted === "action") return SmashupSearch.ACTIONS.includes(card.type);
    return wanted === "card" || card.type === wanted;
  }

  wantedType(words) {
    const { openings, acting, before, kinds, leading, able, may, deeds, timing, asking } = this.index.describing;
    const begins = (phrase) => phrase.every((word, at) => words[at] === word);
    let start = (openings.find(begins) || []).length;
    while (start < words.length && before.includes(words[start])) start++;
    if (start < words.length && kinds.includes(words[start])) {
      const follower = words[start + 1] || "";
      const ableTo = able.includes(follower) && may.includes(words[start + 2]);
      const described = ableTo || leading.includes(follower) || deeds.includes(SmashupSearch.stem(follower));
      const type = words[start].endsWith("thing") ? "card" : words[start].replace(/s$/, "");
      return described ? [type, start] : ["", 0];
    }
    if (acting.some(begins) && words.length > 3 && deeds.includes(SmashupSearch.stem(words[2]))) return ["card", 2];
    const does = start === 1 && words.length > 3 && words[1].endsWith("s");
    if (does && deeds.includes(SmashupSearch.stem(words[1]))) return ["card", 1];
    const deed = words.length > 2 && deeds.includes(SmashupSearch.stem(words[0])) && !words[0].endsWith("ing");
    const timed = words.length && words[0].endsWith("s") ? timing : [];
    const asks = words.some((word) => asking.includes(word) && !timed.includes(word));
    return [deed && !asks ? "card" : "", 0];
  }
}

globalThis.SmashupSearch = SmashupSearch;
