// Opens the viewer on a ruling's page, when somebody wants it or an address names a position: it is loaded only then.
(() => {
  const place = document.getElementById("viewer");
  const button = document.getElementById("step-through");
  const load = (address) => new Promise((loaded, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = loaded;
    script.onerror = () => failed(new Error(`${address} cannot be loaded`));
    document.head.append(script);
  });
  const open = async () => {
    button.disabled = true;
    const { root, runs } = place.dataset;
    await Promise.all([load(`${root}static/viewer.js`), load(runs)]);
    const { documents, editions } = await window.smashup.unpacked(window.smashupRuns);
    const all = {};
    for (const [edition, { document, rules }] of Object.entries(editions)) {
      const shared = documents[document];
      all[edition] = { ...shared, edition, texts: { ...shared.texts, rules } };
    }
    button.hidden = true;
    place.hidden = false;
    new window.smashup.Viewer(place, all, { rulePage: (id) => `${root}rules/${id}.html` });
    place.scrollIntoView({ block: "nearest" });
  };
  button.addEventListener("click", open);
  if (/^#([A-Z0-9]+\.)?\d+$/.test(location.hash)) open();
})();
