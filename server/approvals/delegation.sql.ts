import { sql } from "../platform/database/unit-of-work";

const columns = `d.id, d.start_date::text AS start_date, d.end_date::text AS end_date, d.reason, d.ended_at, d.end_reason,
  CASE WHEN d.ended_at IS NOT NULL OR d.end_date < tenant_today() THEN 'ended'
       WHEN d.start_date > tenant_today() THEN 'planned' ELSE 'running' END AS state,
  json_build_object('id', f.id, 'fullname', f.fullname, 'image', f.image) AS delegator,
  json_build_object('id', t.id, 'fullname', t.fullname, 'image', t.image) AS delegatee`;
const tables = `delegation d
  JOIN app_user f ON f.tenant_id = d.tenant_id AND f.id = d.delegator_id
  JOIN app_user t ON t.tenant_id = d.tenant_id AND t.id = d.delegatee_id`;
const gone = `(d.ended_at IS NOT NULL OR d.end_date < tenant_today())`;

export const ofPerson = sql(
  "delegation.ofPerson",
  `SELECT ${columns} FROM ${tables}
   WHERE d.tenant_id = current_tenant() AND $1 IN (d.delegator_id, d.delegatee_id) AND NOT COALESCE(${gone}, false)
   ORDER BY d.start_date, d.id LIMIT 500`,
);
/** How many of $1 aren't over, no further than $2. */
export const openOf = sql(
  "delegation.openOf",
  `SELECT count(*)::int AS count FROM (
     SELECT FROM delegation d WHERE d.tenant_id = current_tenant() AND d.delegator_id = $1 AND NOT COALESCE(${gone}, false)
     LIMIT $2) AS few`,
);
export const historyOfPerson = sql(
  "delegation.historyOfPerson",
  `SELECT ${columns} FROM ${tables}
   WHERE d.tenant_id = current_tenant() AND $1 IN (d.delegator_id, d.delegatee_id) AND ${gone}
   ORDER BY COALESCE(d.ended_at, d.end_date) DESC, d.id DESC LIMIT 100`,
);
export const byIds = sql(
  "delegation.byIds",
  `SELECT ${columns} FROM ${tables} WHERE d.tenant_id = current_tenant() AND d.id = ANY($1) ORDER BY d.id`,
);
export const colleague = sql(
  "delegation.colleague",
  `SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active AND NOT external`,
);
export const isOver = sql("delegation.isOver", "SELECT $1::date < tenant_today() AS over");
// One at a time: two who hand theirs to one another at the same moment would make a chain that nobody sees.
export const lock = sql(
  "delegation.lock",
  `SELECT pg_advisory_xact_lock(hashtextextended('delegation:' || current_tenant()::text, 0))`,
);
export const clashes = sql(
  "delegation.others",
  `SELECT d.delegator_id = $1 AS twice FROM delegation d
   WHERE d.tenant_id = current_tenant() AND d.ended_at IS NULL
     AND (d.delegator_id IN ($1, $2) OR d.delegatee_id = $1)
     AND daterange(d.start_date, d.end_date, '[]') && daterange(COALESCE($3::date, tenant_today()), $4::date, '[]')
   ORDER BY twice DESC LIMIT 1`,
);
export const insert = sql(
  "delegation.insert",
  `INSERT INTO delegation (tenant_id, delegator_id, delegatee_id, start_date, end_date, reason, begun_at)
   VALUES (current_tenant(), $1, $2, COALESCE($3::date, tenant_today()), $4, $5,
     CASE WHEN COALESCE($3::date, tenant_today()) <= tenant_today() THEN now() END) RETURNING id`,
);
export const takeBack = sql(
  "delegation.takeBack",
  `UPDATE delegation SET ended_at = now(), end_reason = 'taken_back'
   WHERE tenant_id = current_tenant() AND id = $1 AND ended_at IS NULL RETURNING id`,
);
/** What has had its last day, and what one of the two can't keep any more. */
export const endDue = sql(
  "delegation.endDue",
  `UPDATE delegation d SET ended_at = now(),
     end_reason = CASE WHEN d.end_date < tenant_today() THEN 'over' ELSE 'account_closed' END
   WHERE d.tenant_id = current_tenant() AND d.ended_at IS NULL AND (d.end_date < tenant_today()
     OR EXISTS (SELECT FROM app_user u WHERE u.tenant_id = d.tenant_id AND u.id IN (d.delegator_id, d.delegatee_id)
                AND NOT u.active)) RETURNING d.id`,
);
/** Whose first day has come. */
export const beginDue = sql(
  "delegation.beginDue",
  `UPDATE delegation SET begun_at = now()
   WHERE tenant_id = current_tenant() AND begun_at IS NULL AND ended_at IS NULL AND start_date <= tenant_today()
   RETURNING id`,
);
/** For the badges: who decides for one at this moment, and for whom one does. */
export const namesNow = sql(
  "delegation.namesNow",
  `SELECT
     (SELECT t.fullname FROM running_delegation d JOIN app_user t ON t.tenant_id = d.tenant_id AND t.id = d.delegatee_id
      WHERE d.delegator_id = $1 LIMIT 1) AS delegatee,
     (SELECT f.fullname FROM running_delegation d JOIN app_user f ON f.tenant_id = d.tenant_id AND f.id = d.delegator_id
      WHERE d.delegatee_id = $1 ORDER BY d.start_date, d.id LIMIT 1) AS delegator`,
);
