import type { InferType } from "yup";
import type { PreviewDate } from "../../../../shared/bookings/bookings/bookings.contract";
import type { checkDateQuery, previewSchema } from "../../../../shared/bookings/bookings/bookings.schema";
import type { Language } from "../../../../shared/kernel/languages";
import { translatedNameIn, type Translations } from "../../../../shared/kernel/translations";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { seriesTimeZoneOf } from "./create";
import { describeConflict, requestedSlotOf } from "../availability/conflicts";
import type { BookingRow } from "../bookings.present";
import { loadBookingRow } from "../bookings.read";
import { isOnLeave } from "../availability/absence";
import { findConflicts, occupiedSlotOf, takenPeriodOf } from "../availability/alternatives";
import { equipmentConflicts, readEquipmentForBooking, requestedEquipmentOf } from "../availability/equipment.checks";
import { readRooms, requireRoomBookable, requireValidPeriod, type BookableRoom } from "../availability/room.checks";
import { equipmentIdsOf, type NamedResource, resourceKinds, roomIdsOf } from "../resource-kinds";
import { expandSeries, type SeriesDate } from "../series.dates";

const selectDaysOff = sql(
  "bookings.daysOff",
  `SELECT d.day::text AS date, h.name, COALESCE(h.translations, '{}') AS translations,
     ${isOnLeave("u.tenant_id", "u.id", "d.since", "d.last")} AS on_leave
   FROM app_user u JOIN tenant t ON t.id = u.tenant_id
   CROSS JOIN LATERAL (SELECT day, starts_at AT TIME ZONE t.time_zone AS since,
       (ends_at - interval '1 microsecond') AT TIME ZONE t.time_zone AS last
     FROM unnest($1::date[], $3::timestamptz[], $4::timestamptz[]) AS s (day, starts_at, ends_at)) AS d
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
  const rows = await tx.rows<DayOff>(selectDaysOff, [
    dates.map(({ date }) => date),
    actor.id,
    dates.map(({ start_date }) => start_date),
    dates.map(({ end_date }) => end_date),
  ]);
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
  const kind = resourceKinds[input.bookable_type];
  kind.requirePreviewedResource(input);
  requireRoomBookable(input, now);
  const room = await roomOf(tx, actor, roomIdsOf(input)[0]);
  const pieces = [...(await readEquipmentForBooking(tx, equipmentIdsOf(input), [], kind.equipmentField)).values()];
  const mainPiece = kind.reschedulablePieces(pieces).find(({ id }) => id === input.bookable_id) ?? null;
  const series = expandSeries({ ...input, timeZone: await seriesTimeZoneOf(tx, room ?? mainPiece) });
  const slots = room ? series.dates.map((date) => requestedSlotOf(room, date)) : [];
  const roomConflicts = room
    ? (await findConflicts(tx, slots)).map((each) => ({ each, ...takenPeriodOf(room, occupiedSlotOf(each)) }))
    : [];
  const equipment = await equipmentConflicts(
    tx,
    series.dates.map((date) => requestedEquipmentOf(pieces, date)),
    [],
  );
  const off = await daysOffOn(tx, actor, series.dates, language);
  let datesWithAlternatives = 0;
  const dates: PreviewDate[] = [];
  for (const date of series.dates) {
    const refusal = kind.refusalOf({ room, pieces }, date, actor, now);
    const conflictsOfRoom = findOverlapping(date, roomConflicts);
    const conflictsOfPieces = equipment.conflicts.filter((each) => overlaps(date, each));
    const isResourceFree = conflictsOfRoom.length === 0 && refusal === null;
    const isFree = isResourceFree && conflictsOfPieces.length === 0;
    const hasAlternatives =
      kind.offersAlternatives({ isFree, isResourceFree }) && datesWithAlternatives++ < maxDatesWithAlternatives;
    const alternatives = hasAlternatives
      ? await kind.findAlternatives(tx, actor, { room, pieces }, date, { now, people: input.people ?? 1 })
      : [];
    dates.push({
      ...date,
      ...off(date),
      free: isFree,
      refusal: refusal?.[1] ?? null,
      conflicts: [...conflictsOfRoom, ...conflictsOfPieces],
      alternatives,
    });
  }
  return { dates, skipped: series.skipped, rrule: series.rrule };
}

const overlaps = (date: SeriesDate, other: { start_date: string; end_date: string }) =>
  other.start_date < date.end_date && date.start_date < other.end_date;

/** Instants are parsed once by the caller: 200 dates are compared with thousands of bookings. */
function findOverlapping<Other>(
  date: SeriesDate,
  others: readonly { each: Other; from: number; until: number }[],
): Other[] {
  const from = Date.parse(date.start_date);
  const until = Date.parse(date.end_date);
  return others.flatMap((other) => (other.from < until && from < other.until ? [other.each] : []));
}

type Query = InferType<typeof checkDateQuery>;

const notAvailable = { conflicts: [], alternatives: [], refusal: null };
const availability = (available: NamedResource[]) => ({ free: available.length > 0, available, ...notAvailable });

/** Checks availability of a room or piece with additional equipment, or of any car of a type; without a resource, lists what is free. */
export async function checkDate(tx: Tx, actor: Actor, query: Query) {
  requireValidPeriod(query);
  const now = Date.now();
  const resource = { ...query, bookable_type: query.bookable_type ?? (query.car_type ? "car" : "room") };
  const kind = resourceKinds[resource.bookable_type];
  if (kind.isBookedByType || query.bookable_id === undefined)
    return availability(await kind.listFree(tx, actor, query, { now, limit: maxOffered }));
  const ownBooking = await editableBooking(tx, actor, query.booking_id);
  const room = await roomOf(tx, actor, roomIdsOf(resource)[0]);
  const ownPieceIds = ownBooking?.equipment_ids ?? [];
  const equipment = await readEquipmentForBooking(tx, equipmentIdsOf(resource), ownPieceIds, kind.equipmentField);
  const pieces = [...equipment.values()];
  const reschedulablePieces = kind.reschedulablePieces(pieces).slice(0, 1);
  const { conflicts, alternatives } = await describeConflict(
    tx,
    actor,
    room ? [room] : [],
    room ? [requestedSlotOf(room, query)] : [],
    {
      own: ownBooking ? [ownBooking.id] : [],
      pieces: { requested: [requestedEquipmentOf(pieces, query)], reschedulable: reschedulablePieces },
      people: query.people ?? 1,
    },
  );
  const refusal = kind.refusalOf({ room, pieces }, query, actor, now)?.[1] ?? null;
  if (conflicts.length > 0 || refusal !== null) return { free: false, available: [], refusal, conflicts, alternatives };
  return availability((room ? [room] : reschedulablePieces).map(({ id, name }) => ({ id, name })));
}

async function editableBooking(tx: Tx, actor: Actor, id: number | undefined): Promise<BookingRow | null> {
  if (id === undefined) return null;
  const row = await loadBookingRow(tx, id);
  return row.requester?.id === actor.id || actor.permissions.has("reservation-approve") ? row : null;
}
