// Filters the list of games: by words, by rulebook, by whether they are over.
(() => {
  const form = document.getElementById("filter");
  const rows = [...document.querySelectorAll("#games tbody tr")];
  const count = document.getElementById("count");
  const show = () => {
    const words = form.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const fits = words.every((word) => text.includes(word)) && (!form.book.value || row.dataset.book === form.book.value) && (!form.result.value || row.dataset.result === form.result.value);
      row.hidden = !fits;
      shown += fits;
    }
    const all = `${rows.length} ${rows.length === 1 ? "game" : "games"}`;
    count.textContent = shown === rows.length ? all : `${shown} of ${all}`;
  };
  form.hidden = false;
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
})();
