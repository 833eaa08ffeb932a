// Searches the index in the browser: every word must be found; a title counts more than what stands below it.
(() => {
  const field = document.getElementById("q");
  const results = document.getElementById("results");
  const found = document.getElementById("found");
  const MOST = 60;
  const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f'’]/g, "").toLowerCase();
  const entries = window.smashupIndex.map(([kind, link, title, text]) => ({
    kind, link, title, text, head: " " + fold(title), body: " " + fold(text),
  }));
  const ORDER = { rule: 3, minion: 4, action: 4, base: 4, faction: 4, book: 3, ruling: 0 };

  const score = (entry, words, phrase) => {
    let total = ORDER[entry.kind];
    for (const word of words) {
      if (entry.head.includes(" " + word)) total += 10;
      else if (entry.head.includes(word)) total += 6;
      else if (entry.body.includes(" " + word)) total += 3;
      else if (entry.body.includes(word)) total += 1;
      else return 0;
    }
    if (entry.head.includes(phrase)) total += 8;
    if (entry.head.trim() === phrase) total += 20;
    return total;
  };

  const show = () => {
    const phrase = fold(field.value).trim();
    const words = phrase.split(/[^\p{L}\p{N}.+-]+/u).filter(Boolean);
    results.replaceChildren();
    if (!words.length) {
      found.textContent = "Type a few words above: a rule, a card, a situation.";
      return;
    }
    const hits = entries
      .map((entry) => [score(entry, words, phrase), entry])
      .filter(([points]) => points > 0)
      .sort((one, other) => other[0] - one[0]);
    found.textContent = hits.length
      ? `${hits.length} found${hits.length > MOST ? `, the first ${MOST} of them` : ""}.`
      : "Nothing has all of these words.";
    for (const [, entry] of hits.slice(0, MOST)) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = entry.link;
      link.textContent = entry.title;
      const kind = document.createElement("span");
      kind.className = "kind";
      kind.textContent = entry.kind;
      const text = document.createElement("p");
      text.textContent = entry.text;
      item.append(kind, " ", link, text);
      results.append(item);
    }
  };

  field.value = new URLSearchParams(location.search).get("q") || "";
  field.addEventListener("input", () => {
    show();
    history.replaceState(null, "", field.value ? `?q=${encodeURIComponent(field.value)}` : location.pathname);
  });
  field.form.addEventListener("submit", (event) => event.preventDefault());
  show();
  field.focus();
})();
