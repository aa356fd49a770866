const opened = [
  ".mantine-Menu-dropdown",
  ".mantine-Popover-dropdown",
  ".mantine-Combobox-dropdown",
  ".mantine-Modal-content",
  ".mantine-Drawer-content",
].join();
/** Elements that handle Escape before anything below: a picked-up card, menus, lists, calendars, dialogs, drawers. */
const onTop = `[data-parked], ${opened}`;

export const isOverlayOpen = (): boolean =>
  [...document.querySelectorAll(opened)].some((element) => element.getClientRects().length > 0);

let hadOverlay = false;

/**
 * Records at each Escape whether an overlay was open. Must start before rendering: overlays handle the key later and would already be
 * closed when other handlers run.
 */
export function startWatchingEscape(): void {
  const note = ({ key }: KeyboardEvent) => {
    if (key === "Escape") hadOverlay = document.querySelector(onTop) !== null;
  };
  window.addEventListener("keydown", note, { capture: true });
}

/** For Escape handlers: true if the key was meant for an overlay. */
export const wasOverlayOpen = (): boolean => hadOverlay;
