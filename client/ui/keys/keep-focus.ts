const overlay = "[data-portal]";
const focusable =
  "[data-card-link], a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex='-1'])";

/**
 * The focus never falls to the page's body. What has it may be taken away at any time: a card is archived or moved to
 * another column, a dialog or menu closes. Then it goes to the same task elsewhere, to what stood beside it, or to what
 * is around it; from a closed overlay to where one was before. Answers how to stop.
 */
export function startKeepingFocus(): () => void {
  /** The last that had it, and the last that had it on the screen itself, not in an overlay. */
  let last: Element | null = null;
  let onScreen: Element | null = null;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target === document.body) return;
    last = target;
    if (!target.closest(overlay)) onScreen = target;
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // Who presses on nothing wants the focus nowhere; what is still there a moment later wasn't taken away. A button that
    // is disabled while it works has lost the focus without anybody's doing, and what fades away is gone already.
    setTimeout(() => {
      if (!hasNobody() || !last?.isConnected) return;
      if (last.closest("[inert]")) backToScreen();
      else if (!last.matches(":disabled")) last = null;
    });
  };
  const observer = new MutationObserver((records) => {
    if (onScreen && !onScreen.isConnected) onScreen = heirOf(onScreen, records);
    if (last && !last.isConnected && hasNobody()) backToScreen();
  });
  const backToScreen = () => {
    last = null;
    if (onScreen instanceof HTMLElement) onScreen.focus({ preventScroll: true });
  };
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onBlur);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("focusout", onBlur);
    observer.disconnect();
  };
}

const hasNobody = () => document.activeElement === null || document.activeElement === document.body;

function heirOf(gone: Element, records: readonly MutationRecord[]): Element | null {
  const title = document.querySelector("[data-page-title]");
  // The whole screen went, with the frame around it: what comes first in the next frame is the link that skips it.
  if (gone.closest("main")?.isConnected === false) return title;
  return sameTask(gone) ?? neighbour(gone, records) ?? title;
}

function sameTask(gone: Element): Element | null {
  const id = gone.closest<HTMLElement>("[data-task]")?.dataset.task;
  if (id === undefined) return null;
  const card = document.querySelector(`[data-task="${id}"]:not([data-parked])`);
  return card ? (card.querySelector("[role=gridcell][tabindex='0']") ?? firstIn(card)) : null;
}

/** What it is about before the buttons beside that. */
const firstIn = (place: Element) => place.querySelector("[data-card-link]") ?? place.querySelector(focusable);

function neighbour(gone: Element, records: readonly MutationRecord[]): Element | null {
  const removal = records.findLast(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
  if (!removal) return null;
  const siblings = [...after(removal.nextSibling, "nextSibling"), ...after(removal.previousSibling, "previousSibling")];
  for (const sibling of siblings) {
    const found = sibling.matches(focusable) ? sibling : firstIn(sibling);
    if (found) return found;
  }
  const around = removal.target instanceof Element ? removal.target : null;
  for (let place = around; place && place !== document.body; place = place.parentElement) {
    if (place.matches(focusable)) return place;
    const found = place.querySelector(focusable);
    if (found) return found;
    if (place.matches("main")) return null;
  }
  return null;
}

function* after(start: Node | null, way: "nextSibling" | "previousSibling"): Generator<Element> {
  for (let node = start; node; node = node[way]) if (node instanceof Element && node.isConnected) yield node;
}
