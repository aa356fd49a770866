/** A screen's main content: cards of a board, links of rows, and the one cell, bar or item that is a tab stop. */
const content = [
  "[data-board] [data-card-link]",
  "[data-row-link]",
  ...["[role=gridcell]", "[role=treeitem]", "[data-cell]", "[data-bar]"].map((one) => `${one}[tabindex='0']`),
].join();

/** Moves the focus to the screen's main content, or else to its title, after the focused element was removed. */
export function focusContent(root: ParentNode = document): void {
  const place =
    root.querySelector<HTMLElement>(`${content}, [data-card-link]`) ??
    document.querySelector<HTMLElement>("[data-page-title]");
  place?.focus({ preventScroll: true });
}

/**
 * Focuses the first visible element of the screen's board, list or chart.
 * @returns false if there is none
 */
export function enterContent(): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(`main :is(${content})`)];
  const place = all.find(isInView) ?? all[0];
  place?.focus();
  return place !== undefined;
}

/** True if the focus is on the page or on the title, which a new screen focuses. */
export function isFocusOnPage(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.matches("[data-page-title], main");
}

/** True if the element's center is visible in the window and in all scroll containers around it. */
export function isInView(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const shows = (box: { left: number; right: number; top: number; bottom: number }) =>
    middle.x >= box.left && middle.x <= box.right && middle.y >= box.top && middle.y <= box.bottom;
  for (
    let ancestor = element.parentElement;
    ancestor && ancestor !== document.body;
    ancestor = ancestor.parentElement
  ) {
    if (getComputedStyle(ancestor).overflow !== "visible" && !shows(ancestor.getBoundingClientRect())) return false;
  }
  return shows({ left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight });
}
