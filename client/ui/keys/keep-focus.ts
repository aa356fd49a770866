const overlay = "[data-portal]";
const pageTitle = "[data-page-title]";
const focusable =
  "[data-card-link], a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex='-1'])";

/**
 * Prevents the focus from falling back to the body when its element is removed, for example when a card is archived or a dialog closes. The
 * focus moves to the same task elsewhere, to a neighbor or to the container. From a closed overlay it returns to the previous element.
 * Returns the stop function.
 */
export function startKeepingFocus(): () => void {
  /** The last focused element, and the last one outside of overlays. */
  let last: Element | null = null;
  let onScreen: Element | null = null;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target === document.body) return;
    last = target;
    if (!target.closest(overlay)) onScreen = target;
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // Clicking an empty area clears the focus on purpose, so an element that is still present a moment later is forgotten. Buttons disabled
    // while busy and elements that are fading out are exceptions.
    setTimeout(() => {
      if (!isFocusLost() || !last?.isConnected) return;
      if (last.closest("[inert]")) backToScreen();
      else if (!last.matches(":disabled")) last = null;
    });
  };
  const observer = new MutationObserver((records) => {
    if (onScreen && !onScreen.isConnected) onScreen = nextFocusTarget(onScreen, records);
    if (last && !last.isConnected && isFocusLost()) backToScreen();
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

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

function nextFocusTarget(removed: Element, records: readonly MutationRecord[]): Element | null {
  const title = document.querySelector(pageTitle);
  // The whole screen was replaced; a neighbor would be an unrelated element of the next screen, or the skip link of its frame.
  if (removed.closest("main")?.isConnected === false || records.some(removesScreen)) return title;
  return sameTask(removed) ?? neighbour(removed, records) ?? title;
}

const removesScreen = ({ removedNodes }: MutationRecord): boolean =>
  [...removedNodes].some(
    (node) => node instanceof Element && (node.matches(pageTitle) || node.querySelector(pageTitle)),
  );

function sameTask(removed: Element): Element | null {
  const id = removed.closest<HTMLElement>("[data-task]")?.dataset.task;
  if (id === undefined) return null;
  const card = document.querySelector(`[data-task="${id}"]:not([data-parked])`);
  return card ? (card.querySelector("[role=gridcell][tabindex='0']") ?? firstIn(card)) : null;
}

/** The element to focus in `place`: the main link of a card if there is one, otherwise the first focusable element. */
const firstIn = (place: Element) =>
  place.querySelector("[data-card-link]") ?? [...place.querySelectorAll(focusable)].find(isDrawn) ?? null;

/** Elements that aren't drawn, such as the button of an empty menu, can't be focused. DOM simulators draw nothing. */
const isDrawn = (element: Element): boolean => element.checkVisibility?.() ?? true;

function neighbour(removed: Element, records: readonly MutationRecord[]): Element | null {
  const removal = records.findLast(({ removedNodes }) => [...removedNodes].some((node) => node.contains(removed)));
  if (!removal) return null;
  const siblings = [...after(removal.nextSibling, "nextSibling"), ...after(removal.previousSibling, "previousSibling")];
  for (const sibling of siblings) {
    const found = sibling.matches(focusable) && isDrawn(sibling) ? sibling : firstIn(sibling);
    if (found) return found;
  }
  const container = removal.target instanceof Element ? removal.target : null;
  for (let place = container; place && place !== document.body; place = place.parentElement) {
    if (place.matches(focusable)) return place;
    const found = [...place.querySelectorAll(focusable)].find(isDrawn);
    if (found) return found;
    if (place.matches("main")) return null;
  }
  return null;
}

function* after(start: Node | null, way: "nextSibling" | "previousSibling"): Generator<Element> {
  for (let node = start; node; node = node[way]) if (node instanceof Element && node.isConnected) yield node;
}
