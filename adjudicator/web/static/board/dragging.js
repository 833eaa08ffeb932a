// Carrying a card to another spot, by mouse, pen or finger. A finger has to rest on the card first, so that it can
// still scroll; nothing needs dragging, for every card has a list of the places it can be moved to.

const REST = 350; // milliseconds until a finger picks a card up
const FAR = 6; // pixels after which a mouse does

/**
 * Cards inside `places` can be carried to elements of the class `spot`: those with a path, and those of the palette, which
 * have a name. `drop` is told the path or the name, and the spot.
 */
export function dragging(places, drop) {
  let carried; // {from, face, ghost, spot}
  let waiting; // {x, y, face, timer}

  const over = (spot) => {
    carried.spot?.classList.remove("over");
    carried.spot = spot;
    spot?.classList.add("over");
  };
  const lift = (face, x, y) => {
    const ghost = face.cloneNode(true);
    ghost.classList.add("carried");
    ghost.removeAttribute("data-card");
    document.body.append(ghost);
    face.classList.add("dragged");
    carried = { from: face.dataset.palette ?? JSON.parse(face.dataset.path), face, ghost };
    place(x, y);
  };
  const place = (x, y) => {
    carried.ghost.style.left = `${x}px`;
    carried.ghost.style.top = `${y}px`;
    over(document.elementFromPoint(x, y)?.closest(".spot") ?? undefined);
  };
  const end = (dropped) => {
    clearTimeout(waiting?.timer);
    waiting = undefined;
    if (!carried) return;
    const { from, face, ghost, spot } = carried;
    over(undefined);
    ghost.remove();
    face.classList.remove("dragged");
    carried = undefined;
    // The click that follows would open the card.
    addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true });
    setTimeout(() => dispatchEvent(new Event("click")), 0);
    if (dropped && spot) drop(from, spot);
  };

  const press = (event) => {
    const face = event.target.closest(".card");
    if (!(face?.dataset.path || face?.dataset.palette) || event.button) return;
    const { clientX: x, clientY: y } = event;
    const timer = event.pointerType === "touch" ? setTimeout(() => waiting && lift(face, x, y), REST) : undefined;
    waiting = { x, y, face, timer };
  };
  addEventListener("pointermove", (event) => {
    if (carried) return place(event.clientX, event.clientY);
    if (!waiting || Math.hypot(event.clientX - waiting.x, event.clientY - waiting.y) < FAR) return;
    if (event.pointerType === "touch") end(false);
    else lift(waiting.face, event.clientX, event.clientY);
  });
  addEventListener("pointerup", () => end(true));
  addEventListener("pointercancel", () => end(false));
  addEventListener("keydown", (event) => event.key === "Escape" && end(false));
  for (const place of places) {
    place.addEventListener("pointerdown", press);
    // While a card is carried, a finger must not scroll.
    place.addEventListener("touchmove", (event) => carried && event.preventDefault(), { passive: false });
    place.addEventListener("contextmenu", (event) => (carried || waiting) && event.preventDefault());
  }
}
