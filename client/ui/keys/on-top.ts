const opened = ".mantine-Menu-dropdown, .mantine-Popover-dropdown, .mantine-Combobox-dropdown, .mantine-Modal-content";
/** What takes an Escape before anything below it does: a card in the hand, menus, lists, calendars, dialogs. */
const onTop = `[data-parked], ${opened}`;

/** A menu, list, calendar or dialog is open, also one that doesn't have the focus yet: keys are meant for it. */
export const isSomethingOpen = (): boolean =>
  [...document.querySelectorAll(opened)].some((element) => element.getClientRects().length > 0);

let something = false;

/**
 * Notes at each Escape whether something was open on top. Started before anything is drawn: whatever takes the key by
 * itself listens later, and what it closes would be gone when the others are asked.
 */
export function startWatchingEscape(): void {
  const note = ({ key }: KeyboardEvent) => {
    if (key === "Escape") something = document.querySelector(onTop) !== null;
  };
  window.addEventListener("keydown", note, { capture: true });
}

/** For who handles an Escape: it was meant for what was on top. */
export const wasSomethingOnTop = (): boolean => something;
