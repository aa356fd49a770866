import { sql } from "../../platform/database/unit-of-work";

export const requestSnapshot = sql(
  "decisions.snapshot",
  `SELECT json_build_object('status', r.status, 'step', r.step, 'decided_at', r.decided_at, 'steps',
     COALESCE((SELECT json_agg(s) FROM request_step s
       WHERE s.tenant_id = r.tenant_id AND s.request_id = r.id AND s.round = r.round), '[]')) AS before
   FROM request r WHERE r.tenant_id = current_tenant() AND r.id = $1`,
);

export const insertDecision = sql(
  "decisions.hold",
  `INSERT INTO request_decision (tenant_id, request_id, decided_by, version, before, event, people, until)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, now() + $7 * interval '1 millisecond')`,
);

/** Latest held decision of a user on a request; the lock makes the worker that would publish it wait. */
export const lockDecision = sql(
  "decisions.held",
  `SELECT id, version, before, event, people, until > now() AS open FROM request_decision
   WHERE tenant_id = current_tenant() AND request_id = $1 AND decided_by = $2 ORDER BY id DESC LIMIT 1 FOR UPDATE`,
);
/** Ends the undo period for refusals of request $1; waits for a concurrent undo. */
export const endUndoPeriod = sql(
  "decisions.close",
  `UPDATE request_decision SET until = now()
   WHERE tenant_id = current_tenant() AND request_id = $1 AND until > now() AND event->>'decision' <> 'approved'`,
);
export const deleteDecision = sql(
  "decisions.drop",
  "DELETE FROM request_decision WHERE tenant_id = current_tenant() AND id = $1",
);

export const claimExpiredDecision = sql(
  "decisions.takeDue",
  `DELETE FROM request_decision WHERE tenant_id = current_tenant() AND id = (
     SELECT id FROM request_decision WHERE tenant_id = current_tenant() AND until <= $1 AND id <> ALL($2)
     ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING id, request_id, decided_by, event, people`,
);

// Deactivates the active step first, because only one step may be active at any moment during the restore.
export const deactivateSteps = sql(
  "decisions.askNobody",
  "UPDATE request_step SET state = 'next' WHERE tenant_id = current_tenant() AND request_id = $1 AND state = 'now'",
);
export const restoreSteps = sql(
  "decisions.restoreSteps",
  `UPDATE request_step s SET state = b.state, since = b.since, approver_id = b.approver_id, role_id = b.role_id,
     route = b.route, meant_id = b.meant_id, decided_at = b.decided_at, decided_by = b.decided_by,
     on_behalf_of = b.on_behalf_of, note = b.note, reminded_at = b.reminded_at, escalated_at = b.escalated_at
   FROM jsonb_populate_recordset(NULL::request_step, $2::jsonb) AS b
   WHERE s.tenant_id = current_tenant() AND s.request_id = $1 AND s.id = b.id`,
);
export const restoreRequest = sql(
  "decisions.restoreRequest",
  `UPDATE request SET status = $2, step = $3, decided_at = $4, version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING version, title`,
  { notNull: ["title"] },
);
