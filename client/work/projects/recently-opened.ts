import { useMemo } from "react";
import { onStoredChange, readStored, writeStored } from "../../platform/browser-storage";
import { currentSession, useMaybeUser } from "../../platform/session";
import { Store, useStore } from "../../platform/store";

/** Tasks and boards that the user opened on this device, last first. Removed at sign-out like all private values. */
const key = "portal.recently-opened";
const maxStored = 30; // more than are shown, because some may be archived or no longer accessible

export type OpenedKind = "task" | "board";
export interface Opened {
  kind: OpenedKind;
  id: number;
}

interface Stored {
  user: number;
  items: readonly Opened[];
}

const none: readonly Opened[] = [];
const isOpened = (value: unknown): value is Opened => {
  const { kind, id } = (value ?? {}) as Partial<Opened>;
  return (kind === "task" || kind === "board") && Number.isSafeInteger(id);
};

export function parseOpened(text: string | null): Stored | null {
  try {
    const { user, items } = JSON.parse(text ?? "null") as { user?: unknown; items?: unknown };
    return typeof user === "number" && Array.isArray(items) ? { user, items: items.filter(isOpened) } : null;
  } catch {
    return null;
  }
}

const stored$ = new Store<Stored | null>(parseOpened(readStored(key)));
if (typeof window !== "undefined") onStoredChange(key, (value) => stored$.set(parseOpened(value)));

/** Another account on the same device starts with an empty list, even if the previous account never signed out. */
export const openedBy = (stored: Stored | null, user: number | undefined): readonly Opened[] =>
  stored?.user === user ? (stored?.items ?? none) : none;

export function withOpened(items: readonly Opened[], { kind, id }: Opened): readonly Opened[] {
  const [first] = items;
  if (first?.kind === kind && first.id === id) return items;
  return [{ kind, id }, ...items.filter((one) => one.kind !== kind || one.id !== id)].slice(0, maxStored);
}

export function recordOpened(opened: Opened): void {
  const { user } = currentSession.value;
  if (!user || user.viewing) return;
  const before = openedBy(stored$.value, user.id);
  const items = withOpened(before, opened);
  if (items === before) return;
  const stored = { user: user.id, items };
  stored$.set(stored);
  writeStored(key, JSON.stringify(stored));
}

const idsOf = (items: readonly Opened[], kind: OpenedKind) =>
  items.filter((one) => one.kind === kind).map(({ id }) => id);

export const openedIds = (kind: OpenedKind): number[] =>
  idsOf(openedBy(stored$.value, currentSession.value.user?.id), kind);

export function useOpened(): readonly Opened[] {
  const stored = useStore(stored$);
  const user = useMaybeUser()?.id;
  return useMemo(() => openedBy(stored, user), [stored, user]);
}
