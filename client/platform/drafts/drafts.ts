import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { draftPrefix, onStoredChange, readStored, storedKeysWith, writeStored } from "../browser-storage";
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

/** A draft with its storage key. Each tab that shows the same form stores a draft under its own key. */
export interface KeyedDraft<V> extends StoredDraft<V> {
  key: string;
}

/** Changes when the stored format does; drafts of another format are ignored. */
const format = 1;
const maxAgeMs = 30 * elapsedDayMs;

const keyOf = (userId: number, place: string) => `${draftPrefix}${userId}.${place}`;

/** Precedes the suffix of further drafts of a place. */
const suffixMark = "~";
const isKeyOf = (base: string, key: string) => key === base || key.startsWith(base + suffixMark);

/** Storage key of the first draft of the signed-in user; null if no user is signed in, or an administrator views as that user. */
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

/** The drafts of a place, newest first. `accepts` rejects values that the field can't show, such as those of another version of the client. */
export function readDrafts<V>(place: string, accepts: (value: unknown) => value is V): KeyedDraft<V>[] {
  const base = draftKey(place);
  if (base === null) return [];
  const drafts = storedKeysWith(base).flatMap((key) => {
    const draft = isKeyOf(base, key) ? parseDraft(readStored(key)) : null;
    return draft && accepts(draft.value) ? [{ ...draft, value: draft.value, key }] : [];
  });
  return drafts.toSorted((one, other) => other.at.localeCompare(one.at));
}

/** The newest draft of a place. */
export const readDraft = <V>(place: string, accepts: (value: unknown) => value is V): KeyedDraft<V> | null =>
  readDrafts(place, accepts)[0] ?? null;

/** Removes the drafts of all tabs that equal what was sent, which forms send without surrounding spaces. What was typed since remains. */
export function removeSentDraft(place: string, sent: unknown): void {
  const trimmed = (value: unknown) => textOf(isText(value) ? value.trim() : value);
  for (const { key, value } of readDrafts(place, isValue)) if (trimmed(value) === trimmed(sent)) writeStored(key, null);
}

const isValue = (value: unknown): value is unknown => value !== undefined;

/**
 * The draft of one open form or field. A form continues the draft that it shows; if another tab has changed that draft since, it writes its
 * own under another key, so that no tab overwrites or removes what was typed in another one.
 */
export class DraftSlot {
  private storageKey: string | null = null;
  /** What this form read or wrote last. */
  private latest: { value: unknown; version: number | null } | null = null;

  constructor(readonly place: string) {}

  get key(): string | null {
    return this.storageKey;
  }

  /** Continues a stored draft that the form shows now. */
  open({ key, value, version }: KeyedDraft<unknown>): void {
    this.storageKey = key;
    this.latest = { value, version };
  }

  /** Returns when the value was typed. Writing the stored value again keeps its time. */
  write(value: unknown, version: number | null = null): string {
    const at = new Date().toISOString();
    const base = draftKey(this.place);
    if (base === null) return at;
    const key = this.keyToWrite(base);
    this.open({ key, value, version, at });
    const storedDraft = parseDraft(readStored(key));
    if (storedDraft && storedDraft.version === version && textOf(storedDraft.value) === textOf(value))
      return storedDraft.at;
    writeStored(key, textOf({ format, at, version, value }));
    return at;
  }

  /** Removes the draft, unless another tab has changed it since. */
  remove(): void {
    const base = draftKey(this.place);
    const { storageKey: key } = this;
    if (base !== null && key !== null && isKeyOf(base, key) && this.isLatest(readStored(key))) writeStored(key, null);
    this.latest = null;
  }

  /** Calls back when another tab sent or discarded this draft. If another tab replaced it, stores it again under its own key. */
  follow(onRemoved: () => void): () => void {
    return onStoredChange(
      () => this.storageKey,
      (now, before) => {
        if (!this.latest || this.isLatest(now)) return;
        if (now === null && this.isLatest(before)) onRemoved();
        else this.write(this.latest.value, this.latest.version);
      },
    );
  }

  private keyToWrite(base: string): string {
    const { storageKey } = this;
    const key = storageKey !== null && isKeyOf(base, storageKey) ? storageKey : base;
    const stored = readStored(key);
    const isFree = parseDraft(stored) === null || (key === storageKey && this.isLatest(stored));
    return isFree ? key : base + suffixMark + Math.random().toString(36).slice(2);
  }

  private isLatest(stored: string | null): boolean {
    const draft = parseDraft(stored);
    return draft !== null && this.latest !== null && textOf(draft.value) === textOf(this.latest.value);
  }
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
