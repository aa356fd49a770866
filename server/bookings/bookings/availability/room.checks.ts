import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import { weekdayOf } from "../../../../shared/kernel/day-number";
import { elapsedDayMs } from "../../../../shared/kernel/elapsed-time";
import { insertMessageValues } from "../../../../shared/kernel/text/message-values";
import { addDaysAtLocalTime, localDaysOf, spanLengthOf, endOfDay } from "../../../../shared/kernel/local-span";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { lockRooms, selectBookableRooms, selectExceededCapacity } from "./rooms.sql";

export interface OpeningHours {
  opens_at: string | null;
  closes_at: string | null;
  open_days: number[];
  time_zone: string;
  cross_day: boolean;
}

export interface BookableRoom extends OpeningHours {
  id: number;
  name: string;
  building_id: number;
  capacity: number | null;
  tools: string[];
  auto_approve: boolean;
  pending_blocks: boolean;
  notice_minutes: number;
  ahead_days: number | null;
  longest_minutes: number | null;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  /** Whether the room is open to all users, or to a group or department of the actor. */
  invited: boolean;
  /** Whether the organization refuses bookings for more people than the room has seats. */
  enforce_room_capacity: boolean;
}

/**
 * Reads and locks rooms until the transaction ends, so that changes of their rules and their deletion wait.
 * @throws Problem 422 for an unknown room.
 */
export async function lockRoomsForBooking(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, BookableRoom>> {
  const uniqueIds = [...new Set(ids)];
  await tx.rows(lockRooms, [uniqueIds]);
  return readRooms(tx, actor, uniqueIds);
}

/** Like `lockRoomsForBooking`, without locks, for previews. */
export async function readRooms(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, BookableRoom>> {
  const rows = await tx.rows<BookableRoom>(selectBookableRooms, [ids, actor.id]);
  if (rows.length < new Set(ids).size) throw invalidFieldProblem("bookable_id", "field.unknown");
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Refuses bookings for more people than seats where the organization enforces it. Runs after the invitations are written.
 * @throws Problem 422 with the number of people and seats.
 */
export async function enforceRoomCapacity(
  tx: Tx,
  rooms: Iterable<BookableRoom>,
  bookingIds: readonly number[],
): Promise<void> {
  if (![...rooms].some((room) => room.enforce_room_capacity)) return;
  const exceeded = await tx.one<{ capacity: number; seats: number }>(selectExceededCapacity, [bookingIds]);
  if (!exceeded) return;
  const values = { many: exceeded.seats, seats: exceeded.capacity };
  throw invalidFieldProblem("participants", insertMessageValues("field.roomTooSmall", values));
}

interface When {
  start_date: string;
  end_date: string;
}

const usuallyAheadDays = 366;
/** 31 calendar days, which have up to two hours more when the clock goes back. Also a constraint of the table. */
const longestMs = 31 * elapsedDayMs + 2 * 3_600_000;
const dayMinutes = elapsedDayMs / 60_000;

/** @throws Problem 422 when the time ends before it begins, or is longer than a month. */
export function requireValidPeriod({ start_date, end_date }: When): void {
  if (end_date <= start_date) throw invalidFieldProblem("end_date", "field.bookingEnd");
  if (Date.parse(end_date) - Date.parse(start_date) > longestMs)
    throw invalidFieldProblem("end_date", "field.bookingTooLong");
}

/** Checks the rules for all resources: the time isn't in the past, years ahead or longer than a month. @throws Problem 422 at the field. */
export function requireRoomBookable(when: When, now: number): void {
  requireValidPeriod(when);
  const [start, end] = [Date.parse(when.start_date), Date.parse(when.end_date)];
  if (end <= now) throw invalidFieldProblem("start_date", "field.past");
  if (start > now + 2 * usuallyAheadDays * elapsedDayMs) throw invalidFieldProblem("start_date", "field.bookingTooFar");
}

/**
 * Returns the field and message when the room's rules refuse a time, otherwise null. `reservation-approve` overrides all rules except
 * opening hours.
 */
export function roomRefusalOf(
  room: BookableRoom,
  when: When,
  actor: Pick<Actor, "permissions">,
  now: number,
): [field: string, message: string] | null {
  const start = Date.parse(when.start_date);
  if (!room.cross_day && crossesDay(room, when)) return ["end_date", "field.roomOverNight"];
  if (!isWithinOpeningHours(room, when)) return ["start_date", "field.roomClosed"];
  if (actor.permissions.has("reservation-approve")) return null;
  if (!room.invited) return ["bookable_id", "field.roomNotForYou"];
  if (room.longest_minutes !== null && lengthOf(room, when, room.longest_minutes) > room.longest_minutes * 60_000) {
    return ["end_date", "field.bookingTooLong"];
  }
  if (room.notice_minutes > 0 && start < now + room.notice_minutes * 60_000)
    return ["start_date", "field.bookingTooLate"];
  if (room.ahead_days !== null && start > addDaysAtLocalTime(now, room.ahead_days, room.time_zone))
    return ["start_date", "field.bookingTooFar"];
  return null;
}

const msOf = (time: string): number => Date.parse(`1970-01-01T${time.slice(0, 5)}Z`);
/** The time of day that a resource closes; 24:00 is the end of the day. */
const closingMs = (time: string): number => (time.startsWith("24:00") ? endOfDay : msOf(time));

const spanOf = ({ start_date, end_date }: When) => ({ from: Date.parse(start_date), until: Date.parse(end_date) });

/** Returns the length to compare with a limit. For limits of a day or more, the local time counts, because a day can have 25 hours. */
function lengthOf({ time_zone }: Pick<OpeningHours, "time_zone">, when: When, limitMinutes: number): number {
  const { local, elapsed } = spanLengthOf(spanOf(when), time_zone);
  return limitMinutes < dayMinutes ? elapsed : Math.min(local, elapsed);
}

function crossesDay({ time_zone }: Pick<OpeningHours, "time_zone">, when: When): boolean {
  const { firstDay, lastDay } = localDaysOf(spanOf(when), time_zone);
  return firstDay !== lastDay;
}

/**
 * Whether the resource is open on each day of the period, and at its start and end in the resource's time zone. A period over several days
 * may include the nights between, but not begin or end at night.
 */
export function isWithinOpeningHours(room: OpeningHours, when: When): boolean {
  const { firstDay, lastDay, startTime, endTime } = localDaysOf(spanOf(when), room.time_zone);
  if (lastDay !== firstDay && !room.cross_day) return false;
  for (let day = firstDay; day <= lastDay; day++) if (!room.open_days.includes(weekdayOf(day) || 7)) return false;
  if (room.opens_at === null || room.closes_at === null) return true;
  const [opens, closes] = [msOf(room.opens_at), closingMs(room.closes_at)];
  return opens <= startTime && startTime < closes && opens < endTime && endTime <= closes;
}
