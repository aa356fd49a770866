const dialog = "[role=dialog]";

export const focusedDialog = (): Element | null => document.activeElement?.closest(dialog) ?? null;

/**
 * Scrolls a new screen to its top and focuses its title, so that screen readers announce it, unless the screen has already focused a field
 * or opened a dialog.
 * @param left the dialog that had the focus before the navigation and is closing
 */
export function focusScreen(left: Element | null): void {
  const main = document.getElementById("main");
  main?.scrollTo({ top: 0 });
  window.scrollTo({ top: 0 });
  const inUse = focusedDialog();
  if (main?.contains(document.activeElement) || (inUse && inUse !== left)) return;
  const title = main?.querySelector<HTMLElement>("[data-page-title]");
  (title ?? main)?.focus({ preventScroll: true });
}
