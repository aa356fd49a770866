import type { QueryOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import type {
  CommonTime,
  findCommonTimes as contract,
} from "../../../../shared/bookings/bookings/common-times.contract";
import { seatsNeeded } from "../../../../shared/bookings/bookings/bookings.rules";
import type { WorkSchedule } from "../../../../shared/work/schedules/schedules.rules";
import { groupBy } from "../../../../shared/kernel/group-by";
import type { Span } from "../../../../shared/kernel/local-span";
import { dayOfNumber } from "../../../../shared/kernel/day-number";
import { elapsedDayMs } from "../../../../shared/kernel/elapsed-time";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { readDaysOffOfPeople } from "../../../requests/leave/calendar/days-off.read";
import { schedulesJson } from "../../../work/schedules/schedules.read";
import { overlappingSlots } from "../slot-overlap";
import { suitsPeople, takenPeriodOf } from "./alternatives";
import { findTimes, overlapsSpan, type SearchedPerson, stepMs, workingPeriods } from "./common-times";
import { readPeoplePeriods } from "./people-availability.service";
import { splitNames } from "./resource-search.service";
import { type BookableRoom, readRooms, requireRoomBookable, roomRefusalOf } from "./room.checks";

const maxCommonTimes = 30;
/** Rooms that are compared; the smallest that fit come first. */
const maxRooms = 200;

/** Time zones and working hours of the users $1. */
const selectWorkingTimes = sql(
  "commonTimes.people",
  `SELECT u.id, COALESCE(u.time_zone, t.time_zone) AS time_zone, t.time_zone AS tenant_zone, t.weekend, (t.workday_hours * 60)::int AS minutes_per_day,
     extract(epoch FROM t.workday_start)::int AS starts, extract(epoch FROM t.workday_end)::int AS ends,
     ${schedulesJson("u.id")} AS schedules
   FROM app_user u JOIN tenant t ON t.id = u.tenant_id WHERE u.tenant_id = current_tenant() AND u.id = ANY($1)`,
);

/** Buildings by name; a user's own are those with the user's ($1) location in their name or address. */
const selectBuildings = sql(
  "commonTimes.buildings",
  `SELECT h.id, h.name, h.address, COALESCE(strpos(fold(concat_ws(' ', h.name, h.address)), u.location_key) > 0, false) AS own
   FROM building h LEFT JOIN app_user u ON u.tenant_id = h.tenant_id AND u.id = $1
   WHERE h.tenant_id = current_tenant() AND h.deleted_at IS NULL ORDER BY h.name COLLATE reader, h.id`,
);

/** Rooms in the buildings $1 with the features $2 and at least $3 seats, best fit first. */
const selectFittingRooms = sql(
  "commonTimes.rooms",
  `SELECT r.id, h.name AS building, f.name AS floor FROM room r
     JOIN building h ON h.tenant_id = r.tenant_id AND h.id = r.building_id
     JOIN floor f ON f.tenant_id = r.tenant_id AND f.id = r.floor_id
   WHERE r.tenant_id = current_tenant() AND r.deleted_at IS NULL AND r.building_id = ANY($1) AND r.tools @> $2::text[]
     AND (r.capacity IS NULL OR r.capacity >= $3)
   ORDER BY r.capacity NULLS LAST, cardinality(r.tools), r.name COLLATE reader, r.id LIMIT ${maxRooms}`,
);

const selectSlotsOfRooms = sql(
  "commonTimes.slots",
  `SELECT room_id, kind, starts_at AS start_at, ends_at AS end_at
   FROM ${overlappingSlots("s.*", "s.tenant_id = current_tenant() AND s.room_id = ANY($1)", "$2::timestamptz", "$3::timestamptz")} AS s`,
);

interface WorkingTimeRow {
  id: number;
  time_zone: string;
  tenant_zone: string;
  weekend: number[];
  minutes_per_day: number;
  starts: number;
  ends: number;
  schedules: WorkSchedule[];
}

interface SlotRow {
  room_id: number;
  kind: string;
  start_at: Date;
  end_at: Date;
}

type Query = QueryOf<typeof contract>;

/**
 * Times when the caller and the users are free and a room fits that the caller may book. Reserves nothing.
 * @throws Problem 422 for a period that can't be booked, and for users who can't be invited.
 */
export async function findCommonTimes(tx: Tx, actor: Actor, query: Query): Promise<ReplyOf<typeof contract>["data"]> {
  const now = Date.now();
  requireRoomBookable(query, now);
  const [start, until] = [Date.parse(query.start_date), Date.parse(query.end_date)];
  // Later starts keep the steps of the period, so that times begin at full or half hours.
  const from = start >= now ? start : start + Math.ceil((now - start) / stepMs) * stepMs;
  const { people, timeZone } = await readSearchedPeople(tx, actor, query, { from, until });
  const buildings = await tx.rows<{ id: number; name: string; address: string | null; own: boolean }>(selectBuildings, [
    actor.id,
  ]);
  const own = buildings.filter((building) => building.own);
  const chosen = query.building_ids ?? [];
  const byDefault = own.length > 0 ? own : buildings;
  const searched = new Set(chosen.length > 0 ? chosen : byDefault.map(({ id }) => id));
  const rooms = await readFittingRooms(tx, actor, query, [...searched]);
  const takenPeriodsByRoom = await readTakenPeriods(tx, rooms, { from, until });
  const lengthMs = query.minutes * 60_000;
  const isFree = (room: FittingRoom, period: Span) => {
    if (takenPeriodsByRoom.get(room.id)?.some((each) => overlapsSpan(each, period))) return false;
    return roomRefusalOf(room, datesOf(period), actor, now) === null;
  };
  const times = findTimes({
    period: { from, until },
    lengthMs,
    people,
    roomFor: (period) => rooms.find((room) => isFree(room, period)) ?? null,
    maxTimes: maxCommonTimes,
  });
  return {
    times: times.map(
      ({ room, missing, ...period }): CommonTime => ({
        ...datesOf(period),
        time_zone: room?.time_zone ?? timeZone,
        room: room && presentRoom(room),
        missing,
      }),
    ),
    buildings: buildings.map(({ id, name, address }) => ({ id, name, address, searched: searched.has(id) })),
  };
}

const datesOf = ({ from, until }: Span) => ({
  start_date: new Date(from).toISOString(),
  end_date: new Date(until).toISOString(),
});

const presentRoom = ({ id, name, building, floor, capacity, tools, auto_approve }: FittingRoom) => ({
  id,
  name,
  building,
  floor,
  capacity,
  tools,
  needs_approval: !auto_approve,
});

async function readSearchedPeople(tx: Tx, actor: Actor, query: Query, period: Span) {
  const users = [...new Set([...query.users, actor.id])];
  const periods = await readPeoplePeriods(tx, actor, { ...datesOf(period), users });
  const working = await tx.rows<WorkingTimeRow>(selectWorkingTimes, [users]);
  const dayBy = (at: number, days: number) => dayOfNumber(Math.floor(at / elapsedDayMs) + days);
  const off = await readDaysOffOfPeople(tx, users, dayBy(period.from, -1), dayBy(period.until, 1));
  const byId = new Map(working.map((row) => [row.id, row]));
  const people = periods.map((person): SearchedPerson => {
    const time = byId.get(person.id) as WorkingTimeRow;
    // Leave is in the periods already, by the clock.
    const holidays = (off.get(person.id) ?? []).filter(({ leave }) => !leave);
    const hours = workingPeriods(period, {
      timeZone: time.time_zone,
      week: { weekend: time.weekend, minutesPerDay: time.minutes_per_day },
      schedules: time.schedules,
      start: time.starts * 1_000,
      end: time.ends * 1_000,
      partsOff: new Map(holidays.map((holiday) => [holiday.from, holiday.from_noon || holiday.to_noon ? 0.5 : 1])),
    });
    return { ...person, working: hours };
  });
  return { people, timeZone: working[0]?.tenant_zone ?? "UTC" };
}

interface FittingRoom extends BookableRoom {
  building: string;
  floor: string;
}

async function readFittingRooms(tx: Tx, actor: Actor, query: Query, buildingIds: number[]): Promise<FittingRoom[]> {
  const seats = Math.max(query.people ?? 0, seatsNeeded({ participants: query.users.filter((id) => id !== actor.id) }));
  const fitting = await tx.rows<{ id: number; building: string; floor: string }>(selectFittingRooms, [
    buildingIds,
    splitNames(query.tools),
    seats,
  ]);
  const rooms = await readRooms(
    tx,
    actor,
    fitting.map(({ id }) => id),
  );
  return fitting.flatMap(({ id, building, floor }) => {
    const room = rooms.get(id);
    return room && suitsPeople(room, seats, query.step_free === true) ? [{ ...room, building, floor }] : [];
  });
}

async function readTakenPeriods(tx: Tx, rooms: readonly FittingRoom[], { from, until }: Span) {
  const longestBuffer = Math.max(
    0,
    ...rooms.map(({ buffer_before_minutes, buffer_after_minutes }) =>
      Math.max(buffer_before_minutes, buffer_after_minutes),
    ),
  );
  const pad = longestBuffer * 60_000;
  const rows = await tx.rows<SlotRow>(selectSlotsOfRooms, [
    rooms.map(({ id }) => id),
    new Date(from - pad),
    new Date(until + pad),
  ]);
  const byId = new Map(rooms.map((room) => [room.id, room]));
  const slots = groupBy(rows, ({ room_id }) => room_id);
  return new Map(
    [...slots].map(([id, ofRoom]) => [id, ofRoom.map((row) => takenPeriodOf(byId.get(id) as FittingRoom, row))]),
  );
}
