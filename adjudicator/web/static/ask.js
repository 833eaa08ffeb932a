// The ask page: a scenario is sent whenever its writer pauses, and the ruling shown; the latest question counts.
(() => {
  const field = document.getElementById("scenario");
  const status = document.getElementById("asked-status");
  const asked = document.getElementById("asked");
  const button = document.getElementById("step-through");
  const place = document.getElementById("viewer");
  const PAUSE = 400;
  let timer = 0;
  let waiting = null;
  let runs = null;

  const ask = async () => {
    waiting?.abort();
    waiting = new AbortController();
    status.textContent = "Asking …";
    try {
      const response = await fetch("ask/ruling", { method: "POST", body: field.value, signal: waiting.signal });
      show(await response.json());
    } catch (error) {
      if (error.name !== "AbortError") status.textContent = "The server does not answer.";
    }
  };
  const show = (found) => {
    field.setAttribute("aria-invalid", String(Boolean(found.error)));
    status.textContent = found.error || "By every rulebook:";
    asked.classList.toggle("stale", Boolean(found.error));
    if (found.error) return;
    asked.innerHTML = found.html; // our own page, in which everything that came from outside is text
    runs = found.runs;
    button.hidden = false;
    place.hidden = true;
  };
  button.addEventListener("click", () => {
    const all = {};
    for (const [edition, { document, rules }] of Object.entries(runs.editions)) {
      const shared = runs.documents[document];
      all[edition] = { ...shared, edition, texts: { ...shared.texts, rules } };
    }
    button.hidden = true;
    place.hidden = false;
    new window.smashup.Viewer(place, all, { rulePage: (id) => `rules/${id}.html` });
  });
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  ask();
})();
