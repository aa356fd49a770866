/** Ctrl/Cmd-Z, with Shift or as Ctrl-Y the other way. Where letters aren't Latin, the key's place counts. */
export function wayOf(event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace("Key", "").toLowerCase();
  if (key === "z") return event.shiftKey ? "redo" : "undo";
  return key === "y" && !event.shiftKey ? "redo" : null;
}
