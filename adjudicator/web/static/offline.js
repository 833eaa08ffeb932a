// "Keep the reference offline": asks the service worker for every page. Shown only where a browser can do that.
(() => {
  const button = document.getElementById("keep-reference");
  if (!button || !navigator.serviceWorker || !location.protocol.startsWith("http")) return;
  const said = document.getElementById("kept");
  const bar = document.getElementById("keeping");
  const root = button.dataset.root;
  const says = (words, share) => {
    said.textContent = words;
    bar.hidden = share === undefined;
    if (share !== undefined) bar.value = share;
  };

  /** Send the worker a message; `told` gets its replies, and returns true for the last one. */
  const ask = (worker, message, told) =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => told(data) && done();
      worker.postMessage(message, [port2]);
    });

  const NO_ROOM = "The board could not be kept: there may be no room in this browser. Free some space, and try again.";
  const KEPT = "Every page is kept in this browser and opens offline.";

  /** The worker of this site once it is there; a sentence as the error if it could not be installed. */
  const installed = async () => {
    const found = await navigator.serviceWorker.register(`${root}sw.js`);
    if (found.active) return found.active;
    const worker = found.installing ?? found.waiting;
    return new Promise((done, fail) => {
      worker.addEventListener("statechange", () => {
        if (worker.state === "activated") done(worker);
        else if (worker.state === "redundant") fail(NO_ROOM);
      });
    });
  };

  const keep = async () => {
    button.disabled = true;
    says("Fetching the board and its engine …", 0);
    try {
      await ask(await installed(), "keep reference", ({ share, failed, full }) => {
        if (full) says("This browser has no room for all pages: free some space, and try again. The board works offline.");
        else if (failed) says(`Not all pages could be fetched (${failed}). Try again when you are online.`);
        else if (share < 1) says("Fetching the pages …", share);
        else says(KEPT);
        return failed || share === 1;
      });
    } catch (error) {
      says(error === NO_ROOM ? NO_ROOM : "This site cannot be kept offline: it was written without the engine, or the browser does not allow it.");
    }
    button.disabled = false;
  };

  button.closest("[hidden]").hidden = false;
  button.addEventListener("click", keep);
  const registered = navigator.serviceWorker.getRegistration(root || "./").catch(() => undefined); // a browser may forbid it
  registered.then((found) => {
    if (found?.active) ask(found.active, "is reference kept", ({ kept }) => { if (kept) says(KEPT); return true; });
    // Whoever has installed the app wants it whole.
    if (found?.active && matchMedia("(display-mode: standalone)").matches) keep();
  });
})();
