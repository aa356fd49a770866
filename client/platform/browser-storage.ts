/**
 * Values stored in this browser. Storage may be full or forbidden (private windows, embedded frames); then they are kept in memory while
 * the page is open.
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

/** A key whose value is kept at sign-out: it contains no personal data, and returning users expect to find it unchanged. */
export const deviceKey = (name: string) => `${devicePrefix}${name}`;

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
    // The storage is full or forbidden; the copy in memory is used.
  }
}

/** Calls back when another tab changes the value. Returns the unsubscribe function. */
export function onStoredChange(key: string, changed: (value: string | null) => void): () => void {
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
 * Clears both storages at sign-out, except device settings. Removes the keys one by one: `clear()` would send a storage event without a
 * key, and every tab would sign out.
 */
export function clearStored(): void {
  const device: readonly string[] = [storedKeys.language, storedKeys.theme, storedKeys.sidebar];
  const isKept = (key: string) => device.includes(key) || key.startsWith(devicePrefix);
  for (const key of memory.keys()) if (!isKept(key)) memory.delete(key);
  try {
    for (const key of Object.keys(storage() ?? {})) if (!isKept(key)) storage()?.removeItem(key);
    globalThis.sessionStorage?.clear();
  } catch {
    // The storage is full or forbidden, so nothing was stored there either.
  }
}
