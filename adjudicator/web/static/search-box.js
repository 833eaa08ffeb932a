// Search as you type, on every page: "/" focuses the field, the arrow keys walk through the hits, Enter opens one. The
// index is large, so it is loaded when somebody begins to search. On the search page the hits are the page itself.
(() => {
  const field = document.getElementById("q");
  const status = document.getElementById("found");
  const root = field.form.getAttribute("action").replace(/search\.html$/, "");
  const FOLDERS = { rule: "rules", ruling: "rulings", card: "cards", faction: "factions" };
  let results = document.getElementById("results");
  const whole = Boolean(results);
  if (!whole) {
    results = document.createElement("ol");
    results.id = "results";
    results.className = "results dropped";
    results.hidden = true;
    results.setAttribute("aria-label", "Search results");
    field.form.append(results);
  }

  const load = (name) => new Promise((loaded, failed) => {
    const script = document.createElement("script");
    script.src = `${root}static/${name}`;
    script.onload = loaded;
    script.onerror = failed;
    document.head.append(script);
  });
  let loading;
  let search;
  const ready = () => {
    loading ??= Promise.all([load("index.js"), load("search.js")]).then(() => {
      search = new SmashupSearch(window.smashupIndex);
    });
    return loading;
  };

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

  const show = async () => {
    if (!field.value.trim()) {
      results.replaceChildren();
      if (whole) status.textContent = "Type a few words above: a rule, a card, a situation.";
      else results.hidden = true;
      return;
    }
    try {
      await ready();
    } catch {
      return; // the search page says more
    }
    const { hits, cards, understood, noneWithAll } = search.find(field.value, whole ? 30 : 8);
    results.replaceChildren(...hits.map(entry));
    if (!whole) {
      results.hidden = !hits.length || !field.value.trim();
      return;
    }
    const told = understood.length ? [`Understood: ${[...new Set(understood)].join("; ")}.`] : [];
    if (noneWithAll) {
      const names = cards.map((card) => card.title);
      const involved = names.length === 2 ? `both ${names[0]} and ${names[1]}` : `all of ${names.join(", ")}`;
      told.push(`No ruling involves ${involved}. These come closest.`);
    }
    if (!hits[0].score) told.push("None of these words occur here. These are rules to start from.");
    status.textContent = told.join(" ") || `The best ${hits.length} hits.`;
  };

  const walk = (step) => {
    const links = [field, ...results.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    links[Math.min(Math.max(at + step, 0), links.length - 1)].focus();
  };

  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    const inside = results.contains(document.activeElement);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && !typing) field.focus();
    else if (event.key === "ArrowDown" && (document.activeElement === field || inside)) walk(1);
    else if (event.key === "ArrowUp" && inside) walk(-1);
    else if (event.key === "Escape" && !whole && !results.hidden) {
      results.hidden = true;
      field.focus();
    } else return;
    event.preventDefault();
  });
  if (!whole) {
    field.addEventListener("focus", () => ready().catch(() => {}), { once: true });
    document.addEventListener("focusin", (event) => {
      if (!field.form.contains(event.target)) results.hidden = true;
    });
  }
  field.form.addEventListener("submit", (event) => {
    const first = results.querySelector("a");
    if (!whole && !first) return; // the search page explains
    event.preventDefault();
    first?.click();
  });
  field.addEventListener("input", () => {
    show();
    if (whole) history.replaceState(null, "", field.value ? `?q=${encodeURIComponent(field.value)}` : location.pathname);
  });
  if (whole) {
    field.value = new URLSearchParams(location.search).get("q") || "";
    show();
    field.focus();
  }
  const missing = document.getElementById("missing");
  if (missing) suggest().catch(() => {}); // without suggestions the page still says what to do

  /** On the page for addresses that are not there: list what the address may have meant. */
  async function suggest() {
    const words = decodeURIComponent(location.pathname).split("/").pop().replace(/\.html$/, "").replace(/[^\p{L}\d]+/gu, " ").trim();
    if (!words) return;
    field.value = words;
    await ready();
    const hits = search.find(words, 5).hits.filter(({ score }) => score);
    if (!hits.length) return;
    const list = document.createElement("ol");
    list.className = "results";
    list.id = "suggested";
    list.append(...hits.map(entry));
    const heading = document.createElement("h2");
    heading.textContent = `Found for “${words}”`;
    missing.after(heading, list);
  }
})();
