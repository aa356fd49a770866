import { invalid, Problem } from "../../shared/kernel/problems";
import type { Use } from "../../shared/kernel/uses";
import { type AffectedBooking, mostAffected, type Rehomed, suggestions } from "../../shared/places/affected";
import { bookingPath, bookingsToTell } from "../bookings/bookings-due.service";
import type { BookingRow } from "../bookings/bookings.present";
import { tellBookings } from "../bookings/bookings-tell.service";
import { tellDrivers, tellDriversTaken } from "../bookings/drivers-tell.service";
import { withoutAuthorIf } from "../bookings/private-author.service";
import { followBookings } from "../reservations/booking-requests.service";
import { tellPeople } from "../notifications/tell.service";
import { constraintOf } from "../platform/database/constraints";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { requireNotStarted } from "../trips/trips-under-way.service";
import * as statements from "./affected.sql";
import type { AffectedKind } from "./affected.sql";

interface AffectedRow {
  id: number;
  title: string;
  private: boolean;
  starts_at: Date;
  ends_at: Date;
  series_id: number | null;
  requester_id: number;
  place: string;
  goes_on: boolean;
  requester: NonNullable<AffectedBooking["requester"]>;
  choices: AffectedBooking["choices"];
}

/** What is taken away: these rooms, cars, drivers or this piece of equipment, for a time or for good. */
export interface Taken {
  kind: AffectedKind;
  ids: readonly number[];
  from?: string | undefined;
  until?: string | undefined;
  /** What those who lose it are told. */
  reason?: string | null | undefined;
}

function present(rows: readonly AffectedRow[], actor: Actor): AffectedBooking[] {
  const bookings = rows.map((row) => {
    const hidden = row.private && row.requester_id !== actor.id;
    return {
      id: row.id,
      title: hidden ? null : row.title,
      requester: hidden ? null : row.requester,
      start_date: row.starts_at.toISOString(),
      end_date: row.ends_at.toISOString(),
      place: row.place,
      goes_on: row.goes_on,
      choices: row.choices,
    };
  });
  const suggested = suggestions(bookings);
  return bookings.map((booking, n) => ({ ...booking, suggested: suggested[n] ?? null }));
}

/** Bookings that stand in the way of taking something away, as refusals list them. */
async function readAffected(tx: Tx, { kind, ids, from, until }: Taken): Promise<AffectedRow[]> {
  return tx.rows<AffectedRow>(statements.affected(kind), [ids, from ?? null, until ?? null]);
}

/** The same for whoever is refused, with how many there are. */
export async function affectedBookings(tx: Tx, actor: Actor, taken: Taken) {
  const bookings = present(await readAffected(tx, taken), actor);
  const names = bookings.flatMap(({ title }) => title ?? []).slice(0, 3);
  const uses: Use[] = bookings.length > 0 ? [{ kind: "bookings", count: bookings.length, names }] : [];
  return { uses, bookings: bookings.slice(0, mostAffected) };
}

/**
 * Moves or cancels every booking that stands in the way, as it was answered, and tells those whose it is; all or none.
 * @throws Problem `refusal` with the bookings when not each has its answer; 409 for what is being driven, or when what one
 * should get is taken meanwhile; 422 for what can't be had.
 */
export async function rehome(
  tx: Tx,
  actor: Actor,
  taken: Taken,
  answers: readonly Rehomed[] | undefined,
  refusal: "organisation.inUse" | "outage.booked",
): Promise<void> {
  await tx.rows(statements.holdAffected(taken.kind), [taken.ids, taken.from ?? null, taken.until ?? null]);
  const rows = await readAffected(tx, taken);
  if (rows.length === 0) return;
  const answered = new Map(answers?.map((answer, n) => [answer.id, { to: answer.to ?? null, n }]));
  if (rows.some(({ id }) => !answered.has(id)))
    throw new Problem(refusal, { record: await affectedBookings(tx, actor, taken) });
  await requireNotStarted(
    tx,
    rows.map(({ id }) => id),
  );
  const moved: { row: AffectedRow; to: number }[] = [];
  for (const row of rows) {
    const { to, n } = answered.get(row.id) as { to: number | null; n: number };
    if (to === null) continue;
    if (!row.choices.some(({ id }) => id === to)) throw invalid(`bookings.${n}.to`, "field.unknown");
    moved.push({ row, to });
  }
  const before = await bookingsToTell(
    tx,
    rows.map(({ id }) => id),
  );
  const movedRows = moved.map(({ row }) => row);
  const without = rows.filter((row) => row.goes_on && !movedRows.includes(row));
  const cancelled = rows.filter((row) => !row.goes_on && !movedRows.includes(row));
  await write(tx, taken, moved, { without, cancelled });
  await tellOwners(tx, actor, "booking.updated", [...movedRows, ...without], before);
  await tellOwners(tx, actor, "booking.cancelled", cancelled, before);
}

async function write(
  tx: Tx,
  { kind, ids: [own], ids, reason }: Taken,
  moved: readonly { row: AffectedRow; to: number }[],
  { without, cancelled }: Record<"without" | "cancelled", readonly AffectedRow[]>,
): Promise<void> {
  const idsOf = (rows: readonly AffectedRow[]) => rows.map(({ id }) => id);
  const changes = JSON.stringify(moved.map(({ row, to }) => ({ id: row.id, own, to })));
  try {
    if (moved.length > 0) await tx.rows(statements.moveAffected[kind], [changes]);
    if (without.length > 0) await tx.rows(statements.leavePiecesOut, [idsOf(without), ids]);
    if (cancelled.length > 0) await tx.rows(statements.cancelAffected, [idsOf(cancelled), reason || null]);
  } catch (error) {
    if (!/^occupied_slot_(room|car|driver|equipment)$/.test(constraintOf(error) ?? "")) throw error;
    throw new Problem("booking.taken", { record: { conflicts: [], alternatives: [] } });
  }
}

/** One event for each owner and series: of an event the first booking's owner is told. */
async function tellOwners(
  tx: Tx,
  actor: Actor,
  type: "booking.updated" | "booking.cancelled",
  rows: readonly AffectedRow[],
  before: readonly BookingRow[],
): Promise<void> {
  const byOwner = new Map<string, AffectedRow[]>();
  for (const row of rows) {
    const key = `${row.requester_id} ${row.series_id ?? `one ${row.id}`} ${row.private}`;
    byOwner.set(key, [...(byOwner.get(key) ?? []), row]);
  }
  for (const group of byOwner.values()) {
    const ids = group.map(({ id }) => id);
    const was = before.filter(({ id }) => ids.includes(id));
    const after = await tellBookings(tx, type, ids);
    await followBookings(tx, was, after);
    await tellPrivately(tx, actor, type, after);
    await tellBothDrivers(tx, actor, was, after);
  }
}

/** Who books in private isn't the event's author, hence isn't told by it: here they are. */
async function tellPrivately(tx: Tx, actor: Actor, type: string, [row]: readonly BookingRow[]): Promise<void> {
  if (!row?.private || row.requester.id === actor.id) return;
  const kind = type === "booking.cancelled" ? ("booking.cancelled" as const) : ("booking.changed" as const);
  const people = [{ id: row.requester.id, reason: null }];
  const values = { sender: actor.fullname, title: row.title, key: "" };
  const message = { kind, people, values, path: bookingPath(row), subject: row.title, taskId: null, projectId: null };
  await withoutAuthorIf(true, tx, () => tellPeople(tx, { eventId: null, sender: null }, [message]));
}

/** Whoever drove and doesn't any more, and whoever drives instead. */
async function tellBothDrivers(
  tx: Tx,
  actor: Actor,
  before: readonly BookingRow[],
  after: readonly BookingRow[],
): Promise<void> {
  const driverAfter = (id: number) => {
    const row = after.find((each) => each.id === id);
    return row?.status === "cancelled" ? null : (row?.driver_id ?? null);
  };
  const taken = before.filter(({ id, driver_id }) => driver_id !== null && driverAfter(id) !== driver_id);
  const drivenBefore = new Map(before.map(({ id, driver_id }) => [id, driver_id]));
  await tellDriversTaken(tx, actor, taken, []);
  await tellDrivers(
    tx,
    actor,
    "booking.driving",
    after.filter((row) => row.status !== "cancelled" && row.driver_id !== drivenBefore.get(row.id)),
  );
}
