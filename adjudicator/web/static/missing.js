// On the page that stands in for missing addresses: finds the root of the site from its own address, and lets all links
// begin there. The page tries several addresses for this script; the first that is found does the work.
(() => {
  const { dataset } = document.documentElement;
  if (dataset.root) return;
  dataset.root = document.currentScript.src.replace(/static\/missing\.js$/, "");
  for (const key of ["href", "action"]) {
    for (const one of document.querySelectorAll(`[${key}^="/"]`)) one.setAttribute(key, dataset.root + one.getAttribute(key).slice(1));
  }
  const search = document.createElement("script");
  search.src = `${dataset.root}static/search-box.js`;
  document.body.append(search);
})();
