import type { Actor as Person } from "../../../shared/kernel/events";
import { userStream } from "../../../shared/kernel/events";
import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import { Problem } from "../../../shared/kernel/problems";
import { localDayIn, mondayOf } from "../../../shared/kernel/days";
import type { listWaitingWeeks, TimesheetWeek, TimesheetWeekData } from "../../../shared/work/time/week.contract";
import {
  weekStateAfter,
  weekPermissions,
  type WeekState,
  type WeekAction,
} from "../../../shared/work/time/week.workflow";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { lockWeek } from "./time.week-locks";
import { personJson } from "./time.sql";

interface WeekRow {
  user: Person;
  monday: string;
  state: WeekState;
  minutes: number;
  submitted_at: Date | null;
  decided_at: Date | null;
  decided_by: Person | null;
}

const weekColumns = `${personJson("u")} AS user, COALESCE(w.state, 'open') AS state, w.submitted_at, w.decided_at,
  COALESCE((SELECT sum(d.minutes)::int FROM time_day d WHERE d.tenant_id = u.tenant_id AND d.user_id = u.id
            AND d.date BETWEEN monday.day AND monday.day + 6), 0) AS minutes,
  CASE WHEN b.id IS NOT NULL THEN ${personJson("b")} END AS decided_by, monday.day AS monday`;
const joins = `
  LEFT JOIN time_week w ON w.tenant_id = u.tenant_id AND w.user_id = u.id AND w.monday = monday.day
  LEFT JOIN app_user b ON b.tenant_id = w.tenant_id AND b.id = w.decided_by`;

const selectWeeks = sql(
  "weeks.of",
  `SELECT ${weekColumns} FROM app_user u
   CROSS JOIN (SELECT $2::date - 7 * n AS day FROM generate_series(0, $3::int - 1) AS n) AS monday ${joins}
   WHERE u.tenant_id = current_tenant() AND u.id = $1 ORDER BY monday.day DESC`,
);

/** Timesheet weeks that await a decision by approver $1, whose own weeks are excluded. */
const isWaiting = "s.tenant_id = current_tenant() AND s.state = 'submitted' AND s.user_id <> $1";
const countWaitingWeeks = sql(
  "weeks.countWaiting",
  `SELECT count(*)::int AS total FROM time_week s WHERE ${isWaiting}`,
);

const selectWaitingWeeks = sql(
  "weeks.waiting",
  `SELECT ${weekColumns} FROM time_week s
   CROSS JOIN LATERAL (SELECT s.monday AS day) AS monday
   JOIN app_user u ON u.tenant_id = s.tenant_id AND u.id = s.user_id ${joins}
   WHERE ${isWaiting}
   ORDER BY w.submitted_at, u.id, s.monday LIMIT $2 OFFSET $3`,
);

export function presentWeek(row: WeekRow, reader: Actor): TimesheetWeek {
  return { ...factsOf(row), can: weekPermissions(row.state, weekRightsOf(reader, row.user.id)) };
}

const factsOf = ({
  user,
  monday,
  state,
  minutes,
  submitted_at,
  decided_at,
  decided_by,
}: WeekRow): TimesheetWeekData => ({
  user,
  monday,
  state,
  minutes,
  submitted_at: submitted_at?.toISOString() ?? null,
  decided_by,
  decided_at: decided_at?.toISOString() ?? null,
});

const weekRightsOf = (actor: Actor, userId: number) => ({
  own: actor.id === userId,
  decides: actor.permissions.has("time-tracking-all"),
});

/**
 * The latest timesheet weeks of a user.
 * @throws Problem 403 for another user's timesheet weeks without `time-tracking-all`; 404 for an unknown user.
 */
export async function listWeeks(tx: Tx, actor: Actor, userId: number, count: number): Promise<TimesheetWeek[]> {
  if (userId !== actor.id && !actor.permissions.has("time-tracking-all")) throw new Problem("permission.denied");
  const monday = mondayOf(localDayIn(actor.timeZone, new Date()));
  const rows = await tx.rows<WeekRow>(selectWeeks, [userId, monday, count]);
  if (rows.length === 0) throw new Problem("notFound");
  return rows.map((row) => presentWeek(row, actor));
}

/** Weeks per page, if the query doesn't say. */
const defaultPageSize = 200;

export async function readSubmittedWeeks(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listWaitingWeeks>,
): Promise<ReplyOf<typeof listWaitingWeeks>> {
  const page = pageOf(query, defaultPageSize);
  const rows = await tx.rows<WeekRow>(selectWaitingWeeks, [actor.id, page.perPage, page.offset]);
  const counted = await tx.one<{ total: number }>(countWaitingWeeks, [actor.id]);
  return { data: rows.map((row) => presentWeek(row, actor)), meta: pageMetaOf(page, counted?.total ?? 0) };
}

const setState = {
  submit: sql(
    "weeks.submit",
    `UPDATE time_week SET state = $3, submitted_at = now(), decided_at = NULL, decided_by = NULL
     WHERE tenant_id = current_tenant() AND user_id = $1 AND monday = $2`,
  ),
  decide: sql(
    "weeks.decide",
    `UPDATE time_week SET state = $3, decided_at = now(), decided_by = $4
     WHERE tenant_id = current_tenant() AND user_id = $1 AND monday = $2`,
  ),
  /**
   * Restores the state before the approval. The submission time is kept, so that the week has its former position among the waiting weeks.
   */
  undoApproval: sql(
    "weeks.undoApproval",
    `UPDATE time_week SET state = $3, decided_at = NULL, decided_by = NULL
     WHERE tenant_id = current_tenant() AND user_id = $1 AND monday = $2`,
  ),
  /** Resets all data of the submission when the user withdraws the week. */
  takeBack: sql(
    "weeks.takeBack",
    `UPDATE time_week SET state = $3, submitted_at = NULL, decided_at = NULL, decided_by = NULL
     WHERE tenant_id = current_tenant() AND user_id = $1 AND monday = $2`,
  ),
};

const eventTypes = {
  submit: "time_week.submitted",
  approve: "time_week.approved",
  undo_approval: "time_week.approval_undone",
  reopen: "time_week.reopened",
} as const;

/**
 * Submits, approves or reopens a timesheet week. Logging time locks the same row, so a concurrent entry is either included or rejected.
 * @param seenSubmission time of the submission that an approver has seen
 * @throws Problem 404 for an unknown user; 403 without permission; 409 `week.wrongState` with the current week, also for a later submission.
 */
export async function changeTimesheetWeek(
  tx: Tx,
  actor: Actor,
  verb: WeekAction,
  { userId, monday, seenSubmission }: { userId: number; monday: string; seenSubmission?: string | null },
): Promise<TimesheetWeek> {
  const rights = weekRightsOf(actor, userId);
  if (!rights.own && !rights.decides) throw new Problem("permission.denied");
  if (rights.own && (verb === "approve" || verb === "undo_approval")) throw new Problem("permission.denied");
  await readWeek(tx, userId, monday);
  const state = await lockWeek(tx, userId, monday);
  const next = weekStateAfter(state, verb, rights);
  const before =
    next === null || verb === "undo_approval" || seenSubmission ? await readWeek(tx, userId, monday) : null;
  const isApprovedByOther = verb === "undo_approval" && before?.decided_by?.id !== actor.id;
  const isSubmittedAgain = seenSubmission && before?.submitted_at?.toISOString() !== seenSubmission;
  if (next === null || isApprovedByOther || isSubmittedAgain) {
    const row = before as WeekRow;
    throw new Problem("week.wrongState", { record: presentWeek(row, actor), by: row.decided_by });
  }
  if (verb === "submit") await tx.rows(setState.submit, [userId, monday, next]);
  else if (verb === "undo_approval") await tx.rows(setState.undoApproval, [userId, monday, next]);
  else if (verb === "reopen" && rights.own) await tx.rows(setState.takeBack, [userId, monday, next]);
  else await tx.rows(setState.decide, [userId, monday, next, actor.id]);
  const row = await readWeek(tx, userId, monday);
  for (const id of new Set([userId, ...(await deciders(tx))])) tx.emit(eventTypes[verb], userStream(id), factsOf(row));
  return presentWeek(row, actor);
}

async function readWeek(tx: Tx, userId: number, monday: string): Promise<WeekRow> {
  const row = await tx.one<WeekRow>(selectWeeks, [userId, monday, 1]);
  if (!row) throw new Problem("notFound");
  return row;
}

const selectDeciderIds = sql(
  "weeks.deciders",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active
     AND ${roleHoldsAny("u", "'{time-tracking-all}'::text[]")} AND person_holds(u.id, 'time-tracking-all')`,
);

async function deciders(tx: Tx): Promise<number[]> {
  return (await tx.rows<{ id: number }>(selectDeciderIds)).map(({ id }) => id);
}
