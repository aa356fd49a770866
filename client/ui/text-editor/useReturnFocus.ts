import { type RefObject, useLayoutEffect, useState } from "react";
import { wasBlurredByPress } from "../fields/blur-tracking";

const editor = "[data-text-editor]";

/** Accessible name of a control, by which its successor is found after the editor has replaced it. */
const nameOf = (control: Element): string => control.getAttribute("aria-label") ?? control.textContent?.trim() ?? "";

/** The focused control; for an item of a menu, the button of that menu, because the item is removed when the menu closes. */
function focusedControl(): Element | null {
  const focused = document.activeElement;
  const labelId = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const control = labelId ? document.getElementById(labelId) : focused;
  return control === document.body ? null : control;
}

/** The control itself or its successor with the same name near `around`; otherwise the first button there. */
function findControl(control: Element | null, name: string, container: Element): HTMLElement | null {
  if (control instanceof HTMLElement && control.isConnected) return control;
  for (let place: Element | null = container; name !== "" && place; place = place.parentElement) {
    const found = [...place.querySelectorAll<HTMLElement>("button, a[href]")].find((one) => nameOf(one) === name);
    if (found) return found;
    if (place.matches("[role=dialog], main")) break;
  }
  return container.querySelector<HTMLElement>("button");
}

/**
 * Returns the focus from an editor that closes, or from the buttons beside it, to the control that opened it. An editor that doesn't take
 * the focus was opened with the screen, e.g. because of a draft, so the focus moves to the control that takes the editor's place.
 */
export function useReturnFocus(root: RefObject<HTMLElement | null>, isOpenedByControl: boolean): void {
  const [opener] = useState(() => {
    if (!isOpenedByControl) return { control: null, name: "" };
    const control = focusedControl();
    return { control, name: control ? nameOf(control) : "" };
  });
  useLayoutEffect(() => {
    const container = root.current?.parentElement;
    if (!container) return;
    let nextFocus: EventTarget | null = null;
    const onFocusOut = ({ relatedTarget }: FocusEvent) => (nextFocus = relatedTarget);
    container.addEventListener("focusout", onFocusOut);
    return () => {
      container.removeEventListener("focusout", onFocusOut);
      // The focus is on the page if its button is disabled while saving, or during a Tab to a button that closes with the editor.
      const isLost = document.activeElement === document.body && !wasBlurredByPress();
      if (!container.contains(document.activeElement) && !isLost) return;
      // The control is rendered again in the commit that removes the editor.
      queueMicrotask(() => {
        const movesElsewhere = isLost && nextFocus instanceof Element && nextFocus.isConnected;
        // An editor that is rendered again, e.g. with another text, hasn't closed.
        const isEditing = container.querySelector(editor) !== null || document.activeElement?.closest(editor);
        if (movesElsewhere || !container.isConnected || isEditing) return;
        findControl(opener.control, opener.name, container)?.focus({ preventScroll: true });
      });
    };
  }, [root, opener]);
}
