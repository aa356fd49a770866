import { emitDelegations } from "../../../approvals/approvals/delegation.service";
import type { HandoverContext } from "../../../people/employment/employment.slots";
import { sql, type Tx } from "../../../platform/database/unit-of-work";

const granted = `JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')`;

const endOutdated = sql(
  "standIns.endOutdated",
  `UPDATE delegation d SET ended_at = now(), end_reason = 'leave_changed'
   WHERE d.tenant_id = current_tenant() AND d.leave_id IS NOT NULL AND d.ended_at IS NULL
     AND ($1::bigint IS NULL OR d.leave_id = $1)
     AND NOT EXISTS (
       SELECT FROM leave_request l ${granted}
       WHERE l.tenant_id = d.tenant_id AND l.id = d.leave_id AND l.live AND l.user_id = d.delegator_id
         AND l.substitute_id = d.delegatee_id AND l.start_date = d.start_date AND l.end_date = d.end_date)
   RETURNING d.id`,
);

// Starts missing delegations; a delegation the user revoked manually isn't started again.
const startMissing = sql(
  "standIns.startMissing",
  `INSERT INTO delegation (tenant_id, delegator_id, delegatee_id, start_date, end_date, leave_id, begun_at)
   SELECT l.tenant_id, l.user_id, l.substitute_id, l.start_date, l.end_date, l.id,
     CASE WHEN l.start_date <= tenant_today() THEN now() END
   FROM leave_request l ${granted}
   JOIN app_user f ON f.tenant_id = l.tenant_id AND f.id = l.user_id AND f.active AND NOT f.external
   JOIN app_user t ON t.tenant_id = l.tenant_id AND t.id = l.substitute_id AND t.active AND NOT t.external
   WHERE l.tenant_id = current_tenant() AND l.live AND l.end_date >= tenant_today() AND l.substitute_id <> l.user_id
     AND ($1::bigint IS NULL OR l.id = $1)
     AND NOT EXISTS (
       SELECT FROM delegation d WHERE d.tenant_id = l.tenant_id AND d.leave_id = l.id
         AND d.delegatee_id = l.substitute_id AND (d.ended_at IS NULL OR d.end_reason = 'taken_back'))
   ON CONFLICT (tenant_id, leave_id) WHERE ended_at IS NULL AND leave_id IS NOT NULL DO NOTHING
   RETURNING id`,
);

/**
 * Synchronizes delegations to substitutes with approved leave, for one request or the whole tenant. Idempotent.
 * @returns the number of delegations started or ended.
 */
export async function syncStandIns(tx: Tx, leaveId: number | null = null): Promise<number> {
  const ended = await tx.rows<{ id: number }>(endOutdated, [leaveId]);
  const started = await tx.rows<{ id: number }>(startMissing, [leaveId]);
  await emitDelegations(
    tx,
    "delegation.ended",
    ended.map(({ id }) => id),
  );
  await emitDelegations(
    tx,
    "delegation.created",
    started.map(({ id }) => id),
  );
  return ended.length + started.length;
}

const moveLeaveSubstitutes = sql(
  "handover.cover",
  `UPDATE leave_request SET substitute_id = NULLIF($2::bigint, user_id)
   WHERE tenant_id = current_tenant() AND substitute_id = $1 AND live AND end_date >= tenant_today()`,
);

/** Makes the successor the substitute for current and future leave. */
export async function handOverCover({ tx, from, to }: HandoverContext): Promise<void> {
  await tx.rows(moveLeaveSubstitutes, [from, to]);
  await syncStandIns(tx);
}
