import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type {
  listWorkSchedules,
  WorkScheduleInput,
  WorkScheduleRemoval,
} from "../../../shared/work/schedules/schedules.contract";
import { isOwnUnderFourEyes, refuseOwnEmployment } from "../../approvals/approvals/four-eyes.policy";
import { lockSeats } from "../../billing/subscription/plan-limits.service";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import {
  isScheduleStale,
  lockSchedulesOf,
  readWeek,
  removeSchedule,
  scheduleById,
  schedulesOfUser,
  storeSchedules,
} from "../../work/schedules/schedules.service";
import { settleEmptyChange } from "../employment/employment-change.service";
import { canSeePlannedChanges } from "../employment/employment.present";
import { emitPerson, raiseVersion } from "../people/change-person.service";
import { loadVisibleUser } from "../people/read-person.service";

/** @throws Problem 404 when the actor can't see the user, or not their employment. */
export async function readWorkSchedules(
  tx: Tx,
  actor: Actor,
  userId: number,
): Promise<ReplyOf<typeof listWorkSchedules>["data"]> {
  const person = await loadVisibleUser(tx, actor, userId);
  if (!canSeePlannedChanges(actor, person)) throw new Problem("notFound");
  const { today, ...week } = await readWeek(tx);
  const rows = await schedulesOfUser(tx, userId);
  const mayEdit =
    !actor.external && actor.permissions.has("user-edit") && !(await isOwnUnderFourEyes(tx, actor, userId));
  return {
    week,
    today,
    schedules: rows.map(({ id, from, until, minutes, other, anchor }) => ({
      id,
      from,
      until,
      minutes,
      other,
      anchor,
      can: { withdraw: mayEdit && from > today },
    })),
    can: { change: mayEdit && person.active === true },
  };
}

/**
 * Sets the schedule from a day until the next one begins, and recalculates leave that isn't over.
 * @throws Problem 404; 403 for the actor's own under separation of duties; 409 for a user who has left, and when another user
 * has changed the previous schedule; 422.
 */
export async function setWorkSchedule(tx: Tx, actor: Actor, userId: number, input: WorkScheduleInput): Promise<void> {
  // Serializes with the undo of an import, which checks the user's version.
  await lockSeats(tx);
  const person = await loadVisibleUser(tx, actor, userId);
  await refuseOwnEmployment(tx, actor, userId);
  if (!person.active) throw new Problem("employment.left");
  if (person.last_day && input.from > person.last_day) throw invalidFieldProblem("from", "employment.afterLastDay");
  const { previous, ...schedule } = input;
  if (await isScheduleStale(tx, { userId, from: input.from, previous }))
    throw new Problem("organization.stale", { record: await readWorkSchedules(tx, actor, userId) });
  await storeSchedules(tx, actor, [{ userId, ...schedule }]);
  await raiseVersion(tx, userId);
  await emitPerson(tx, "user.updated", userId);
}

/**
 * Deletes a planned schedule; the one before continues until the next.
 * @throws Problem 404; 403 for the actor's own under separation of duties; 409 for a schedule that has begun, and when another user has
 * changed it.
 */
export async function withdrawWorkSchedule(
  tx: Tx,
  actor: Actor,
  id: number,
  { previous }: WorkScheduleRemoval,
): Promise<void> {
  const found = await scheduleById(tx, id);
  if (!found) throw new Problem("notFound");
  const person = await loadVisibleUser(tx, actor, found.user_id);
  if (!canSeePlannedChanges(actor, person)) throw new Problem("notFound");
  await refuseOwnEmployment(tx, actor, found.user_id);
  // Locks in the same order as a change of employment, which may contain the schedule.
  await lockSeats(tx);
  await lockSchedulesOf(tx, found.user_id);
  const schedule = await scheduleById(tx, id);
  if (!schedule) throw new Problem("notFound");
  if (schedule.from <= (await readWeek(tx)).today) throw new Problem("employment.settled");
  if (await isScheduleStale(tx, { userId: schedule.user_id, from: schedule.from, previous }))
    throw new Problem("user.stale", { record: await readWorkSchedules(tx, actor, schedule.user_id) });
  await removeSchedule(tx, schedule);
  if (schedule.change_id) await settleEmptyChange(tx, actor, schedule.change_id);
  await raiseVersion(tx, schedule.user_id);
  await emitPerson(tx, "user.updated", schedule.user_id);
}
