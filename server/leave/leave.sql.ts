import { wasSent } from "../approvals/request-readers.policy";
import { teamOf } from "../people/management-line.policy";
import type { Actor as Person } from "../../shared/kernel/events";
import type { LeaveTypeRef } from "../../shared/leave/leave.contract";
import type { RequestRow } from "../approvals/request.entity";
import type { FileFacts } from "../attachments/attachments.present";
import { sql } from "../platform/database/unit-of-work";

/** A leave request with what every request has. */
export interface LeaveRow extends RequestRow {
  leaveTypeId: number;
  leaveType: LeaveTypeRef;
  startDate: string;
  endDate: string;
  fromNoon: boolean;
  toNoon: boolean;
  days: number;
  reason: string | null;
  fileId: number | null;
  file: FileFacts | null;
  substituteId: number | null;
  substitute: Person | null;
  enteredBy: Person | null;
  live: boolean;
}

/** A type as replies name it, in all its languages. `of` is the table's alias. */
export const typeRef = (of: string) =>
  `json_build_object('id', ${of}.id, 'name', ${of}.name, 'translations', ${of}.translations, 'icon', ${of}.icon)`;

const columns = `
  r.id, r.family, r.type, r.status, r.round, r.step, r.version, r.requester_id AS "requesterId",
  r.department_id AS "departmentId", r.sent_at AS "sentAt", r.decided_at AS "decidedAt", r.created_at AS "createdAt",
  json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) AS requester,
  l.leave_type_id AS "leaveTypeId", ${typeRef("t")} AS "leaveType", l.start_date AS "startDate",
  l.end_date AS "endDate", l.from_noon AS "fromNoon", l.to_noon AS "toNoon", l.days::float8 AS days, l.reason,
  l.file_id AS "fileId", l.live, l.substitute_id AS "substituteId",
  CASE WHEN f.id IS NOT NULL THEN json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
    'preview', f.preview_state = 'ready') END AS file,
  CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'fullname', s.fullname, 'image', s.image) END AS substitute,
  CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullname', e.fullname, 'image', e.image) END AS "enteredBy"`;

const tables = `
  request r
  JOIN leave_request l ON l.tenant_id = r.tenant_id AND l.id = r.id
  JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
  JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
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

const listed = `WITH RECURSIVE ${teamOf}`;
const inScope = `
  r.tenant_id = current_tenant() AND r.family = 'leave' AND ((${wasSent}) OR r.requester_id = $1)
  AND CASE $2 WHEN 'mine' THEN r.requester_id = $1
              WHEN 'team' THEN r.requester_id IN (SELECT id FROM team)
              ELSE true END`;
const filtered = `${inScope}
  AND ($3::text IS NULL OR r.status = $3) AND ($4::bigint IS NULL OR l.leave_type_id = $4)
  AND ($5::bigint IS NULL OR r.requester_id = $5) AND ($6::bigint IS NULL OR r.department_id = $6)
  AND ($7::date IS NULL OR l.end_date >= $7) AND ($8::date IS NULL OR l.start_date <= $8)
  AND ($9::text IS NULL OR u.fullname ILIKE $9 OR l.reason ILIKE $9)`;

/**
 * A page goes on behind a request that the reader sees: behind another's it would tell by what comes when that is.
 * $1 person, $2 scope, $3 status, $4 type, $5 user, $6 department, $7 from, $8 to, $9 text, $10 before this one, by day, $11 limit,
 * $12 offset.
 */
export const listLeaveRows = sql(
  "leave.list",
  `${listed} SELECT ${columns} FROM ${tables}
   WHERE ${filtered} AND ($10::bigint IS NULL OR (l.start_date, l.id) < (
       SELECT b.start_date, b.id FROM leave_request b JOIN request r ON r.tenant_id = b.tenant_id AND r.id = b.id
       WHERE b.id = $10 AND ${inScope}))
   ORDER BY l.start_date DESC, l.id DESC LIMIT $11 OFFSET $12`,
);
/** How many there are in all. $1 to $9 as in the list. */
export const countLeaveRows = sql(
  "leave.count",
  `${listed} SELECT count(*)::int AS total FROM request r
   JOIN leave_request l ON l.tenant_id = r.tenant_id AND l.id = r.id
   JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
   WHERE ${filtered}`,
);

/** One's own leave that a span would lie upon. $1 person, $2 half days from, $3 to, $4 the request itself. */
export const ownOverlaps = sql(
  "leave.ownOverlaps",
  `SELECT id, start_date, end_date FROM leave_request
   WHERE tenant_id = current_tenant() AND user_id = $1 AND live AND halves && int4range($2, $3) AND id <> $4
   ORDER BY start_date`,
);

/** Others of the department who are away meanwhile, granted or asked for. $1 person, $2 from, $3 to. */
export const alsoAway = sql(
  "leave.alsoAway",
  `SELECT json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) AS person, l.start_date, l.end_date
   FROM leave_request l JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   JOIN app_user me ON me.tenant_id = l.tenant_id AND me.id = $1
   WHERE l.tenant_id = current_tenant() AND l.live AND l.user_id <> $1 AND u.department_id = me.department_id
     AND l.halves && int4range($2, $3)
   ORDER BY l.start_date, u.id LIMIT 50`,
);

/** HR may do in a closed year what others can't. */
const asHr = `person_holds(id, 'leave-request-hr-approve') AS hr`;

/** Holds a person's leave together: what one asks for at once in two places is checked one after the other. */
export const lockPerson = sql(
  "leave.lockPerson",
  `SELECT id, gender, joined_on AS "joinedOn", department_id AS "departmentId", tenant_today()::text AS today, ${asHr}
   FROM app_user WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);
export const findPerson = sql(
  "leave.person",
  `SELECT id, gender, joined_on AS "joinedOn", department_id AS "departmentId", tenant_today()::text AS today, ${asHr}
   FROM app_user WHERE tenant_id = current_tenant() AND id = $1`,
);

export interface LeavePerson {
  id: number;
  gender: "female" | "male" | null;
  joinedOn: string | null;
  departmentId: number | null;
  today: string;
  hr: boolean;
}

/** Whether leave of a type that is given once was asked for before. $1 person, $2 type, $3 the request itself. */
export const takenBefore = sql(
  "leave.takenBefore",
  `SELECT id FROM leave_request
   WHERE tenant_id = current_tenant() AND user_id = $1 AND leave_type_id = $2 AND live AND id <> $3 LIMIT 1`,
);

/** Leave of the same type near a span: what adjoins counts as one stretch. */
export const nearby = sql(
  "leave.nearby",
  `SELECT id, start_date, end_date, from_noon, to_noon, days::float8 AS days FROM leave_request
   WHERE tenant_id = current_tenant() AND user_id = $1 AND leave_type_id = $2 AND live AND id <> $3
     AND end_date >= $4::date - 60 AND start_date <= $5::date + 60`,
);

/** What tells how much is left after leave. $1 requests. */
export const leaveAfter = sql(
  "leave.after",
  `SELECT l.id, l.user_id, l.leave_type_id AS type_id, l.start_date, l.end_date, l.from_noon, l.to_noon, l.live, t.counting,
     u.location, r.status
   FROM leave_request l
   JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id AND t.can_update_balance
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.id = ANY($1)`,
);

export const hrRole = sql(
  "leave.hrRole",
  `SELECT r.id FROM role r WHERE r.tenant_id = current_tenant() AND r.code = 'hr' AND EXISTS (
     SELECT FROM family_decider e WHERE e.role_id = r.id AND e.family = 'leave' AND e.id <> $1)`,
);

/** Someone who can stand in: of the house, and there. */
export const colleague = sql(
  "leave.colleague",
  `SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active AND NOT external`,
);
