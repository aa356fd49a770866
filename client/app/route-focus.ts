const dialog = "[role=dialog]";

export const focusedDialog = (): Element | null => document.activeElement?.closest(dialog) ?? null;

/**
 * Scrolls a new screen to its top and focuses its title, so that screen readers announce it, unless the screen has already focused a field
 * or opened a dialog. A title that appears only when its data are loaded gets the focus then, unless the user has moved the focus.
 * @param left the dialog that had the focus before the navigation and is closing
 * @returns a function that stops waiting for the title
 */
export function focusScreen(left: Element | null): () => void {
  const main = document.getElementById("main");
  main?.scrollTo({ top: 0 });
  window.scrollTo({ top: 0 });
  const inUse = focusedDialog();
  if (!main || (inUse && inUse !== left)) return () => {};
  const focusTitle = (): boolean => {
    const title = main.querySelector<HTMLElement>("[data-page-title]");
    title?.focus({ preventScroll: true });
    return title !== null;
  };
  const isWaiting = () => document.activeElement === main || document.activeElement === document.body;
  if (main.contains(document.activeElement) && !isWaiting()) return () => {};
  if (focusTitle()) return () => {};
  main.focus({ preventScroll: true });
  const changes = new MutationObserver(() => {
    if (!isWaiting() || focusTitle()) changes.disconnect();
  });
  changes.observe(main, { childList: true, subtree: true });
  return () => changes.disconnect();
}
