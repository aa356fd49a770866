import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import type { RecordUse } from "../../../../shared/kernel/uses";
import {
  type AffectedBooking,
  maxAffectedBookings,
  type Reassignment,
  suggestReplacements,
} from "../../../../shared/bookings/resources/affected-bookings";
import { bookingsForNotifications } from "../bookings-due.service";
import type { BookingRow } from "../bookings.present";
import { emitBookings } from "../bookings-events.service";
import { notifyDrivers, notifyRemovedDrivers } from "../driver-notifications.service";
import { notifyPrivateOwner } from "../private-owner-notifications.service";
import { syncBookingRequests } from "../approval/booking-requests.service";
import { constraintOf } from "../../../platform/database/constraints";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { requireNotStarted } from "../started-trips";
import * as statements from "./reassignment.sql";
import type { UnavailableResources } from "../../resources/resources.slots";

interface AffectedRow {
  id: number;
  title: string;
  private: boolean;
  starts_at: Date;
  ends_at: Date;
  time_zone: string;
  series_id: number | null;
  requester_id: number | null;
  place: string;
  goes_on: boolean;
  requester: AffectedBooking["requester"];
  choices: (AffectedBooking["choices"][number] & { buffer_minutes: number })[];
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
      time_zone: row.time_zone,
      place: row.place,
      goes_on: row.goes_on,
      choices: row.choices,
    };
  });
  const suggested = suggestReplacements(bookings);
  return bookings.map(({ choices, ...booking }, n) => ({
    ...booking,
    choices: choices.map(({ id, name }) => ({ id, name })),
    suggested: suggested[n] ?? null,
  }));
}

async function readAffected(tx: Tx, { kind, ids, from, until }: UnavailableResources): Promise<AffectedRow[]> {
  return tx.rows<AffectedRow>(statements.selectAffectedBookings(kind), [ids, from ?? null, until ?? null]);
}

export async function affectedBookings(tx: Tx, actor: Actor, unavailable: UnavailableResources) {
  const bookings = present(await readAffected(tx, unavailable), actor);
  const names = bookings.flatMap(({ title }) => title ?? []).slice(0, 3);
  const uses: RecordUse[] = bookings.length > 0 ? [{ kind: "bookings", count: bookings.length, names }] : [];
  return { uses, bookings: bookings.slice(0, maxAffectedBookings) };
}

/**
 * The replacement of each booking, null for none. Only the listed bookings need an answer; later ones get the suggested replacement, or none,
 * because a refusal can't list thousands of bookings. Suggestions don't overlap the answers.
 * @returns null if an answer is missing.
 * @throws Problem 422 for an invalid replacement.
 */
function replacementsOf(
  rows: readonly AffectedRow[],
  answers: readonly Reassignment[],
): Map<number, number | null> | null {
  const answered = new Map(answers.map((answer, n) => [answer.id, { to: answer.to ?? null, n }]));
  if (rows.slice(0, maxAffectedBookings).some(({ id }) => !answered.has(id))) return null;
  const choicesOf = ({ id, choices }: AffectedRow) => {
    const answer = answered.get(id);
    if (!answer) return choices;
    if (answer.to === null) return [];
    const chosen = choices.filter((each) => each.id === answer.to);
    if (chosen.length === 0) throw invalidFieldProblem(`bookings.${answer.n}.to`, "field.unknown");
    return chosen;
  };
  const suggested = suggestReplacements(
    rows.map((row) => ({
      start_date: row.starts_at.toISOString(),
      end_date: row.ends_at.toISOString(),
      choices: choicesOf(row),
    })),
  );
  return new Map(rows.map(({ id }, n) => [id, answered.get(id)?.to ?? suggested[n] ?? null]));
}

export async function reassignBookings(
  tx: Tx,
  actor: Actor,
  unavailable: UnavailableResources,
  answers: readonly Reassignment[] | undefined,
  refusal: "organization.inUse" | "outage.booked",
): Promise<void> {
  await tx.rows(statements.lockAffectedBookings(unavailable.kind), [
    unavailable.ids,
    unavailable.from ?? null,
    unavailable.until ?? null,
  ]);
  const rows = await readAffected(tx, unavailable);
  if (rows.length === 0) return;
  const replacements = answers ? replacementsOf(rows, answers) : null;
  if (!replacements) throw new Problem(refusal, { record: await affectedBookings(tx, actor, unavailable) });
  await requireNotStarted(
    tx,
    rows.map(({ id }) => id),
  );
  const moved: { row: AffectedRow; to: number }[] = [];
  for (const row of rows) {
    const to = replacements.get(row.id) ?? null;
    if (to !== null) moved.push({ row, to });
  }
  const before = await bookingsForNotifications(
    tx,
    rows.map(({ id }) => id),
  );
  const movedRows = moved.map(({ row }) => row);
  const continuingRows = rows.filter((row) => row.goes_on && !movedRows.includes(row));
  const cancelled = rows.filter((row) => !row.goes_on && !movedRows.includes(row));
  await write(tx, unavailable, moved, { without: continuingRows, cancelled });
  await notifyOwners(tx, actor, "booking.updated", [...movedRows, ...continuingRows], before);
  await notifyOwners(tx, actor, "booking.cancelled", cancelled, before);
}

async function write(
  tx: Tx,
  { kind, ids: [unavailableId], ids, reason }: UnavailableResources,
  moved: readonly { row: AffectedRow; to: number }[],
  { without, cancelled }: Record<"without" | "cancelled", readonly AffectedRow[]>,
): Promise<void> {
  const idsOf = (rows: readonly AffectedRow[]) => rows.map(({ id }) => id);
  const changes = JSON.stringify(moved.map(({ row, to }) => ({ id: row.id, own: unavailableId, to })));
  try {
    if (moved.length > 0) await tx.rows(statements.moveAffectedBookings[kind], [changes]);
    if (without.length > 0) await tx.rows(statements.deleteEquipmentOfBookings, [idsOf(without), ids]);
    if (cancelled.length > 0) await tx.rows(statements.cancelAffectedBookings, [idsOf(cancelled), reason || null]);
  } catch (error) {
    if (!/^occupied_slot_(room|car|driver|equipment)$/.test(constraintOf(error) ?? "")) throw error;
    throw new Problem("booking.taken", { record: { conflicts: [], alternatives: [] } });
  }
}

/** Emits one event per owner and series, because an event notifies only the owner of its first booking. */
async function notifyOwners(
  tx: Tx,
  actor: Actor,
  type: "booking.updated" | "booking.cancelled",
  rows: readonly AffectedRow[],
  before: readonly BookingRow[],
): Promise<void> {
  const byOwner = new Map<string, AffectedRow[]>();
  for (const row of rows) {
    const key = `${row.requester_id ?? "door"} ${row.series_id ?? `one ${row.id}`} ${row.private}`;
    byOwner.set(key, [...(byOwner.get(key) ?? []), row]);
  }
  for (const group of byOwner.values()) {
    const ids = group.map(({ id }) => id);
    const ownerBookings = before.filter(({ id }) => ids.includes(id));
    const after = await emitBookings(tx, type, ids);
    await syncBookingRequests(tx, ownerBookings, after);
    await notifyPrivateOwner(tx, actor, type, after);
    await notifyBothDrivers(tx, actor, ownerBookings, after);
  }
}

async function notifyBothDrivers(
  tx: Tx,
  actor: Actor,
  before: readonly BookingRow[],
  after: readonly BookingRow[],
): Promise<void> {
  const driverAfter = (id: number) => {
    const row = after.find((each) => each.id === id);
    return row?.status === "cancelled" ? null : (row?.driver_id ?? null);
  };
  const reassignedBookings = before.filter(({ id, driver_id }) => driver_id !== null && driverAfter(id) !== driver_id);
  const drivenBefore = new Map(before.map(({ id, driver_id }) => [id, driver_id]));
  await notifyRemovedDrivers(tx, actor, reassignedBookings, []);
  await notifyDrivers(
    tx,
    actor,
    "booking.driving",
    after.filter((row) => row.status !== "cancelled" && row.driver_id !== drivenBefore.get(row.id)),
  );
}
