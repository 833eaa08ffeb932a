// A game of the store: its document is fetched, and what is decided on the page is sent back.
(async () => {
  const place = document.getElementById("viewer");
  const problem = document.getElementById("problem");
  const { game, seat, first, document: address } = place.dataset;
  const wrong = (words) => {
    problem.textContent = words;
    problem.hidden = false;
  };
  const response = await fetch(address);
  const doc = await response.json();
  if (!response.ok) return wrong(doc.error);
  const end = doc.first.position + doc.changes.length;
  const me = doc.players.findIndex((name) => name.toLowerCase() === seat.toLowerCase());

  const send = async (position, picks) => {
    place.setAttribute("aria-busy", "true");
    const sent = await fetch(`${game}/answer`, { method: "POST", body: JSON.stringify({ position, picks, seat }) });
    const found = await sent.json();
    place.removeAttribute("aria-busy");
    if (!sent.ok) return wrong(found.error);
    return location.assign(found.address);
  };
  const answer = (open, asked) => {
    if (!("write" in place.dataset) || (me >= 0 && me !== asked) || seat === "nobody") return null;
    const words = open ? "" : "Another answer goes on in a branch:";
    return { words, send: (picks) => send(viewer.position, picks) };
  };
  const told = doc.lines.filter((line) => line.position > Number(first) + 1 && !["asked", "answered"].includes(line.event));
  if (Number(first) > 1 && told.length) {
    const since = document.getElementById("since");
    const lines = told.map((line) => {
      const item = document.createElement("li");
      item.className = ["awarded", "scoring-began", "game-won"].includes(line.event) ? "telling" : "";
      item.textContent = line.text;
      return item;
    });
    since.querySelector("ul").replaceChildren(...lines);
    since.hidden = false;
  }
  const going = "write" in place.dataset && (Number(first) > 1 || me >= 0);
  const viewer = new window.smashup.Viewer(place, { "": doc }, {
    rulePage: (id) => `../rules/${id}.html`,
    gamePage: (id) => `${id}?seat=${encodeURIComponent(seat)}`,
    live: { answer, begin: going ? end : undefined },
    eyes: {
      names: [...document.querySelectorAll(".eyes select option")].map((one) => [one.value, one.textContent]),
      now: document.querySelector(".eyes select").value,
      look: (id, position) => location.assign(`${location.pathname}?seat=${encodeURIComponent(id)}#${position}`),
    },
  });
  // Somebody else may go on with the game: what happens is told as it happens.
  if ("open" in place.dataset) {
    const from = Math.max(doc.first.position, end - 1);
    const news = new EventSource(`${game}/live?${new URLSearchParams({ seat, from, after: end })}`);
    news.addEventListener("message", (event) => viewer.extend(JSON.parse(event.data)));
    news.addEventListener("over", () => news.close());
  }
  // Both keep the position that is shown.
  const onBoard = document.getElementById("on-board");
  onBoard.addEventListener("click", () => (onBoard.href = `${game}/board?at=${viewer.position}`));
  const look = onBoard.closest("form");
  look.addEventListener("submit", () => (look.action = `${location.pathname}#${viewer.position}`));
})();
