import type { NextStatus, RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import type { Actor as Person } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { absentApproverCondition } from "./approvals.sql";
import { presentRequest, stepsOfRequests } from "./approvals.present";
import type { CurrentStep, RequestRow } from "./request.entity";
import { isExcludedByFourEyes } from "./four-eyes.policy";

// The latest step that a user decided or could have decided: directly, by role, or as a delegate.
const lastOf = sql(
  "decisions.lastOf",
  `SELECT s.id FROM request_step s
   WHERE s.tenant_id = current_tenant() AND s.request_id = $1 AND s.round = $2 AND s.decided_by IS NOT NULL AND (
     $3 IN (s.decided_by, s.on_behalf_of, s.approver_id) OR EXISTS (
       SELECT FROM app_user u WHERE u.tenant_id = s.tenant_id AND (u.id = s.approver_id OR u.role_id = s.role_id OR (u.id = s.meant_id AND ${absentApproverCondition("s")}))
         AND (u.id = $3 OR u.id IN (SELECT delegator_id FROM running_delegation WHERE delegatee_id = $3))))
   ORDER BY s.position DESC LIMIT 1`,
);

export async function decisionConflict(
  tx: Tx,
  actor: Actor,
  request: RequestRow,
  { step, stale, follows }: { step: CurrentStep | undefined; stale: boolean; follows: NextStatus },
): Promise<Problem> {
  if (step && !stale && (await isExcludedByFourEyes(tx, actor.id, request.id))) return new Problem("request.fourEyes");
  const steps = (await stepsOfRequests(tx, [request.id])).get(request.id) ?? [];
  const last = await tx.one<{ id: number }>(lastOf, [request.id, request.round, actor.id]);
  const decided = steps.find(({ id }) => id === last?.id);
  const record = { ...currentDecision(request, steps, follows), decision: decided ? decisionOf(decided) : null };
  if (decided?.decided_by) return earlierDecider(actor, decided.decided_by, decided, record);
  if (stale) return new Problem("request.stale", { record });
  return step ? new Problem("permission.denied") : new Problem("request.wrongState", { record });
}

/** Returns why a user who isn't an approver can't act on a request that has changed since they saw it. */
export async function outdatedRequestProblem(
  tx: Tx,
  actor: Actor,
  request: RequestRow,
  how: { asked: boolean },
): Promise<Problem> {
  const steps = (await stepsOfRequests(tx, [request.id])).get(request.id) ?? [];
  const last = steps.filter(({ round, decided_by }) => round === request.round && decided_by !== null).at(-1);
  const record = { ...currentDecision(request, steps, null), decision: last ? decisionOf(last) : null };
  if (last?.decided_by) return earlierDecider(actor, last.decided_by, last, record);
  return new Problem(how.asked ? "request.stale" : "request.wrongState", { record });
}

function currentDecision(request: RequestRow, steps: readonly RequestStep[], follows: NextStatus) {
  const { id, status, version, next_status } = presentRequest(request, steps, follows);
  return { id, status, version, next_status };
}

const decisionOf = ({ state, decided_by, on_behalf_of, decided_at }: RequestStep) => ({
  state,
  decided_by,
  on_behalf_of,
  decided_at,
});

function earlierDecider(
  actor: Actor,
  by: Person,
  { state }: RequestStep,
  record: ReturnType<typeof currentDecision>,
): Problem {
  const next = record.next_status?.action === "decide" ? record.next_status : null;
  const values = {
    who: by.id === actor.id ? "you" : "other",
    name: by.fullname,
    decision: state,
    waits: next ? "yes" : "no",
    next: next?.approver?.fullname ?? next?.role?.name ?? "",
  };
  return new Problem("request.decided", { by, record, values });
}
