/**
 * Values that couldn't be stored, because storage is full or forbidden (private windows, embedded frames). They are kept while the page is
 * open, and are newer than what is stored under the same key.
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
  language: "portal.language",
  theme: "portal.theme",
  sidebar: "portal.sidebar",
} as const;

const devicePrefix = "portal.device.";

/** Keys of unsent texts, which remain when a session ends and are cleared by signing out; see `drafts/drafts.ts`. */
export const draftPrefix = "portal.drafts.";

/** A key whose value is kept at sign-out: it contains no personal data, and returning users expect to find it unchanged. */
export const deviceKey = (name: string) => `${devicePrefix}${name}`;

export function readStored(key: string): string | null {
  try {
    return memory.get(key) ?? storage()?.getItem(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeStored(key: string, value: string | null): void {
  memory.delete(key);
  try {
    const stored = storage();
    if (value === null) stored?.removeItem(key);
    else if (stored) stored.setItem(key, value);
    else memory.set(key, value);
  } catch {
    if (value !== null) memory.set(key, value);
  }
}

/** Keys that begin with the prefix. */
export function storedKeysWith(prefix: string): string[] {
  const keys = new Set(memory.keys());
  try {
    for (const key of Object.keys(storage() ?? {})) keys.add(key);
  } catch {
    // The storage is forbidden, so only the memory has keys.
  }
  return [...keys].filter((key) => key.startsWith(prefix));
}

/** Calls back when another tab changes the value. A key that changes is a function. Returns the unsubscribe function. */
export function onStoredChange(
  watchedKey: string | (() => string | null),
  changed: (value: string | null, before: string | null) => void,
): () => void {
  const listen = (event: StorageEvent) => {
    const key = typeof watchedKey === "string" ? watchedKey : watchedKey();
    if (key === null || (event.key !== key && event.key !== null)) return;
    memory.delete(key);
    changed(event.key === null ? null : event.newValue, event.oldValue);
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

/**
 * Clears both storages, except device settings and, when a session ends without signing out, unsent texts. Removes the keys one by one:
 * `clear()` would send a storage event without a key, and every tab would sign out.
 */
export function clearStored({ keepDrafts }: { keepDrafts: boolean }): void {
  const device: readonly string[] = [storedKeys.language, storedKeys.theme, storedKeys.sidebar];
  const isKept = (key: string) =>
    device.includes(key) || key.startsWith(devicePrefix) || (keepDrafts && key.startsWith(draftPrefix));
  for (const key of storedKeysWith("")) if (!isKept(key)) writeStored(key, null);
  try {
    globalThis.sessionStorage?.clear();
  } catch {
    // Forbidden, so nothing was stored there either.
  }
}
