import { personJson } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";

const columns = `d.id, d.start_date::text AS start_date, d.end_date::text AS end_date, d.reason, d.ended_at, d.end_reason,
  d.only_away, d.leave_id IS NOT NULL AS of_leave,
  CASE WHEN d.ended_at IS NOT NULL OR d.end_date < tenant_today() THEN 'ended'
       WHEN d.start_date > tenant_today() THEN 'planned' ELSE 'running' END AS state,
  ${personJson("f")} AS delegator,
  ${personJson("t")} AS delegatee`;
const tables = `delegation d
  JOIN app_user f ON f.tenant_id = d.tenant_id AND f.id = d.delegator_id
  JOIN app_user t ON t.tenant_id = d.tenant_id AND t.id = d.delegatee_id`;
const hasEnded = `(d.ended_at IS NOT NULL OR d.end_date < tenant_today())`;

export const delegationsOfPerson = sql(
  "delegation.ofPerson",
  `SELECT ${columns} FROM ${tables}
   WHERE d.tenant_id = current_tenant() AND $1 IN (d.delegator_id, d.delegatee_id) AND NOT COALESCE(${hasEnded}, false)
   ORDER BY d.start_date, d.id LIMIT 500`,
);
export const countOpenDelegations = sql(
  "delegation.openOf",
  `SELECT count(*)::int AS count FROM (
     SELECT FROM delegation d
     WHERE d.tenant_id = current_tenant() AND d.delegator_id = $1 AND d.leave_id IS NULL AND NOT COALESCE(${hasEnded}, false)
     LIMIT $2) AS few`,
);
export const delegationHistoryOfPerson = sql(
  "delegation.historyOfPerson",
  `SELECT ${columns} FROM ${tables}
   WHERE d.tenant_id = current_tenant() AND $1 IN (d.delegator_id, d.delegatee_id) AND ${hasEnded}
   ORDER BY COALESCE(d.ended_at, d.end_date) DESC, d.id DESC LIMIT 100`,
);
export const delegationsByIds = sql(
  "delegation.byIds",
  `SELECT ${columns} FROM ${tables} WHERE d.tenant_id = current_tenant() AND d.id = ANY($1) ORDER BY d.id`,
);
export const delegateCandidate = sql(
  "delegation.colleague",
  `SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active AND NOT external`,
);
export const isDateInPast = sql("delegation.isOver", "SELECT $1::date < tenant_today() AS over");
// Serializes writes: two users who delegate to each other concurrently would create an undetected chain.
export const lockDelegations = sql(
  "delegation.lock",
  `SELECT pg_advisory_xact_lock(hashtextextended('delegation:' || current_tenant()::text, 0))`,
);
// Finds delegations that conflict with a new one, because delegated approvals can't be passed on. $1 delegator, $2 delegatee, $3 first day,
// $4 last day, $5 whether the delegation applies only while the delegator is absent; such delegations may be mutual.
export const conflictingDelegations = sql(
  "delegation.others",
  `SELECT d.delegator_id = $1 AS twice FROM delegation d
   WHERE d.tenant_id = current_tenant() AND d.ended_at IS NULL AND d.leave_id IS NULL AND d.only_away = $5
     AND (d.delegator_id = $1 OR (NOT $5 AND (d.delegator_id = $2 OR d.delegatee_id = $1)))
     AND daterange(d.start_date, d.end_date, '[]') && daterange(COALESCE($3::date, tenant_today()), $4::date, '[]')
   ORDER BY twice DESC LIMIT 1`,
);
export const insertDelegation = sql(
  "delegation.insert",
  `INSERT INTO delegation (tenant_id, delegator_id, delegatee_id, start_date, end_date, reason, only_away, begun_at)
   VALUES (current_tenant(), $1, $2, COALESCE($3::date, tenant_today()), $4, $5, $6,
     CASE WHEN COALESCE($3::date, tenant_today()) <= tenant_today() THEN now() END) RETURNING id`,
);
export const revokeDelegation = sql(
  "delegation.takeBack",
  `UPDATE delegation SET ended_at = now(), end_reason = 'taken_back'
   WHERE tenant_id = current_tenant() AND id = $1 AND ended_at IS NULL RETURNING id`,
);
export const endDueDelegations = sql(
  "delegation.endDue",
  `UPDATE delegation d SET ended_at = now(),
     end_reason = CASE WHEN d.end_date < tenant_today() THEN 'over' ELSE 'account_closed' END
   WHERE d.tenant_id = current_tenant() AND d.ended_at IS NULL AND (d.end_date < tenant_today()
     OR EXISTS (SELECT FROM app_user u WHERE u.tenant_id = d.tenant_id AND u.id IN (d.delegator_id, d.delegatee_id)
                AND NOT u.active)) RETURNING d.id`,
);
export const beginDueDelegations = sql(
  "delegation.beginDue",
  `UPDATE delegation SET begun_at = now()
   WHERE tenant_id = current_tenant() AND begun_at IS NULL AND ended_at IS NULL AND start_date <= tenant_today()
   RETURNING id`,
);
export const currentDelegationNames = sql(
  "delegation.namesNow",
  `SELECT
     (SELECT t.fullname FROM running_delegation d JOIN app_user t ON t.tenant_id = d.tenant_id AND t.id = d.delegatee_id
      WHERE d.delegator_id = $1 LIMIT 1) AS delegatee,
     (SELECT f.fullname FROM running_delegation d JOIN app_user f ON f.tenant_id = d.tenant_id AND f.id = d.delegator_id
      WHERE d.delegatee_id = $1 ORDER BY d.start_date, d.id LIMIT 1) AS delegator`,
);
