import type { Actor as Person } from "../../../shared/kernel/events";
import { requestFamilyDefinitions as defined } from "../../../shared/approvals/approvals/families";
import { absentApproverCondition } from "./approvals.sql";
import { wasSentCondition } from "./request-readers.policy";
import { personOrNull } from "../../platform/database/person-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";

export interface RequestReader {
  request_id: number;
  id: number;
  lists: boolean;
  mine: boolean;
  team: boolean;
  all: boolean;
  decides: boolean;
  /** Start of the wait for this user's decision; null when the request doesn't wait for them. */
  since: Date | null;
  behalf: Person | null;
}

const texts = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");
const families = Object.values(defined)
  .map(({ code, permissions: { list, seeAll } }) => `(${texts([code, list])}, ARRAY[${texts(seeAll)}]::text[])`)
  .join(", ");

// Joins by role instead of by user, because a tenant has few roles and possibly many users.
const selectReaders = sql(
  "requests.audience",
  `WITH RECURSIVE asked AS (
     SELECT r.id, r.family, r.requester_id, ${wasSentCondition} AS sent FROM request r
     WHERE r.tenant_id = current_tenant() AND r.id = ANY($1)
   ), step AS (
     SELECT s.request_id, s.approver_id, s.role_id, s.decided_by, CASE WHEN ${absentApproverCondition("s")} THEN s.meant_id END AS absent_id
     FROM request_step s JOIN asked r ON r.id = s.request_id
     WHERE s.tenant_id = current_tenant() AND s.state <> 'dropped' AND r.sent
   ), approver AS (
     SELECT request_id, approver_id AS id FROM step WHERE approver_id IS NOT NULL
     UNION SELECT request_id, absent_id FROM step WHERE absent_id IS NOT NULL
     UNION SELECT s.request_id, u.id FROM step s JOIN app_user u ON u.tenant_id = current_tenant() AND u.role_id = s.role_id
   ), decides AS (
     SELECT request_id, id FROM approver
     UNION SELECT request_id, decided_by FROM step WHERE decided_by IS NOT NULL
     UNION SELECT a.request_id, d.delegatee_id FROM approver a JOIN running_delegation d ON d.delegator_id = a.id
   ), line AS (
     SELECT r.id AS request_id, u.parent_id AS id FROM asked r
     JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = r.requester_id WHERE r.sent
     UNION
     SELECT l.request_id, u.parent_id FROM line l JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = l.id
   ), family (family, list, everyone) AS (
     VALUES ${families}
   ), everyone AS (
     SELECT r.id AS request_id, u.id FROM asked r JOIN family f ON f.family = r.family
     JOIN role o ON o.tenant_id = current_tenant() AND (o.code IS NOT DISTINCT FROM 'administrator'
       OR (o.permissions && f.everyone AND f.list = ANY(o.permissions)))
     JOIN app_user u ON u.tenant_id = o.tenant_id AND u.role_id = o.id AND u.active AND NOT u.external
     WHERE r.sent
   ), reader AS (
     SELECT id AS request_id, requester_id AS id FROM asked
     UNION SELECT * FROM decides UNION SELECT * FROM line UNION SELECT * FROM everyone
   ), waits AS (
     SELECT DISTINCT ON (w.request_id, w.decider_id) w.request_id, w.decider_id AS id, w.since,
       NULLIF(w.holder_id, w.decider_id) AS for_id
     FROM step_decider w WHERE w.request_id = ANY($1) ORDER BY w.request_id, w.decider_id, for_id NULLS FIRST
   )
   SELECT p.request_id, p.id, u.id = r.requester_id AS mine,
     (o.code IS NOT DISTINCT FROM 'administrator' OR f.list = ANY(o.permissions)) AS lists,
     EXISTS (SELECT FROM line l WHERE l.request_id = p.request_id AND l.id = p.id) AS team,
     EXISTS (SELECT FROM everyone e WHERE e.request_id = p.request_id AND e.id = p.id) AS all,
     EXISTS (SELECT FROM decides d WHERE d.request_id = p.request_id AND d.id = p.id) AS decides,
     w.since, ${personOrNull("b")} AS behalf
   FROM reader p
   JOIN asked r ON r.id = p.request_id
   JOIN family f ON f.family = r.family
   JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = p.id AND u.active AND NOT u.external
   JOIN role o ON o.tenant_id = u.tenant_id AND o.id = u.role_id
   LEFT JOIN waits w ON w.request_id = p.request_id AND w.id = p.id
   LEFT JOIN app_user b ON b.tenant_id = current_tenant() AND b.id = w.for_id
   ORDER BY p.request_id, p.id`,
);

/** All users who may see these requests, in one statement. Must match `authorizeRequestRead`. */
export const audienceOfRequests = (tx: Tx, requestIds: readonly number[]): Promise<RequestReader[]> =>
  tx.rows<RequestReader>(selectReaders, [[...requestIds]]);
