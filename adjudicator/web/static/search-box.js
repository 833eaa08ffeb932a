// Search as you type, for any page that has the field #q and the list #results: "/" focuses the field, the arrow keys
// walk through the hits, Enter opens one. The page loads index.js and search.js first.
(() => {
  const field = document.getElementById("q");
  const results = document.getElementById("results");
  const status = document.getElementById("found");
  const root = field.form.getAttribute("action").replace(/search\.html$/, "");
  const search = new SmashupSearch(window.smashupIndex);
  const FOLDERS = { rule: "rules", ruling: "rulings", card: "cards", faction: "factions" };

  const entry = ({ item }) => {
    const shown = document.createElement("li");
    const kind = document.createElement("span");
    kind.className = "kind";
    kind.textContent = item.kind;
    const title = document.createElement(item.kind in FOLDERS ? "a" : "b");
    if (item.kind in FOLDERS) title.href = `${root}${FOLDERS[item.kind]}/${item.id}.html`;
    title.textContent = item.title;
    const text = document.createElement("p");
    text.textContent = item.answer;
    shown.append(kind, " ", title, text);
    return shown;
  };

  const show = () => {
    if (!field.value.trim()) {
      results.replaceChildren();
      status.textContent = "Type a few words above: a rule, a card, a situation.";
      return;
    }
    const { hits, cards, understood, noneWithAll } = search.find(field.value, 30);
    const told = understood.length ? [`Understood: ${[...new Set(understood)].join("; ")}.`] : [];
    if (noneWithAll) {
      const names = cards.map((card) => card.title);
      const involved = names.length === 2 ? `both ${names[0]} and ${names[1]}` : `all of ${names.join(", ")}`;
      told.push(`No ruling involves ${involved}. These come closest.`);
    }
    if (!hits[0].score) told.push("None of these words occur here. These are rules to start from.");
    status.textContent = told.join(" ") || `The best ${hits.length} hits.`;
    results.replaceChildren(...hits.map(entry));
  };

  const walk = (step) => {
    const links = [field, ...results.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    links[Math.min(Math.max(at + step, 0), links.length - 1)].focus();
  };

  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing) field.focus();
    else if (event.key === "ArrowDown" && (document.activeElement === field || results.contains(document.activeElement))) walk(1);
    else if (event.key === "ArrowUp" && results.contains(document.activeElement)) walk(-1);
    else return;
    event.preventDefault();
  });
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    results.querySelector("a")?.click();
  });
  field.addEventListener("input", () => {
    show();
    history.replaceState(null, "", field.value ? `?q=${encodeURIComponent(field.value)}` : location.pathname);
  });
  field.value = new URLSearchParams(location.search).get("q") || "";
  show();
  field.focus();
})();
