/** Ctrl/Cmd-Z, with Shift or as Ctrl-Y the other way. Where letters aren't Latin, the key's place counts. */
export function wayOf(event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace("Key", "").toLowerCase();
  if (key === "z") return event.shiftKey ? "redo" : "undo";
  return key === "y" && !event.shiftKey ? "redo" : null;
}

/** A text field takes back its own typing. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !notTyped.has(target.type);
}

const notTyped = new Set(["checkbox", "radio", "button", "submit", "range", "file", "color", "reset"]);
