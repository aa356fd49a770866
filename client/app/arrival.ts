const dialog = "[role=dialog]";

/** The dialog that the focus is in, if any: whoever goes on from there leaves it behind. */
export const dialogInUse = (): Element | null => document.activeElement?.closest(dialog) ?? null;

/**
 * A screen that was just gone to begins at its top, and takes the focus: its title has it, so that whoever hears the screen hears where they
 * are. Unless it has chosen already: a field of its own, or a dialog that came with it.
 * @param left the dialog that the focus was in before, which is on its way out
 */
export function arrive(left: Element | null): void {
  const main = document.getElementById("main");
  main?.scrollTo({ top: 0 });
  window.scrollTo({ top: 0 });
  const inUse = dialogInUse();
  if (main?.contains(document.activeElement) || (inUse && inUse !== left)) return;
  const title = main?.querySelector<HTMLElement>("[data-page-title]");
  (title ?? main)?.focus({ preventScroll: true });
}
