import { invalid } from "../../shared/kernel/problems";
import { wallClockAt } from "../../shared/time/wall-clock";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { lockRooms, roomsToBook } from "./rooms.sql";

/** When something can be had, by the clock on the wall where it stands. */
export interface Hours {
  opens_at: string | null;
  closes_at: string | null;
  open_days: number[];
  time_zone: string;
  /** Over midnight as well. */
  cross_day: boolean;
}

/** A room and its rules, for somebody who wants to book it. */
export interface RoomToBook extends Hours {
  id: number;
  name: string;
  building_id: number;
  capacity: number | null;
  auto_approve: boolean;
  pending_blocks: boolean;
  notice_minutes: number;
  ahead_days: number | null;
  longest_minutes: number | null;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  /** It is for everybody, or for a group or department of theirs. */
  invited: boolean;
}

/**
 * Rooms by id, locked until the end. Whoever changes their rules or takes them away waits.
 * @throws Problem 422 for one that isn't there.
 */
export async function roomsFor(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, RoomToBook>> {
  const wanted = [...new Set(ids)];
  await tx.rows(lockRooms, [wanted]);
  return readRooms(tx, actor, wanted);
}

/** The same without holding them, for questions. */
export async function readRooms(tx: Tx, actor: Actor, wanted: readonly number[]): Promise<Map<number, RoomToBook>> {
  const rows = await tx.rows<RoomToBook>(roomsToBook, [wanted, actor.id]);
  if (rows.length < new Set(wanted).size) throw invalid("bookable_id", "field.unknown");
  return new Map(rows.map((row) => [row.id, row]));
}

interface When {
  start_date: string;
  end_date: string;
}

const dayMs = 86_400_000;
const usuallyAheadDays = 366;
const longestMs = 31 * dayMs;

/** @throws Problem 422 for a time that ends before it begins, or lasts longer than a month. */
export function requireTime({ start_date, end_date }: When): void {
  if (end_date <= start_date) throw invalid("end_date", "field.bookingEnd");
  if (Date.parse(end_date) - Date.parse(start_date) > longestMs) throw invalid("end_date", "field.bookingTooLong");
}

/** What no room and no car allows: over already, years away, longer than a month. @throws Problem 422 at the field. */
export function requireBookable(when: When, now: number): void {
  requireTime(when);
  const [start, end] = [Date.parse(when.start_date), Date.parse(when.end_date)];
  if (end <= now) throw invalid("start_date", "field.past");
  if (start > now + 2 * usuallyAheadDays * dayMs) throw invalid("start_date", "field.bookingTooFar");
}

/** Why a room's own rules refuse a time, at which field; null when they don't. `reservation-approve` goes past them but for its hours. */
export function refusalOf(
  room: RoomToBook,
  when: When,
  actor: Pick<Actor, "permissions">,
  now: number,
): [field: string, message: string] | null {
  const [start, end] = [Date.parse(when.start_date), Date.parse(when.end_date)];
  if (!isOpen(room, when)) return ["start_date", "field.roomClosed"];
  if (actor.permissions.has("reservation-approve")) return null;
  if (!room.invited) return ["bookable_id", "field.roomNotForYou"];
  if (room.longest_minutes !== null && end - start > room.longest_minutes * 60_000) {
    return ["end_date", "field.bookingTooLong"];
  }
  if (room.notice_minutes > 0 && start < now + room.notice_minutes * 60_000)
    return ["start_date", "field.bookingTooLate"];
  if (room.ahead_days !== null && start > now + room.ahead_days * dayMs) return ["start_date", "field.bookingTooFar"];
  return null;
}

const msOf = (time: string): number => Date.parse(`1970-01-01T${time}Z`);

/** Within its hours, in its time zone, on each of its days. */
export function isOpen(room: Hours, { start_date, end_date }: When): boolean {
  const wallAt = (moment: string) => wallClockAt(Date.parse(moment), room.time_zone);
  const [from, until] = [wallAt(start_date), wallAt(end_date)];
  const [first, last] = [Math.floor(from / dayMs), Math.floor((until - 1) / dayMs)];
  if (last !== first && !room.cross_day) return false;
  // The first of January 1970 was a Thursday; Monday is 1.
  for (let day = first; day <= last; day++) if (!room.open_days.includes(((day + 3) % 7) + 1)) return false;
  if (room.opens_at === null || room.closes_at === null || last !== first) return true;
  return from - first * dayMs >= msOf(room.opens_at) && until - first * dayMs <= msOf(room.closes_at);
}
