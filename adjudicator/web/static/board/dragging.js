// Carrying a card to another spot, by mouse, pen or finger. A finger has to rest on the card first, so that it can
// still scroll; nothing needs dragging, for a card can also be picked up and put down with a key or a touch.

const REST = 350; // milliseconds until a finger picks a card up
const FAR = 6; // pixels after which a mouse does
const EDGE = 32; // pixels from the edge of what scrolls
const PACE = 7; // pixels that it scrolls in a frame

/**
 * Cards inside `places` can be carried: those with a path, and those of the palette, which have a name. `lift` is told the
 * path or the name, and `drop` that nothing is carried any more. In between, `over` is told the element below the pointer;
 * it returns the spot there, and a sentence if the card can't be put into it. `put` is told the path or name, and the spot.
 * `scrolled`: a selector of what scrolls when a card is carried to its edge.
 */
export function dragging(places, { lift, over, put, drop, scrolled }) {
  let carried; // {from, face, ghost, spot, reason, x, y}
  let waiting; // {x, y, face, timer}

  const pickUp = (face, x, y) => {
    const ghost = face.cloneNode(true);
    ghost.classList.add("carried");
    ghost.removeAttribute("data-card");
    const reason = document.createElement("p");
    reason.className = "reason";
    document.body.append(ghost, reason);
    face.classList.add("dragged");
    carried = { from: face.dataset.palette ?? JSON.parse(face.dataset.path), face, ghost, reason };
    lift(carried.from);
    moveTo(x, y);
    requestAnimationFrame(scrollOn);
  };
  const moveTo = (x, y) => {
    Object.assign(carried, { x, y });
    for (const one of [carried.ghost, carried.reason]) {
      one.style.left = `${x}px`;
      one.style.top = `${y}px`;
    }
    const { spot, wrong } = over(document.elementFromPoint(x, y), carried.from);
    if (spot !== carried.spot) {
      carried.spot?.classList.remove("over");
      spot?.classList.add("over");
      carried.spot = spot;
    }
    carried.reason.textContent = wrong ?? "";
    carried.reason.style.setProperty("--aside", x < innerWidth / 2 ? 0 : -1);
  };
  /** Whatever a card is carried to the edge of scrolls, as long as the card is there. */
  const scrollOn = () => {
    if (!carried) return;
    const { x, y } = carried;
    let moved = false;
    for (const box of document.querySelectorAll(scrolled)) {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      if (x < left || x > right || y < top || y > bottom) continue;
      const [before, below] = [box.scrollLeft, box.scrollTop];
      box.scrollLeft += x < left + EDGE ? -PACE : x > right - EDGE ? PACE : 0;
      box.scrollTop += y < top + EDGE ? -PACE : y > bottom - EDGE ? PACE : 0;
      moved ||= box.scrollLeft !== before || box.scrollTop !== below;
    }
    if (moved) moveTo(x, y);
    requestAnimationFrame(scrollOn);
  };
  const end = (dropped) => {
    clearTimeout(waiting?.timer);
    waiting = undefined;
    if (!carried) return;
    const { from, face, ghost, reason, spot } = carried;
    spot?.classList.remove("over");
    ghost.remove();
    reason.remove();
    face.classList.remove("dragged");
    carried = undefined;
    drop();
    // The click that follows would open the card.
    addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true });
    setTimeout(() => dispatchEvent(new Event("click")), 0);
    if (dropped && spot) put(from, spot);
  };

  const press = (event) => {
    const face = event.target.closest(".card");
    if (!(face?.dataset.path || face?.dataset.palette) || event.button) return;
    const { clientX: x, clientY: y } = event;
    const timer = event.pointerType === "touch" ? setTimeout(() => waiting && pickUp(face, x, y), REST) : undefined;
    waiting = { x, y, face, timer };
  };
  addEventListener("pointermove", (event) => {
    if (carried) return moveTo(event.clientX, event.clientY);
    if (!waiting || Math.hypot(event.clientX - waiting.x, event.clientY - waiting.y) < FAR) return;
    if (event.pointerType === "touch") end(false);
    else pickUp(waiting.face, event.clientX, event.clientY);
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
