import type { InferType } from "yup";
import { directoryStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type {
  ActingAssignment,
  createActingSchema,
  updateActingSchema,
} from "../../../shared/people/acting/acting.contract";
import { mapConstraintErrors } from "../../platform/database/constraints";
import type { Tx } from "../../platform/database/unit-of-work";
import * as statements from "./acting.sql";

type Days = Pick<InferType<typeof createActingSchema>, "user_id" | "acting_id" | "starts_on" | "ends_on">;

export const actingOnDay = (tx: Tx, day: string) => tx.rows<ActingAssignment>(statements.selectActingOnDay, [day]);

/** Periods that begin after a day. */
export const actingAfterDay = (tx: Tx, day: string) =>
  tx.rows<ActingAssignment>(statements.selectActingAfterDay, [day]);

export const actingOfUser = (tx: Tx, id: number, coming: boolean) =>
  tx.rows<ActingAssignment>(statements.selectActingOfUser, [id, coming]);

const broken = {
  acting_once: ["starts_on", "acting.taken"],
  acting_self: ["acting_id", "people.themself"],
} as const;

async function read(tx: Tx, id: number): Promise<ActingAssignment> {
  const row = await tx.one<ActingAssignment>(statements.selectActingById, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

/**
 * @throws Problem 422 for unknown or identical users, days in the past, overlapping periods, and when the limit of either user is reached.
 */
export async function createActing(tx: Tx, input: InferType<typeof createActingSchema>): Promise<ActingAssignment> {
  await requireUsersExist(tx, input);
  await enforceActingLimit(tx, input.user_id, input.acting_id, null);
  const { user_id, acting_id, starts_on, ends_on } = input;
  const { id } = await mapConstraintErrors(
    broken,
    async () =>
      (await tx.one<{ id: number }>(statements.insertActing, [user_id, acting_id, starts_on, ends_on])) as {
        id: number;
      },
  );
  changed(tx, user_id);
  return read(tx, id);
}

/** @throws Problem 404; 409 when the version is stale; 422 as when creating. */
export async function updateActing(
  tx: Tx,
  id: number,
  input: InferType<typeof updateActingSchema>,
): Promise<ActingAssignment> {
  const now = await read(tx, id);
  const { acting_id, starts_on, ends_on, version = null } = input;
  await requireUsersExist(tx, { ...input, user_id: now.user.id });
  await enforceActingLimit(tx, now.user.id, acting_id, id);
  const updatedPeriod = await mapConstraintErrors(broken, () =>
    tx.one(statements.updateActing, [id, acting_id, starts_on, ends_on, version]),
  );
  if (!updatedPeriod) throw new Problem("organization.stale", { record: await read(tx, id) });
  changed(tx, now.user.id);
  return read(tx, id);
}

/**
 * Ends an active period with yesterday as its last day, or deletes a future one.
 * @throws Problem 404 for an unknown period, and for one that has already ended.
 */
export async function deleteActing(tx: Tx, id: number): Promise<void> {
  const ended = await tx.rows<{ user_id: number }>(statements.endActingPeriod, [id]);
  if (ended.length === 0) throw new Problem("notFound");
  for (const { user_id } of ended) changed(tx, user_id);
}

async function requireUsersExist(tx: Tx, { user_id, acting_id, ends_on }: Days): Promise<void> {
  const validity = await tx.one<{ user_id: boolean; acting_id: boolean; lasts: boolean }>(
    statements.selectExistingActingUsers,
    [user_id, acting_id, ends_on],
  );
  for (const field of ["user_id", "acting_id"] as const)
    if (!validity?.[field]) throw invalidFieldProblem(field, "field.unknown");
  if (!validity?.lasts) throw invalidFieldProblem("ends_on", "field.past");
}

/** Limit per user in either role, because lists contain all active and future periods. */
const maxActing = 200;

/** @throws Problem 422 at the field of the user whose limit is reached; the period `id` isn't counted. */
async function enforceActingLimit(tx: Tx, userId: number, actingId: number, id: number | null): Promise<void> {
  type Already = { user_id: number; acting_id: number };
  const already = (await tx.one<Already>(statements.countActing, [userId, actingId, id])) as Already;
  for (const field of ["user_id", "acting_id"] as const)
    if (already[field] >= maxActing) throw invalidFieldProblem(field, "field.tooMany");
}

const changed = (tx: Tx, id: number) => tx.emit("acting.changed", directoryStream(tx.tenantId), { id });

/** Ends all periods of a user who has left, in either role. */
export async function endActingOfUser(tx: Tx, userId: number): Promise<void> {
  const ended = await tx.rows<{ user_id: number }>(statements.endActingOfPerson, [userId]);
  for (const id of new Set(ended.map(({ user_id }) => user_id))) changed(tx, id);
}

/**
 * Emits, once, that a period begins or ends today, so that open screens reload.
 * @returns the number of emitted changes.
 */
export async function emitActingChanges(tx: Tx): Promise<number> {
  const came = await tx.rows<{ user_id: number }>(statements.claimActingAnnouncements);
  for (const { user_id } of came) changed(tx, user_id);
  return came.length;
}
