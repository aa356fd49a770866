import type { InferType } from "yup";
import {
  type listHandOverChoices,
  handOverBatchSize,
  type handOverSchema,
} from "../../../shared/approvals/approvals/hand-over.contract";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { Actor as Person } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { RequestRow } from "./request.entity";
import { reassignStep, lockCurrentStep } from "./approvals-routing.service";
import { outdatedRequestProblem } from "./decision-conflicts.service";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { loadVisibleRequest } from "./requests.service";
import { matchesSearch, likePatternsOf } from "../../platform/database/search";
import { requestFamilyServices } from "./families.slots";

interface Unsent {
  id: number;
  family: RequestFamily;
  status: string;
}

const selectUnsentRequests = sql(
  "requests.unsent",
  `SELECT id, family, status FROM request
   WHERE tenant_id = current_tenant() AND requester_id = $1 AND status IN ('draft', 'changes_requested') ORDER BY id`,
);

/** Withdraws the unsent and returned requests of a user who leaves. */
export async function withdrawUnsentRequests(tx: Tx, leaver: Actor): Promise<void> {
  for (const request of await tx.rows<Unsent>(selectUnsentRequests, [leaver.id]))
    await requestFamilyServices.filling[request.family].withdraw?.(tx, leaver, request);
}

// $1 request, $2 its family, $3 its requester, $4 search patterns or null, $5 limit.
const selectCandidates = sql(
  "handOver.choices",
  `SELECT u.id, u.fullname, u.image, is_away(u.id, tenant_today()) AS away
   FROM family_decider e JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.id
   WHERE e.family = $2 AND u.id <> $3 AND ${matchesSearch("$4", ["u.folded"])}
     AND NOT (four_eyes() AND EXISTS (SELECT FROM request_approver a WHERE a.request_id = $1 AND a.id = u.id))
     AND NOT EXISTS (SELECT FROM request_step s WHERE s.tenant_id = current_tenant() AND s.request_id = $1
       AND s.state = 'now' AND s.approver_id = u.id)
   ORDER BY u.fullname COLLATE reader, u.id LIMIT $5`,
);

export async function handOverOptionsOf(
  tx: Tx,
  actor: Actor,
  requestId: number,
  q: string | undefined,
): Promise<ReplyOf<typeof listHandOverChoices>["data"]> {
  const request = await loadVisibleRequest(tx, actor, requestId);
  refuseOwn(actor, request);
  return tx.rows(selectCandidates, [
    request.id,
    request.family,
    request.requesterId,
    likePatternsOf(q),
    handOverBatchSize,
  ]);
}

/** @throws Problem 403: requesters can't choose who decides their request. */
function refuseOwn(actor: Actor, request: RequestRow): void {
  if (request.requesterId === actor.id) throw new Problem("request.own");
}

/**
 * Assigns the pending step to another user, who decides it instead of the current approver.
 * @throws Problem 404 when the request isn't visible; 403 for the actor's own request; 409 when the step was decided or differs from the
 *   caller's version; 422 for a user who can't decide it.
 */
export async function handOverStep(
  tx: Tx,
  actor: Actor,
  requestId: number,
  { version, user_id, note }: InferType<typeof handOverSchema>,
): Promise<Pick<RequestRow, "id" | "status" | "version">> {
  const visibleRequest = await loadVisibleRequest(tx, actor, requestId);
  refuseOwn(actor, visibleRequest);
  const step = await lockCurrentStep(tx, requestId);
  if (!step || step.request.version !== version) {
    // Reads the request again, since it may have changed while waiting for the lock.
    const now = await loadVisibleRequest(tx, actor, requestId);
    throw await outdatedRequestProblem(tx, actor, now, { asked: step !== undefined });
  }
  const to = await taker(tx, step.request, user_id);
  if (step.step.approver_id === to.id) throw invalidFieldProblem("user_id", "handOver.asked");
  const assignment = { approver_id: to.id, role_id: null, route: "handed" as const };
  const handed = { type: "request.handed" as const, to, note: note || null };
  const moved = await reassignStep(tx, step, assignment, handed, new Date());
  logSecurity(tx, { kind: "step_handed_over", subjectId: to.id, facts: { request: moved.id } });
  return moved;
}

const selectCandidate = sql(
  "handOver.person",
  `SELECT u.id, u.fullname, u.image, u.active,
     EXISTS (SELECT FROM family_decider e WHERE e.id = u.id AND e.family = $2) AS entitled,
     four_eyes() AND EXISTS (SELECT FROM request_approver a WHERE a.request_id = $3 AND a.id = u.id) AS involved
   FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);

/**
 * Checks that the user may decide the step.
 * @throws Problem 422 with a separate message for each reason.
 */
async function taker(tx: Tx, request: { id: number; family: RequestFamily; requesterId: number }, userId: number) {
  const found = await tx.one<Person & { active: boolean; entitled: boolean; involved: boolean }>(selectCandidate, [
    userId,
    request.family,
    request.id,
  ]);
  if (!found) throw invalidFieldProblem("user_id", "field.unknown");
  if (found.id === request.requesterId) throw invalidFieldProblem("user_id", "handOver.requester");
  if (!found.active) throw invalidFieldProblem("user_id", "handOver.inactive");
  if (!found.entitled) throw invalidFieldProblem("user_id", "handOver.noRight"); // external users have no such permission either
  if (found.involved) throw invalidFieldProblem("user_id", "handOver.decidedBefore");
  return { id: found.id, fullname: found.fullname, image: found.image };
}
