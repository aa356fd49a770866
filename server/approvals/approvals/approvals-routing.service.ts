import {
  type Approver,
  resolveApprover,
  type ChainStep,
} from "../../../shared/approvals/approvals/approvals.chain.rules";
import type { ApprovalEvents } from "../../../shared/approvals/approvals/approvals.events";
import { type Actor, userStream } from "../../../shared/kernel/events";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { loadChainPeople, currentDeciders } from "./approvals.policy";
import { earlierDeciders } from "./four-eyes.policy";
import type { CurrentStep, RequestRow } from "./request.entity";
import { lockRequest, updateStepAssignment, selectCurrentStep } from "./approvals.sql";
import {
  requestChangeKey,
  uniqueSortedIds,
  requestReference,
  type SentRequest,
  emitToInboxes,
} from "./approvals.events";

type StepAssignment = Pick<CurrentStep, "approver_id" | "role_id" | "route" | "meant_id">;

const approverOfAssignment = ({ approver_id, role_id }: StepAssignment): Approver =>
  approver_id === null ? { by: "role", role_id: role_id as number } : { by: "user", user_id: approver_id };

/** The route as the rules produced it: routes set by an earlier re-evaluation count as `rule`, so that they are re-evaluated. */
const plannedRoute = ({ route }: StepAssignment): ChainStep["route"] =>
  route === "escalated" ||
  route === "last_resort" ||
  route === "absent" ||
  route === "four_eyes" ||
  route === "alone" ||
  route === "same_person" ||
  route === "handed"
    ? "rule"
    : route;

const hasOtherApprover = (a: StepAssignment, b: StepAssignment) =>
  a.approver_id !== b.approver_id || a.role_id !== b.role_id;

const isInOnlyOne = (route: CurrentStep["route"], a: StepAssignment, b: StepAssignment) =>
  (a.route === route) !== (b.route === route);

/** Evaluates the route of a step from current absences and from who has decided the other steps. */
async function resolveAssignment(tx: Tx, request: RequestRow, step: CurrentStep): Promise<StepAssignment> {
  const people = await loadChainPeople(tx, request.family, request.requesterId, [approverOfAssignment(step)]);
  const involved = await earlierDeciders(tx, request.id);
  const { approver_id, role_id, meant_id, route } = resolveApprover(
    { ...step, route: plannedRoute(step) },
    request.requesterId,
    people,
    involved,
  );
  const assignment = { approver_id, role_id, meant_id, route };
  // The values of `route` are explained at `ChainStep`.
  const isNews =
    hasOtherApprover(assignment, step) ||
    isInOnlyOne("alone", assignment, step) ||
    isInOnlyOne("absent", assignment, step);
  return isNews ? assignment : { ...assignment, route: step.route };
}

const isSameAssignment = (a: StepAssignment, b: StepAssignment) => !hasOtherApprover(a, b) && a.route === b.route;

/**
 * Routes a newly active step to an available approver. Skipped: approvers on leave with a superior but no delegate, users who have left,
 * roles without another holder, and users who have decided an earlier step.
 */
export async function routeToAvailableApprover(tx: Tx, request: RequestRow, step: CurrentStep): Promise<void> {
  const assignment = await resolveAssignment(tx, request, step);
  if (isSameAssignment(assignment, step)) return;
  await tx.rows(updateStepAssignment, [
    step.id,
    assignment.approver_id,
    assignment.role_id,
    assignment.route,
    assignment.meant_id,
  ]);
}

export interface LockedStep {
  request: SentRequest;
  step: CurrentStep;
  /** Users who could decide the step before the caller changed their roles; read from the database by default. */
  deciders?: readonly number[];
}

export async function lockCurrentStep(tx: Tx, requestId: number): Promise<LockedStep | undefined> {
  const request = await tx.one<SentRequest>(lockRequest, [requestId]);
  const step = request && (await tx.one<CurrentStep>(selectCurrentStep, [requestId]));
  return request && step && { request, step };
}

/** Restarts the deadline: the new approver gets the full time of the setting. */
const restartStep = sql(
  "requests.askAnew",
  `UPDATE request_step SET since = $2, reminded_at = NULL, escalated_at = CASE WHEN route = 'escalated' THEN $2::timestamptz ELSE escalated_at END
   WHERE tenant_id = current_tenant() AND id = $1`,
);
const nextVersion = sql(
  "requests.nextVersion",
  `UPDATE request SET version = version + 1, updated_at = now() WHERE tenant_id = current_tenant() AND id = $1 RETURNING version`,
);
const currentApproverName = sql(
  "requests.askedName",
  `SELECT COALESCE((SELECT fullname FROM app_user WHERE tenant_id = current_tenant() AND id = $1),
                   (SELECT name FROM role WHERE tenant_id = current_tenant() AND id = $2)) AS name`,
);

/** Reason why a step is reassigned: automatically, or because a user handed it over. */
export type StepReassignment =
  | { type: "request.escalated" | "request.rerouted" }
  | { type: "request.handed"; to: Actor; note: string | null };

/**
 * Reassigns the active step. The previous approver loses access: the inbox entry is removed with the event, their next call for the request
 * returns 404, and later events aren't sent to them.
 */
export async function reassignStep(
  tx: Tx,
  { request, step, deciders }: LockedStep,
  assignment: Pick<CurrentStep, "approver_id" | "role_id" | "route"> & Partial<Pick<CurrentStep, "meant_id">>,
  { type, ...more }: StepReassignment,
  now: Date,
): Promise<SentRequest> {
  const before = deciders ?? (await currentDeciders(tx, request.id));
  const { name: from } = (await tx.one<{ name: string }>(currentApproverName, [step.approver_id, step.role_id])) as {
    name: string;
  };
  const intendedApproverId =
    assignment.meant_id === undefined ? (step.meant_id ?? step.approver_id) : assignment.meant_id;
  const meant_id = intendedApproverId === assignment.approver_id ? null : intendedApproverId; // the step is back with the intended approver
  await tx.rows(updateStepAssignment, [
    step.id,
    assignment.approver_id,
    assignment.role_id,
    assignment.route,
    meant_id,
  ]);
  await tx.rows(restartStep, [step.id, now]);
  const { version } = (await tx.one<{ version: number }>(nextVersion, [request.id])) as { version: number };
  tx.markChanged(requestChangeKey, request.id);
  const waits_for = await currentDeciders(tx, request.id);
  const moved = { ...request, version };
  const still = before.filter((id) => waits_for.includes(id));
  const data = {
    ...requestReference(moved),
    requester: request.requester,
    step: step.position,
    from,
    waits_for,
    still,
    ...more,
  };
  const concerned = uniqueSortedIds(request.requesterId, before, waits_for, tx.actor?.id ?? []);
  for (const id of concerned) tx.emit(type, userStream(id), data as ApprovalEvents["request.handed"]);
  emitToInboxes(
    tx,
    "inbox.removed",
    moved,
    before.filter((id) => !waits_for.includes(id)),
  );
  emitToInboxes(
    tx,
    "inbox.added",
    moved,
    waits_for.filter((id) => !before.includes(id)),
  );
  return moved;
}

/**
 * Finds a new approver for a request whose approver isn't available.
 * @returns whether the step was reassigned.
 */
export async function rerouteRequest(tx: Tx, requestId: number, now: Date): Promise<boolean> {
  const step = await lockCurrentStep(tx, requestId);
  if (!step) return false;
  const assignment = await resolveAssignment(tx, step.request, step.step);
  if (isSameAssignment(assignment, step.step)) return false;
  if (!hasOtherApprover(assignment, step.step) && isInOnlyOne("absent", assignment, step.step)) {
    await tx.rows(updateStepAssignment, [
      step.step.id,
      assignment.approver_id,
      assignment.role_id,
      assignment.route,
      assignment.meant_id,
    ]);
    tx.markChanged(requestChangeKey, requestId);
    return true;
  }
  await reassignStep(tx, step, assignment, { type: "request.rerouted" }, now);
  return true;
}

const selectRequestsAwaitingRole = sql(
  "requests.awaitingRole",
  `SELECT request_id AS id FROM request_step WHERE tenant_id = current_tenant() AND state = 'now' AND role_id = $1 ORDER BY request_id`,
);

/** Locks the requests that wait for a role, and reads their deciders before the role's users get another role. */
export async function lockStepsOfRole(tx: Tx, roleId: number): Promise<LockedStep[]> {
  const steps: LockedStep[] = [];
  for (const { id } of await tx.rows<{ id: number }>(selectRequestsAwaitingRole, [roleId])) {
    const locked = await lockCurrentStep(tx, id);
    if (locked?.step.role_id !== roleId) continue; // decided or rerouted while waiting for the lock
    steps.push({ ...locked, deciders: await currentDeciders(tx, id) });
  }
  return steps;
}

/** Assigns steps to the role that succeeds theirs, whose users get the requests in their inboxes. */
export async function reassignStepsToRole(
  tx: Tx,
  steps: readonly LockedStep[],
  roleId: number,
  now: Date,
): Promise<void> {
  for (const locked of steps) {
    const { route, meant_id } = locked.step;
    await reassignStep(
      tx,
      locked,
      { approver_id: null, role_id: roleId, route, meant_id },
      { type: "request.rerouted" },
      now,
    );
  }
}
