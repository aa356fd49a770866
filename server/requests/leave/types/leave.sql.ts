import { scopeCondition, wasSentCondition } from "../../../approvals/approvals/request-readers.policy";
import { earlierEmploymentsJson } from "../../../people/employment/earlier-employments";
import { teamCte } from "../../../platform/management-line";
import type { DayCosts, DayPart } from "../../../../shared/requests/leave/calendar/days.rules";
import type { Actor as Person } from "../../../../shared/kernel/events";
import type { LeaveTypeRef } from "../../../../shared/requests/leave/types/types.contract";
import type { Leave } from "../../../../shared/requests/leave/requests/leave.contract";
import { requestColumns, type RequestRow } from "../../../approvals/approvals/request.entity";
import type { Employment } from "../../../../shared/requests/leave/ledger/allowance.rules";
import type { LeaveSpan } from "../../../../shared/requests/leave/calendar/days.rules";
import type { FileDetails } from "../../../work/attachments/attachments.present";
import { personJson, personOrNull } from "../../../platform/database/person-json";
import { sql } from "../../../platform/database/unit-of-work";
import { matchesSearch } from "../../../platform/database/search";
import type { LeaveKind } from "./leave.entity";
import { changedLeaveJson, joinChange } from "./leave-change.entity";
import { creditJson, joinCredit } from "./leave-credit.entity";

export interface LeaveRow extends RequestRow {
  kind: LeaveKind;
  leaveTypeId: number;
  leaveType: LeaveTypeRef;
  startDate: string;
  endDate: string;
  fromNoon: boolean;
  toNoon: boolean;
  part: DayPart | null;
  days: number;
  /** The cost of each day when it was last counted; null for leave that was counted before this was stored. */
  counted: DayCosts | null;
  reason: string | null;
  fileId: number | null;
  file: FileDetails | null;
  substituteId: number | null;
  substitute: Person | null;
  enteredBy: Person | null;
  live: boolean;
  /** Whether the request occupies its time: live leave, a change that waits for a decision, worked time that is to be credited once. */
  reserved: boolean;
  /** The leave that a change changes: with its current dates until the decision, then with those before the change. */
  changedLeave: LeaveDates | null;
  credit: Leave["credit"];
}

export interface LeaveDates extends LeaveSpan {
  id: number;
  start_half: "afternoon" | null;
  end_half: "morning" | null;
  part: DayPart | null;
  days: number;
}

/** SQL expression for a leave type in responses, with all translations. `of` is the table's alias. */
export const leaveTypeJson = (of: string) =>
  `json_build_object('id', ${of}.id, 'name', ${of}.name, 'translations', ${of}.translations, 'icon', ${of}.icon,
    'unit', ${unitExpression(of)})`;

/** SQL expression for the unit of a leave type's amounts: days or hours. */
export const unitExpression = (of: string) => `CASE WHEN ${of}.counting = 'hours' THEN 'hours' ELSE 'days' END`;

/** SQL expression for a part of a day (`DayPart`), or null. */
export const dayPartJson = (of: string) =>
  `CASE WHEN ${of}.start_time IS NOT NULL THEN json_build_object('start_time', to_char(${of}.start_time, 'HH24:MI'),
    'end_time', to_char(${of}.end_time, 'HH24:MI'), 'minutes', ${of}.part_minutes) END`;

/** SQL expression for the dates and cost of a leave. `of` is the table's alias. */
export const datesJson = (of: string) => `jsonb_build_object('start_date', ${of}.start_date, 'end_date', ${of}.end_date,
  'start_half', CASE WHEN ${of}.from_noon AND ${of}.start_time IS NULL THEN 'afternoon' END,
  'end_half', CASE WHEN ${of}.to_noon AND ${of}.start_time IS NULL THEN 'morning' END,
  'part', ${dayPartJson(of)}, 'days', ${of}.days::float8)`;

const columns = `
  ${requestColumns},
  l.leave_type_id AS "leaveTypeId", ${leaveTypeJson("t")} AS "leaveType", l.start_date AS "startDate",
  l.end_date AS "endDate", l.from_noon AS "fromNoon", l.to_noon AS "toNoon", ${dayPartJson("l")} AS part, l.days::float8 AS days, l.counted, l.reason,
  l.file_id AS "fileId", l.live, l.substitute_id AS "substituteId", l.kind, l.reserved_for IS NOT NULL AS reserved,
  ${changedLeaveJson(datesJson("o"))} AS "changedLeave", ${creditJson} AS credit,
  CASE WHEN f.id IS NOT NULL THEN json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
    'preview', f.preview_state = 'ready') END AS file,
  ${personOrNull("s")} AS substitute,
  ${personOrNull("e")} AS "enteredBy"`;

const tables = `
  request r
  JOIN leave_request l ON l.tenant_id = r.tenant_id AND l.id = r.id
  JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
  JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
  ${joinChange}
  ${joinCredit}
  LEFT JOIN file f ON f.tenant_id = l.tenant_id AND f.id = l.file_id
  LEFT JOIN app_user s ON s.tenant_id = l.tenant_id AND s.id = l.substitute_id
  LEFT JOIN app_user e ON e.tenant_id = l.tenant_id AND e.id = l.entered_by`;

const one = `SELECT ${columns} FROM ${tables} WHERE r.tenant_id = current_tenant() AND r.id = $1`;
export const findLeave = sql("leave.find", one);
export const lockLeave = sql("leave.lock", `${one} FOR UPDATE OF r, l`);
export const leaveByIds = sql(
  "leave.byIds",
  `SELECT ${columns} FROM ${tables} WHERE r.tenant_id = current_tenant() AND r.id = ANY($1)`,
);

const listed = `WITH RECURSIVE ${teamCte}`;
const inScope = `
  r.tenant_id = current_tenant() AND r.family = 'leave' AND l.kind <> 'change' AND ((${wasSentCondition}) OR r.requester_id = $1)
  AND ${scopeCondition}`;
const filtered = `${inScope}
  AND ($3::text IS NULL OR r.status = $3) AND ($4::bigint IS NULL OR l.leave_type_id = $4)
  AND ($5::bigint IS NULL OR r.requester_id = $5) AND ($6::bigint IS NULL OR r.department_id = $6)
  AND ($7::date IS NULL OR l.end_date >= $7) AND ($8::date IS NULL OR l.start_date <= $8)
  AND ${matchesSearch("$9", ["u.folded", "l.folded"])}`;

/**
 * The cursor must be a request visible to the reader; otherwise the page would reveal its dates. $1 user, $2 scope, $3 status, $4 type, $5
 * requester, $6 department, $7 from, $8 to, $9 search text, $10 cursor, $11 limit, $12 offset.
 */
export const listLeaveRows = sql(
  "leave.list",
  `${listed} SELECT ${columns} FROM ${tables}
   WHERE ${filtered} AND ($10::bigint IS NULL OR (l.start_date, l.id) < (
       SELECT l.start_date, l.id FROM leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
       WHERE l.id = $10 AND ${inScope}))
   ORDER BY l.start_date DESC, l.id DESC LIMIT $11 OFFSET $12`,
);
export const countLeaveRows = sql(
  "leave.count",
  `${listed} SELECT count(*)::int AS total FROM request r
   JOIN leave_request l ON l.tenant_id = r.tenant_id AND l.id = r.id
   JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
   WHERE ${filtered}`,
);

export const selectOwnOverlaps = sql(
  "leave.ownOverlaps",
  `SELECT id, start_date, end_date FROM leave_request
   WHERE tenant_id = current_tenant() AND user_id = $1 AND kind <> 'credit' AND reserved_for <> $4 AND occupied && int4range($2, $3)
   ORDER BY start_date`,
);

/** Hours of the other parts of a day. $1 user, $2 day, $3 the request itself. */
export const hoursOnDay = sql(
  "leave.hoursOnDay",
  `SELECT COALESCE(sum(days), 0)::float8 AS hours FROM leave_request
   WHERE tenant_id = current_tenant() AND user_id = $1 AND start_date = $2 AND live AND start_time IS NOT NULL AND id <> $3`,
);

export const leaveStateExpression =
  "CASE WHEN r.status IN ('approved', 'approved_by_manager') THEN 'booked' ELSE 'waiting' END";

/** $1 user, $2 first and $3 last minute since 1970. */
export const absentColleagues = sql(
  "leave.alsoAway",
  `SELECT ${personJson("u")} AS person, l.start_date, l.end_date,
     ${leaveStateExpression} AS state
   FROM leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   JOIN app_user me ON me.tenant_id = l.tenant_id AND me.id = $1
   WHERE l.tenant_id = current_tenant() AND l.live AND l.user_id <> $1 AND u.department_id = me.department_id
     AND l.halves && int4range($2 / 720, ($3 + 719) / 720) AND l.occupied && int4range($2, $3)
   ORDER BY l.start_date, u.id LIMIT 50`,
);

/** SQL expression for the user's time zone, or the tenant's. */
const userTimeZone = `COALESCE(time_zone, (SELECT t.time_zone FROM tenant t WHERE t.id = current_tenant()))`;

/** SQL column `hr`: HR may enter leave in closed years. */
const asHr = `person_holds(id, 'leave-request-hr-approve') AS hr`;

/** Serializes a user's leave, so that two concurrent requests are checked against each other. */
export const lockPerson = sql(
  "leave.lockPerson",
  `SELECT id, gender, joined_on AS joined, left_on AS left, ${earlierEmploymentsJson("app_user")} AS earlier, department_id AS "departmentId", tenant_today()::text AS today, ${userTimeZone} AS "timeZone", ${asHr}
   FROM app_user WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);
export const findPerson = sql(
  "leave.person",
  `SELECT id, gender, joined_on AS joined, left_on AS left, ${earlierEmploymentsJson("app_user")} AS earlier, department_id AS "departmentId", tenant_today()::text AS today, ${userTimeZone} AS "timeZone", ${asHr}
   FROM app_user WHERE tenant_id = current_tenant() AND id = $1`,
);

export interface LeavePerson extends Required<Employment> {
  id: number;
  gender: "female" | "male" | null;
  departmentId: number | null;
  today: string;
  timeZone: string;
  hr: boolean;
}

export const earlierOneTimeLeave = sql(
  "leave.takenBefore",
  `SELECT id FROM leave_request
   WHERE tenant_id = current_tenant() AND user_id = $1 AND leave_type_id = $2 AND live AND id <> $3 LIMIT 1`,
);

/**
 * Leave of the same type within 60 days of a leave, because adjacent leave counts as one absence. $1 user, $2 type, $3 the leave itself, $4
 * its first day, $5 its last day.
 */
export const selectAdjacentLeave = sql(
  "leave.nearby",
  `SELECT id, start_date, end_date, from_noon, to_noon, ${dayPartJson("leave_request")} AS part, days::float8 AS days
   FROM leave_request
   WHERE tenant_id = current_tenant() AND user_id = $1 AND leave_type_id = $2 AND live AND id <> $3
     AND end_date >= $4::date - 60 AND start_date <= $5::date + 60`,
);

export const selectLeaveForBalance = sql(
  "leave.after",
  `SELECT l.id, l.user_id, l.leave_type_id AS type_id, l.start_date, l.end_date, l.from_noon, l.to_noon, ${dayPartJson("l")} AS part, l.live,
     l.kind, l.reserved_for, t.counting, u.location, r.status
   FROM leave_request l
   JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id AND t.can_update_balance
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.id = ANY($1) AND l.kind <> 'credit'`,
);

export const selectHrRole = sql(
  "leave.hrRole",
  `SELECT r.id FROM role r WHERE r.tenant_id = current_tenant() AND r.code = 'hr' AND EXISTS (
     SELECT FROM family_decider e WHERE e.role_id = r.id AND e.family = 'leave' AND e.id <> $1)`,
);
