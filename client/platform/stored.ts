/**
 * What this browser remembers. Storage may be full or forbidden (private windows, embedded frames): then things are
 * remembered for as long as the page is open.
 */
const memory = new Map<string, string>();

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export const storedKeys = {
  token: "portal.token",
  /** What goes on with a sign-on that was begun at the organisation's issuer, and where one wanted to go. */
  signOn: "portal.sign-on",
  language: "portal.language",
  theme: "portal.theme",
  sidebar: "portal.sidebar",
  taskLayout: "portal.task-layout",
  /** Whose push messages this browser gets; it outlives a session that has run out, not a sign-out. */
  pushOf: "portal.push-of",
  /** When this session last began or ceased to see the product as somebody else: other tabs begin anew. */
  viewing: "portal.viewing",
  recentProjects: "portal.recent-projects",
  /** With the person and the project behind it: columns of the task list. */
  taskList: "portal.task-list",
  /** With the person behind it: a leave request that isn't complete enough to be kept on the server. */
  leaveDraft: "portal.leave-draft",
} as const;

export function readStored(key: string): string | null {
  try {
    return storage()?.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeStored(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) storage()?.removeItem(key);
    else storage()?.setItem(key, value);
  } catch {
    // Full or forbidden: the copy in memory has to do.
  }
}

/** Tells when another tab of this browser changes the value. Returns the way to stop. */
export function onStoredElsewhere(key: string, changed: (value: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    const value = event.key === null ? null : event.newValue;
    if (value === null) memory.delete(key);
    else memory.set(key, value);
    changed(value);
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

/**
 * Logging out empties both storages, but for what belongs to the device. One key after the other: `clear()` would tell
 * all tabs that everything is gone, and they would answer alike.
 */
export function clearStored(): void {
  const device: readonly string[] = [storedKeys.language, storedKeys.theme, storedKeys.sidebar, storedKeys.pushOf];
  // Names of columns tell nothing about anybody, and who comes back wants them as they were.
  const isKept = (key: string) =>
    device.includes(key) || key.startsWith(`${storedKeys.taskList}.`) || key.startsWith("portal.employees-");
  for (const key of memory.keys()) if (!isKept(key)) memory.delete(key);
  try {
    for (const key of Object.keys(storage() ?? {})) if (!isKept(key)) storage()?.removeItem(key);
    globalThis.sessionStorage?.clear();
  } catch {
    // Full or forbidden: nothing was stored there either.
  }
}
