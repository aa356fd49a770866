import { Store } from "../../platform/store";
import { isTyping } from "../keys/typing";
import { writeStored } from "../../platform/browser-storage";
import { isSending } from "../sending";

const dialog = ".mantine-Modal-content, .mantine-Drawer-content";
const popover = ".mantine-Popover-dropdown";
const layer = `${dialog}, ${popover}, .mantine-Menu-dropdown, .mantine-Combobox-dropdown`;
const backdrop = ".mantine-Modal-overlay, .mantine-Drawer-overlay";
const closeButton = ".mantine-Modal-close, .mantine-Drawer-close";

/** The open dialog that asks whether to discard typed text; null if none is open. */
export const discardConfirmation$ = new Store<{ close: () => void } | null>(null);

/** Set while a confirmed close is repeated, which the guard must not block. */
let confirmed = false;

/**
 * Asks before Escape, a click outside or the close button discards text typed in a dialog, drawer or popover. Listens in the capture phase,
 * before Mantine's handlers, so that forms need no code for it. Start it before rendering.
 */
export function startUnsavedGuard(): () => void {
  /** The text of each field before its first change. */
  const before = new Map<Element, string>();
  const isUnsaved = (overlay: Element) =>
    [...before].some(([field, text]) => overlay.contains(field) && textOf(field) !== text);

  const onFocusOrInput = ({ target }: Event) => {
    for (const field of before.keys()) if (!field.isConnected) before.delete(field);
    if (target instanceof HTMLElement && isDraftField(target) && !before.has(target))
      before.set(target, textOf(target));
  };

  const ask = (event: Event, overlay: Element, close: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    discardConfirmation$.set({
      close: () => {
        for (const form of overlay.querySelectorAll<HTMLElement>("[data-stored-draft]"))
          writeStored(form.dataset.storedDraft as string, null);
        confirmed = true;
        close();
        confirmed = false;
      },
    });
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || confirmed) return;
    if (discardConfirmation$.value) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return discardConfirmation$.set(null);
    }
    const layers = visibleElements(layer);
    const top = topOf(layers);
    if (!top) return;
    if (top.matches(dialog) && isSending(top)) {
      event.preventDefault();
      return event.stopImmediatePropagation();
    }
    if (isUnsaved(top)) return ask(event, top, () => closeOnly(top, layers));
    if (!layers.some((one) => one !== top && one.matches(dialog))) return;
    if (top.matches(dialog)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      closeOnly(top, layers);
    } else if (event.target instanceof Element && (top.contains(event.target) || layers.some(isUnsaved)))
      keepDialogsOpen(event.target);
  };

  const onClick = (event: MouseEvent) => {
    if (confirmed || !(event.target instanceof Element)) return;
    const pressed = event.target.closest<HTMLElement>(`${backdrop}, ${closeButton}`);
    const content = pressed?.closest(".mantine-Modal-root, .mantine-Drawer-root")?.querySelector(dialog);
    if (pressed && content && !isSending(content) && isUnsaved(content)) ask(event, content, () => pressed.click());
  };

  const onPress = (event: Event) => {
    const { target } = event;
    if (confirmed || !(target instanceof Element)) return;
    const layers = visibleElements(layer);
    const open = layers.find((one) => one.matches(popover) && isUnsaved(one));
    if (!open || layers.slice(layers.indexOf(open)).some((one) => one.contains(target))) return;
    ask(event, open, () => closeOnly(open, layers));
    // The click after this press must be ignored too.
    const ignore = (click: Event) => click.stopImmediatePropagation();
    window.addEventListener("click", ignore, { capture: true, once: true });
    window.addEventListener("pointerdown", () => window.removeEventListener("click", ignore, { capture: true }), {
      capture: true,
      once: true,
    });
  };

  const stop = new AbortController();
  const heard = { capture: true, signal: stop.signal };
  window.addEventListener("focusin", onFocusOrInput, heard);
  window.addEventListener("beforeinput", onFocusOrInput, heard);
  window.addEventListener("keydown", onKey, heard);
  window.addEventListener("click", onClick, heard);
  window.addEventListener("mousedown", onPress, heard);
  window.addEventListener("touchstart", onPress, heard);
  return () => stop.abort();
}

const visibleElements = (selector: string) =>
  [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);

/** True for form text that would be lost with its overlay; not for searches, passwords and inline editing outside forms. */
const isDraftField = (field: HTMLElement) =>
  isTyping(field) &&
  !field.matches(
    "select, [type=search], [type=password], [role=combobox], [aria-haspopup=listbox], [autocomplete=one-time-code], [data-unkept]",
  ) &&
  field.closest(`${dialog}, ${popover}`) !== null &&
  (field.isContentEditable || field.closest("form, textarea") !== null);

/** The open list, menu or popover, or else the dialog with the focus. Document order doesn't show which dialog is on top. */
const topOf = (layers: readonly Element[]) =>
  layers.findLast((one) => !one.matches(dialog)) ?? document.activeElement?.closest(dialog) ?? layers.at(-1);

const textOf = (field: Element) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? "");

function escape(overlay: Element): void {
  overlay.dispatchEvent(
    new KeyboardEvent("keydown", { key: "Escape", code: "Escape", bubbles: true, cancelable: true }),
  );
}

/** Mantine closes every open dialog on Escape, so a dialog above another one is closed by its button or backdrop. */
function closeOnly(overlay: Element, layers: readonly Element[]): void {
  const isAboveDialog = layers.some((one) => one !== overlay && one.matches(dialog));
  if (!isAboveDialog) return escape(overlay);
  if (!overlay.matches(dialog)) {
    keepDialogsOpen(overlay);
    return escape(overlay);
  }
  const root = overlay.closest(".mantine-Modal-root, .mantine-Drawer-root");
  (root?.querySelector<HTMLElement>(closeButton) ?? root?.querySelector<HTMLElement>(backdrop))?.click();
}

/** Mantine's dialogs ignore an Escape whose target has this attribute. */
function keepDialogsOpen(target: Element): void {
  const mark = "data-mantine-stop-propagation";
  if (target.hasAttribute(mark)) return;
  target.setAttribute(mark, "true");
  setTimeout(() => target.removeAttribute(mark));
}
