import { dayOfNumber } from "../../../shared/kernel/day-number";
import { groupBy } from "../../../shared/kernel/group-by";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import { type Weeks, weeksFrom, weekStartOfDay, weeksText } from "../../../shared/work/schedules/schedules.rules";
import type { Tx } from "../../platform/database/unit-of-work";
import { personIdOf } from "../../platform/program-actor";
import type { Actor } from "../../platform/session";
import { changeLostSchedule, schedulesChanged } from "./schedules.slots";
import * as statements from "./schedules.sql";
import type { ScheduleRow } from "./schedules.sql";

interface Week {
  today: string;
  weekend: number[];
  minutes_per_day: number;
}

export const readWeek = async (tx: Tx) => (await tx.one<Week>(statements.selectOrganizationWeek)) as Week;

export const schedulesOfUser = (tx: Tx, userId: number) =>
  tx.rows<ScheduleRow>(statements.selectSchedulesOfUser, [userId]);

export const schedulesOfUsers = async (tx: Tx, userIds: readonly number[]) =>
  groupBy(await tx.rows<ScheduleRow>(statements.selectSchedulesOfUsers, [userIds]), ({ user_id }) => user_id);

export const scheduleById = (tx: Tx, id: number) => tx.one<ScheduleRow>(statements.selectSchedule, [id]);

/** Schedules by user that are in effect today, or on the user's first day if that is later. */
export async function currentSchedules(tx: Tx, userIds: readonly number[]): Promise<Map<number, ScheduleRow>> {
  const rows = await tx.rows<ScheduleRow>(statements.selectCurrentSchedules, [userIds]);
  return new Map(rows.map((row) => [row.user_id, row]));
}

const textOrNull = (weeks: Partial<Weeks> | null) => weeks && weeksText({ minutes: null, other: null, ...weeks });

/**
 * Whether another user has changed the schedule that begins on a day. `previous` is the one that the caller read, null for none; it is
 * undefined for callers that don't check.
 */
export async function isScheduleStale(
  tx: Tx,
  { userId, from, previous }: { userId: number; from: string; previous: Partial<Weeks> | null | undefined },
): Promise<boolean> {
  if (previous === undefined) return false;
  return textOrNull(weeksFrom(await schedulesOfUser(tx, userId), from)) !== textOrNull(previous);
}

/** Maximum number of schedules per user, because each leave of the user is counted with all of them. */
const maxSchedules = 200;

export interface NewSchedule {
  userId: number;
  /** Null: today. */
  from: string | null;
  minutes?: readonly number[] | null | undefined;
  other?: readonly number[] | null | undefined;
  /** First day of a week with `minutes`, by default of the week of `from`. */
  anchor?: string | undefined;
  /** The change of employment that contains the schedule. */
  changeId?: number;
}

/**
 * Sets schedules from a day until the next one of the same user begins, and recalculates leave that isn't over. Callers check rights and
 * emit the user's change.
 * @throws Problem 422.
 */
export async function storeSchedules(
  tx: Tx,
  actor: Pick<Actor, "id">,
  schedules: readonly NewSchedule[],
): Promise<void> {
  if (schedules.length === 0) return;
  const userIds = [...new Set(schedules.map(({ userId }) => userId))];
  await tx.rows(statements.lockUsers, [userIds]);
  const { today, weekend } = await readWeek(tx);
  for (const { userId, from: begins, minutes = null, other = null, anchor, changeId = null } of schedules) {
    if (!minutes && other) throw invalidFieldProblem("minutes", "field.required");
    const from = begins ?? today;
    const stored = await schedulesOfUser(tx, userId);
    if (stored.length >= maxSchedules) throw invalidFieldProblem("from", "field.tooMany");
    const firstWeek = anchor ?? dayOfNumber(weekStartOfDay(from, weekend));
    const values = [userId, from, minutes, other, firstWeek, personIdOf(actor), changeId];
    if (await tx.one(statements.replaceSchedule, values)) {
      const replacedChangeId = stored.find((schedule) => schedule.from === from)?.change_id;
      if (replacedChangeId) await changeLostSchedule.filling(tx, actor, replacedChangeId);
      continue;
    }
    await tx.rows(statements.endScheduleBefore, [userId, from]);
    await tx.rows(statements.insertSchedule, values);
  }
  await schedulesChanged.filling(tx, userIds);
}

/** Deletes a schedule after locking its user. The previous schedule continues until the next one begins. */
export async function removeSchedule(tx: Tx, { id, user_id, from, until }: ScheduleRow): Promise<void> {
  await tx.rows(statements.deleteSchedule, [id]);
  await tx.rows(statements.continueSchedule, [user_id, from, until]);
  await schedulesChanged.filling(tx, [user_id]);
}

export const lockSchedulesOf = (tx: Tx, userId: number) => tx.rows(statements.lockUsers, [[userId]]);

/**
 * Deletes the schedule of a change of employment that doesn't take effect, even if its day has come.
 * @returns whether there was one.
 */
export async function removeScheduleOfChange(tx: Tx, userId: number, changeId: number): Promise<boolean> {
  await lockSchedulesOf(tx, userId);
  const schedules = await tx.rows<ScheduleRow>(statements.selectSchedulesOfChange, [changeId]);
  for (const schedule of schedules) await removeSchedule(tx, schedule);
  return schedules.length > 0;
}
