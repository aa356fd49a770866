/** True if the target is a text field, which handles typing and undo itself. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !notTyped.has(target.type);
}

const notTyped = new Set(["checkbox", "radio", "button", "submit", "range", "file", "color", "reset"]);

/**
 * Initial text of a focused cell after a key press. Empty for Backspace and Delete, and for an input method, which composes in the field;
 * null for keys that write nothing. Space selects the row instead.
 */
export function initialCellText(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === " ") return null;
  if (["Backspace", "Delete", "Process"].includes(event.key)) return "";
  return [...event.key].length === 1 ? event.key : null;
}
