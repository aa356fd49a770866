/** A text field keeps its keys, and takes back its own typing. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !notTyped.has(target.type);
}

const notTyped = new Set(["checkbox", "radio", "button", "submit", "range", "file", "color", "reset"]);
