import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { draftPrefix, readStored, storedKeysWith, writeStored } from "../browser-storage";
import { currentSession } from "../session";

/**
 * Unsent texts on this device, by user and place (`comment:task:12`). They survive reloads, crashes and an ended session, are shown only to
 * the user who wrote them, and are removed when sent, at sign-out, or after 30 days.
 */
export interface StoredDraft<V> {
  value: V;
  /** When it was typed last. */
  at: string;
  /** Version of the record that the text is based on, so that saving it later is checked against later changes; null for new records. */
  version: number | null;
}

/** Changes when the stored format does; drafts of another format are ignored. */
const format = 1;
const maxAgeMs = 30 * elapsedDayMs;

const keyOf = (userId: number, place: string) => `${draftPrefix}${userId}.${place}`;

/** Storage key of a draft of the signed-in user; null if no user is signed in, or an administrator views as that user. */
export function draftKey(place: string): string | null {
  const { user } = currentSession.value;
  return user && !user.viewing ? keyOf(user.id, place) : null;
}

/** Returns null for corrupt and expired values and for other formats. */
export function parseDraft(stored: string | null, now = Date.now()): StoredDraft<unknown> | null {
  try {
    const { format: of, value, at, version } = JSON.parse(stored ?? "null") as Record<string, unknown>;
    if (of !== format || value === undefined || typeof at !== "string") return null;
    if (!(Math.abs(now - Date.parse(at)) < maxAgeMs)) return null;
    return { value, at, version: typeof version === "number" ? version : null };
  } catch {
    return null;
  }
}

/** `accepts` rejects values that the field can't show, such as those of another version of the client. */
export function readDraft<V>(place: string, accepts: (value: unknown) => value is V): StoredDraft<V> | null {
  const key = draftKey(place);
  const draft = key && parseDraft(readStored(key));
  return draft && accepts(draft.value) ? (draft as StoredDraft<V>) : null;
}

/** Returns when the value was typed. Writing the stored value again keeps its time. */
export function writeDraft(place: string, value: unknown, version: number | null = null): string {
  const at = new Date().toISOString();
  const key = draftKey(place);
  if (key === null) return at;
  const storedDraft = parseDraft(readStored(key));
  if (storedDraft && storedDraft.version === version && textOf(storedDraft.value) === textOf(value))
    return storedDraft.at;
  writeStored(key, textOf({ format, at, version, value }));
  return at;
}

export function removeDraft(place: string): void {
  const key = draftKey(place);
  if (key !== null) writeStored(key, null);
}

/** Removes a draft that was sent, unless something else was typed since. */
export function removeSentDraft(place: string, sent: unknown): void {
  const key = draftKey(place);
  const draft = key && parseDraft(readStored(key));
  if (draft && textOf(draft.value) === textOf(sent)) removeDraft(place);
}

/** Removes the expired drafts of all users on this device. */
export function removeExpiredDrafts(): void {
  for (const key of storedKeysWith(draftPrefix)) if (!parseDraft(readStored(key))) writeStored(key, null);
}

/** Serializes a value, so that equal values have equal text. Files are omitted. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (part instanceof Blob ? undefined : part));

export const isText = (value: unknown): value is string => typeof value === "string";

/** Whether a stored value has the types of the present one, so that the screen can show it. Empty values accept any text or number. */
export function isLike(present: unknown, stored: unknown): boolean {
  if (stored === undefined) return false;
  if (present === null || present === undefined) return typeof stored !== "object" || stored === null;
  if (Array.isArray(present)) {
    return Array.isArray(stored) && stored.every((each) => present.length === 0 || isLike(present[0], each));
  }
  if (typeof present !== "object") return typeof stored === typeof present;
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return false;
  const parts = stored as Record<string, unknown>;
  return Object.entries(present).every(([name, part]) => part === undefined || isLike(part, parts[name]));
}
