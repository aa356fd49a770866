import type { InferType } from "yup";
import type { Alternative, PreviewDate } from "../../../../shared/bookings/bookings/bookings.contract";
import type { checkDateQuery, previewSchema } from "../../../../shared/bookings/bookings/bookings.schema";
import type { Language } from "../../../../shared/kernel/languages";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import { translatedNameIn, type Translations } from "../../../../shared/kernel/translations";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { seriesTimeZoneOf } from "./create";
import { describeConflict, requestedSlotOf } from "../availability/conflicts";
import type { BookingRow } from "../bookings.present";
import { loadBookingRow } from "../bookings.read";
import { findAlternatives, findBookableRooms, findConflicts } from "../availability/alternatives";
import { equipmentIdsOf, requireCarType } from "./basket";
import {
  type BookableEquipment,
  equipmentHoursRefusal,
  equipmentConflicts,
  alternativeTimes,
  readEquipmentForBooking,
} from "../availability/equipment.checks";
import { selectFreeEquipment } from "../availability/equipment.sql";
import {
  readRooms,
  roomRefusalOf,
  requireRoomBookable,
  requireValidPeriod,
  type BookableRoom,
} from "../availability/room.checks";
import { selectFreeCars } from "../availability/rooms.sql";
import { expandSeries, type SeriesDate } from "../series.dates";

const daysOff = sql(
  "bookings.daysOff",
  `SELECT d.day::text AS date, h.name, COALESCE(h.translations, '{}') AS translations,
     EXISTS (SELECT FROM leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
       WHERE l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.start_time IS NULL AND r.status = ANY('{approved,approved_by_manager}')
         AND l.start_date <= d.day AND l.end_date >= d.day) AS on_leave
   FROM app_user u CROSS JOIN unnest($1::date[]) AS d (day)
   LEFT JOIN LATERAL (SELECT o.name, o.translations FROM holiday o
     WHERE o.tenant_id = u.tenant_id AND o.date = d.day AND (o.location IS NULL OR o.location_key = u.location_key)
     ORDER BY o.half NULLS FIRST, o.location NULLS FIRST LIMIT 1) AS h ON true
   WHERE u.tenant_id = current_tenant() AND u.id = $2`,
);

const maxOffered = 500;
/** Limits how many dates get alternatives, which need several queries each. */
const maxDatesWithAlternatives = 20;

async function roomOf(tx: Tx, actor: Actor, id: number | undefined): Promise<BookableRoom | null> {
  if (id === undefined) return null;
  return (await readRooms(tx, actor, [id])).get(id) ?? null;
}

interface DayOff {
  date: string;
  name: string | null;
  translations: Translations<string>;
  on_leave: boolean;
}

async function daysOffOn(tx: Tx, actor: Actor, dates: readonly SeriesDate[], language: Language) {
  const rows = await tx.rows<DayOff>(daysOff, [dates.map(({ date }) => date), actor.id]);
  const byDate = new Map(rows.map((row) => [row.date, row]));
  return ({ date }: SeriesDate) => {
    const { name = null, translations = {}, on_leave = false } = byDate.get(date) ?? {};
    return { holiday: name && translatedNameIn(language, { name, translations }), on_leave };
  };
}

type PreviewInput = InferType<typeof previewSchema>;

/** Previews each date of a series: free, taken, refused by the room, or a day off. Reserves nothing. */
export async function previewBooking(tx: Tx, actor: Actor, input: PreviewInput, language: Language) {
  const now = Date.now();
  if (input.bookable_type !== "car" && input.bookable_id === undefined)
    throw invalidFieldProblem("bookable_id", "field.required");
  if (input.bookable_type === "car" && input.car_type) requireCarType(input.car_type);
  requireRoomBookable(input, now);
  const room = await roomOf(tx, actor, input.bookable_type === "room" ? input.bookable_id : undefined);
  const byItself = input.bookable_type === "equipment";
  const known = [
    ...(await readEquipmentForBooking(tx, equipmentIdsOf(input), [], byItself ? "bookable_id" : "equipment")).values(),
  ];
  const own = byItself ? (known.find(({ id }) => id === input.bookable_id) ?? null) : null;
  const series = expandSeries({ ...input, timeZone: await seriesTimeZoneOf(tx, room ?? own) });
  const wanted = room ? series.dates.map((date) => requestedSlotOf(room, date)) : [];
  const conflicts = (room ? await findConflicts(tx, wanted) : []).map((each) => ({
    each,
    from: Date.parse(each.start_date),
    until: Date.parse(each.end_date),
  }));
  const ofPieces = await equipmentConflicts(
    tx,
    series.dates.map((date) => wantedPieces(date, known)),
    [],
  );
  const off = await daysOffOn(tx, actor, series.dates, language);
  let needApproval = 0;
  const dates: PreviewDate[] = [];
  for (const date of series.dates) {
    const of = room ? findOverlapping(date, conflicts, room) : [];
    const refusal = (room && roomRefusalOf(room, date, actor, now)) ?? equipmentHoursRefusal(known, byItself, date);
    const pieces = ofPieces.conflicts.filter((each) => overlaps(date, each));
    const isFree = of.length === 0 && refusal === null;
    const free = isFree && pieces.length === 0;
    // Another room doesn't help when an additional piece is taken.
    const asks = (byItself ? !free : !isFree && room !== null) && needApproval++ < maxDatesWithAlternatives;
    const alternatives = !asks
      ? []
      : room
        ? await findAlternatives(tx, actor, room, requestedSlotOf(room, date), { now, people: input.people ?? 1 })
        : await alternativeEquipment(tx, known, date, now);
    const why = { refusal: refusal?.[1] ?? null, conflicts: [...of, ...pieces] };
    dates.push({ ...date, ...off(date), free, ...why, alternatives });
  }
  return { dates, skipped: series.skipped, rrule: series.rrule };
}

const wantedPieces = ({ start_date, end_date }: Period, pieces: readonly BookableEquipment[]) => ({
  starts_at: start_date,
  ends_at: end_date,
  pieces: pieces.map(({ id }) => id),
});

/** Alternatives for equipment: other pieces of the same kind, and the same pieces at another time. */
async function alternativeEquipment(
  tx: Tx,
  pieces: readonly BookableEquipment[],
  when: Period,
  now: number,
): Promise<Alternative[]> {
  const wanted = wantedPieces(when, pieces);
  const { alternatives } = await equipmentConflicts(tx, [wanted], []);
  return [...alternatives, ...(await alternativeTimes(tx, pieces, wanted, [], now))];
}

const overlaps = (date: SeriesDate, other: { start_date: string; end_date: string }) =>
  other.start_date < date.end_date && date.start_date < other.end_date;

/** Instants are parsed once by the caller: 200 dates are compared with thousands of bookings. */
function findOverlapping<Other>(
  date: SeriesDate,
  others: readonly { each: Other; from: number; until: number }[],
  room: BookableRoom,
): Other[] {
  const from = Date.parse(date.start_date) - room.buffer_before_minutes * 60_000;
  const until = Date.parse(date.end_date) + room.buffer_after_minutes * 60_000;
  return others.flatMap((other) => (other.from < until && from < other.until ? [other.each] : []));
}

interface Period {
  start_date: string;
  end_date: string;
}

type Query = InferType<typeof checkDateQuery>;
interface NamedResource {
  id: number;
  name: string;
}

const notAvailable = { conflicts: [], alternatives: [], refusal: null };
const availability = (available: NamedResource[]) => ({ free: available.length > 0, available, ...notAvailable });

/** Checks availability of a room or piece with additional equipment, or of any car of a type; without a resource, lists what is free. */
export async function checkDate(tx: Tx, actor: Actor, query: Query) {
  requireValidPeriod(query);
  const now = Date.now();
  const when = [query.start_date, query.end_date];
  const type = query.bookable_type ?? (query.car_type ? "car" : "room");
  if (type === "car")
    return availability(await tx.rows<NamedResource>(selectFreeCars, [query.car_type ?? null, ...when, maxOffered]));
  if (query.bookable_id === undefined) {
    if (type === "equipment")
      return availability(await tx.rows<NamedResource>(selectFreeEquipment, [...when, maxOffered]));
    const rooms = await findBookableRooms(tx, actor, null, query, now);
    return availability(rooms.slice(0, maxOffered).map(({ id, name }) => ({ id, name })));
  }
  const own = await editableBooking(tx, actor, query.booking_id);
  const room = type === "room" ? await roomOf(tx, actor, query.bookable_id) : null;
  const ids = equipmentIdsOf({ ...query, bookable_type: type });
  const field = room ? "equipment" : "bookable_id";
  const pieces = [...(await readEquipmentForBooking(tx, ids, own?.equipment_ids ?? [], field)).values()];
  const byItself = room ? [] : pieces.slice(0, 1);
  const taken = await describeConflict(tx, actor, room ? [room] : [], room ? [requestedSlotOf(room, query)] : [], {
    own: own ? [own.id] : [],
    pieces: { wanted: [wantedPieces(query, pieces)], byItself },
    people: query.people ?? 1,
  });
  const refusal = (room && roomRefusalOf(room, query, actor, now)) ?? equipmentHoursRefusal(pieces, !room, query);
  const free = taken.conflicts.length === 0 && refusal === null;
  const named = room ? [room] : byItself;
  const available = free ? named.map(({ id, name }) => ({ id, name })) : [];
  return { free, available, refusal: refusal?.[1] ?? null, ...(free ? { conflicts: [], alternatives: [] } : taken) };
}

async function editableBooking(tx: Tx, actor: Actor, id: number | undefined): Promise<BookingRow | null> {
  if (id === undefined) return null;
  const row = await loadBookingRow(tx, id);
  return row.requester?.id === actor.id || actor.permissions.has("reservation-approve") ? row : null;
}
