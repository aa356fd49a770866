import {
  type ChainStep,
  type ChainSubject,
  planApprovalChain,
  applyFourEyes,
} from "../../../shared/approvals/approvals/approvals.chain.rules";
import { firstMatchingRule } from "../../../shared/approvals/approvals/approvals.matching.rules";
import type { NextStatus } from "../../../shared/approvals/approvals/approvals.contract";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type {
  ApprovalDecision,
  WorkflowProgress,
  RequestAction,
  RequestWorkflow,
} from "../../../shared/approvals/approvals/approvals.workflow";
import { userStream } from "../../../shared/kernel/events";
import { compareAmounts } from "../../../shared/kernel/money";
import { Problem } from "../../../shared/kernel/problems";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import {
  loadChainPeople,
  chainRules,
  lockDecisionAuthority,
  type NamedRule,
  currentDeciders,
} from "./approvals.policy";
import { routeToAvailableApprover } from "./approvals-routing.service";
import {
  requestChangeKey,
  uniqueSortedIds,
  requestReference,
  type SentRequest,
  emitToInboxes,
} from "./approvals.events";
import { decisionConflict } from "./decision-conflicts.service";
import { storePendingDecision, readRequestSnapshot } from "./decision-undo.service";
import { isFourEyesRequired } from "./four-eyes.policy";
import {
  approversOfRound,
  activateStep,
  decideStep,
  dropRemainingSteps,
  updateRequestStatus,
  selectCurrentStep,
  stepsOfRound,
} from "./approvals.sql";
import type { CurrentStep, RequestRow } from "./request.entity";

export interface RequestFamilyRules {
  family: RequestFamily;
  workflow: RequestWorkflow;
  kindOf(step: Pick<CurrentStep, "approver"> & Partial<Pick<CurrentStep, "role_id">>): string;
  /** Display title such as `Annual leave` or `PUR-2026-0012`, computed when the request is sent and all its data is known. */
  title(tx: Tx, id: number): Promise<string>;
  titles?(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Next action for a request without open steps, such as paying or archiving. */
  follows?(request: RequestRow): NextStatus;
}

export type PlannedStep = ChainStep & { rule: string | null };

/** Returns the approvers in order; also used for previews before anything is sent. */
export async function planChain(
  tx: Tx,
  family: RequestFamily,
  subject: ChainSubject,
  amend: (steps: ChainStep[]) => ChainStep[] = (steps) => steps,
): Promise<PlannedStep[]> {
  const rule = firstMatchingRule(await chainRules(tx, family), subject, compareAmounts);
  return planSteps(tx, family, subject, rule, amend);
}

/** Like `planChain`, but with the rule passed by the caller: a template's own steps, or a rule that isn't saved yet. */
export async function planSteps(
  tx: Tx,
  family: RequestFamily,
  subject: ChainSubject,
  rule: NamedRule | undefined,
  amend: (steps: ChainStep[]) => ChainStep[] = (steps) => steps,
): Promise<PlannedStep[]> {
  const people = await loadChainPeople(tx, family, subject.requester_id, rule?.steps ?? [], subject.budget_year);
  const fourEyes = await isFourEyesRequired(tx);
  const chain = amend(planApprovalChain(subject, rule, people, { keepsRepeats: fourEyes }));
  const steps = fourEyes ? applyFourEyes(chain, subject.requester_id, people) : chain;
  return steps.map((step) => ({ ...step, rule: rule?.name ?? null }));
}

/**
 * Records a decision on the active step, in the caller's own name or on behalf of another user.
 * @throws Problem 403 for the caller's own request, and when the caller isn't an approver or has decided an earlier step; 409 with the
 *   current state when another user decided first.
 */
export async function decideRequest(
  tx: Tx,
  rules: RequestFamilyRules,
  actor: Actor,
  request: RequestRow,
  decision: ApprovalDecision,
  { version, note }: { version?: number; note: string | null },
): Promise<RequestRow> {
  if (request.requesterId === actor.id) throw new Problem("request.own");
  const step = await tx.one<CurrentStep>(selectCurrentStep, [request.id]);
  const standing = await lockDecisionAuthority(tx, actor.id, request.id);
  const stale = version !== undefined && version !== request.version;
  if (!step || !standing || stale)
    throw await decisionConflict(tx, actor, request, { step, stale, follows: rules.follows?.(request) ?? null });
  const all = await tx.rows<Pick<CurrentStep, "approver" | "role_id">>(stepsOfRound, [request.id, request.round]);
  const progress = { status: request.status, steps: all.map(rules.kindOf), at: request.step };
  const next = advanceWorkflow(rules, progress, decision);
  const deciders = await currentDeciders(tx, request.id);

  const before = await readRequestSnapshot(tx, request.id);
  const decided = stateAfter[decision];
  const behalf = standing.own ? null : standing.id;
  if (!(await tx.one(decideStep, [step.id, decided, actor.id, behalf, note]))) throw new Problem("conflict");
  const waits = rules.workflow.isWaiting(next.status);
  const moved = await move(tx, request, next, { sent: false, decided: !waits });
  if (waits) await activateNextStep(tx, moved);
  else await tx.rows(dropRemainingSteps, [request.id]);
  const waits_for = await currentDeciders(tx, request.id);

  const data = {
    ...requestReference(moved),
    requester: request.requester,
    step: step.position,
    decision: decided,
    note,
    on_behalf_of: standing.own ? null : { id: standing.id, fullname: standing.fullname, image: standing.image },
    waits_for,
  };
  const people = uniqueSortedIds(request.requesterId, deciders, waits_for, [actor.id]);
  for (const id of people) tx.emit("request.decided", userStream(id), data);
  await storePendingDecision(tx, actor, { before, data, people });
  emitToInboxes(tx, "inbox.removed", moved, deciders);
  emitToInboxes(tx, "inbox.added", moved, waits_for);
  return moved;
}

/** Re-evaluates the approver: chains may be weeks old when a step becomes active, and the approver may be on leave or have left. */
async function activateNextStep(tx: Tx, request: RequestRow): Promise<void> {
  const step = await tx.one<CurrentStep>(activateStep, [request.id, request.round, request.step]);
  if (step) await routeToAvailableApprover(tx, request, step);
}

/**
 * Records a request that a user with the final decision enters for an employee; no steps are created.
 * @throws Problem 409 `request.wrongState`.
 */
export async function enterOnBehalf(
  tx: Tx,
  rules: RequestFamilyRules,
  request: RequestRow,
  status: string | null,
): Promise<RequestRow> {
  if (status === null) throw new Problem("request.wrongState");
  const title = await rules.title(tx, request.id);
  // A proposed change may be waiting for approvers whom the entry replaces.
  const deciders = await currentDeciders(tx, request.id);
  await tx.rows(dropRemainingSteps, [request.id]);
  const moved = await move(tx, request, { status, steps: [], at: 0 }, { sent: true, decided: true, title });
  const data = { ...requestReference(moved), requester: request.requester };
  for (const id of uniqueSortedIds(request.requesterId, deciders, tx.actor?.id ?? []))
    tx.emit("request.entered", userStream(id), data);
  emitToInboxes(tx, "inbox.removed", moved, deciders);
  return moved;
}

/**
 * Cancels a request. The family's policy determines who may cancel.
 * @param lastDay the requester's last day, when the request is cancelled because they leave.
 * @throws Problem 409 `request.wrongState`.
 */
export async function cancelRequest(
  tx: Tx,
  rules: RequestFamilyRules,
  request: RequestRow,
  lastDay: string | null = null,
): Promise<RequestRow> {
  const all = await tx.rows<Pick<CurrentStep, "approver" | "role_id">>(stepsOfRound, [request.id, request.round]);
  const progress = { status: request.status, steps: all.map(rules.kindOf), at: request.step };
  const next = advanceWorkflow(rules, progress, "CANCEL");
  const deciders = await currentDeciders(tx, request.id);
  const approved = await tx.rows<{ id: number }>(approversOfRound, [request.id, request.round]);
  const approved_by = approved.map(({ id }) => id);
  await tx.rows(dropRemainingSteps, [request.id]);
  const moved = await move(tx, request, next, { sent: false, decided: true });
  const data = { ...requestReference(moved), requester: request.requester, approved_by };
  for (const id of uniqueSortedIds(request.requesterId, deciders, approved_by)) {
    const own = id === request.requesterId;
    const cause = lastDay === null ? {} : own ? { last_day: lastDay } : { closed: true as const };
    tx.emit("request.cancelled", userStream(id), { ...data, ...cause });
  }
  emitToInboxes(tx, "inbox.removed", moved, deciders);
  return moved;
}

/**
 * Closes a request that wasn't decided in time and notifies its requester and approvers.
 * @throws Problem 409 `request.wrongState`.
 */
export async function expireRequest(tx: Tx, rules: RequestFamilyRules, request: RequestRow): Promise<RequestRow> {
  const next = advanceWorkflow(rules, { status: request.status, steps: [], at: request.step }, "EXPIRE");
  const deciders = await currentDeciders(tx, request.id);
  await tx.rows(dropRemainingSteps, [request.id]);
  const moved = await move(tx, request, next, { sent: false, decided: true });
  const data = { ...requestReference(moved), requester: request.requester };
  for (const id of uniqueSortedIds(request.requesterId, deciders)) tx.emit("request.expired", userStream(id), data);
  emitToInboxes(tx, "inbox.removed", moved, deciders);
  return moved;
}

const stateAfter = { APPROVE: "approved", REJECT: "rejected", REQUEST_CHANGES: "changes_requested" } as const;

export function advanceWorkflow(
  rules: RequestFamilyRules,
  progress: WorkflowProgress,
  action: RequestAction,
): WorkflowProgress {
  const next = rules.workflow.after(progress, action);
  if (!next) throw new Problem("request.wrongState");
  return next;
}

async function move(
  tx: Tx,
  request: RequestRow,
  next: WorkflowProgress,
  { sent, decided, title = null }: { sent: boolean; decided: boolean; title?: string | null },
): Promise<SentRequest> {
  const row = await tx.one<{ version: number; round: number; title: string }>(updateRequestStatus, [
    request.id,
    next.status,
    next.at,
    sent,
    decided,
    title,
  ]);
  tx.markChanged(requestChangeKey, request.id);
  return {
    ...request,
    status: next.status,
    step: next.at,
    ...(row as { version: number; round: number; title: string }),
  };
}
