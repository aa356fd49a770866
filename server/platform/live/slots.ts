import { parseStream, type StreamKind } from "../../../shared/kernel/events";
import type { PresentSlot } from "../../../shared/kernel/streams";
import type { FocusState } from "./focus";

/** A form that nobody has touched for so long was left open: what it says holds nobody back any more. */
export const slotPatienceMs = 5 * 60_000;

/** Streams of grids by time: only who fills in a time is shown there, not everybody who looks. */
const kindsOfGrids: readonly StreamKind[] = ["rooms", "cars"];
export const isGrid = (stream: unknown): boolean => {
  const kind = parseStream(stream)?.kind;
  return kind !== undefined && kindsOfGrids.includes(kind);
};

/** Nobody fills in more than a year. */
const longestMs = 366 * 86_400_000;
const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && Math.abs(value as number) < 8.64e15;

/** The time that a client says is being filled in, or null when it isn't one. */
export function readSlot(message: unknown): PresentSlot | null {
  const { kind, resource_id, from, until } = (message ?? {}) as Partial<Record<keyof PresentSlot, unknown>>;
  if (typeof kind !== "string" || !/^[a-z]{1,20}$/.test(kind)) return null;
  if (!Number.isSafeInteger(resource_id) || (resource_id as number) <= 0 || !isTime(from) || !isTime(until))
    return null;
  return from < until && until - from <= longestMs ? { kind, resource_id: resource_id as number, from, until } : null;
}

/** What is still being filled in. */
export const slotOf = (state: FocusState | undefined, now: number): PresentSlot | null =>
  state?.slot && now - state.saidAt < slotPatienceMs ? state.slot : null;
