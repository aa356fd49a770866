import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import type { PresentSlot } from "../../../shared/kernel/streams";
import type { FocusState } from "./focus";
import { presenceOn } from "./stream-definitions";

/** Time in milliseconds after which the slot of an idle form expires, so that it no longer keeps other users from booking it. */
export const slotTimeoutMs = 5 * 60_000;

/** On these streams, only users who fill in a time slot are shown, not every viewer. */
export const isGridStream = (stream: unknown): boolean => presenceOn(stream) === "slots";

const longestMs = 366 * elapsedDayMs;
const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && Math.abs(value as number) < 8.64e15;

export function readSlot(message: unknown): PresentSlot | null {
  const { kind, resource_id, from, until } = (message ?? {}) as Partial<Record<keyof PresentSlot, unknown>>;
  if (typeof kind !== "string" || !/^[a-z]{1,20}$/.test(kind)) return null;
  if (!Number.isSafeInteger(resource_id) || (resource_id as number) <= 0 || !isTime(from) || !isTime(until))
    return null;
  return from < until && until - from <= longestMs ? { kind, resource_id: resource_id as number, from, until } : null;
}

export const activeSlotOf = (state: FocusState | undefined, now: number): PresentSlot | null =>
  state?.slot && now - state.saidAt < slotTimeoutMs ? state.slot : null;
