import { type ChainStep, type ChainSubject, chainOf, fourEyed } from "../../shared/approvals/approvals.chain.rules";
import { ruleFor } from "../../shared/approvals/approvals.fitting.rules";
import type { NextStatus } from "../../shared/approvals/approvals.contract";
import type { RequestFamily } from "../../shared/requests/families";
import type { Decision, Progress, RequestAction, RequestWorkflow } from "../../shared/approvals/approvals.workflow";
import { userStream } from "../../shared/kernel/events";
import { compareAmounts } from "../../shared/kernel/money";
import { Problem } from "../../shared/kernel/problems";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { chainPeople, chainRules, type NamedRule, standingOn, whoDecides } from "./approvals.policy";
import { routeNow } from "./approvals-routing.service";
import { everyone, reference, type SentRequest, tellInboxes } from "./approvals.tell";
import { changedRequest } from "./requests-changed.service";
import { whyNotDecided } from "./decided-before.service";
import { holdDecision, snapshotOf } from "./decision-undo.service";
import { isFourEyed } from "./four-eyes.service";
import { approversOfRound, askStep, decideStep, dropSteps, moveRequest, stepNow, stepsOfRound } from "./approvals.sql";
import type { AskedStep, RequestRow } from "./request.entity";

/** What the engine must know of a family. */
export interface FamilyRules {
  family: RequestFamily;
  workflow: RequestWorkflow;
  /** The workflow's name for a step of the chain. */
  kindOf(step: Pick<AskedStep, "approver"> & Partial<Pick<AskedStep, "role_id">>): string;
  /** What people call a request: `Annual leave`, `PUR-2026-0012`. Asked when it is sent, when everything is known. */
  title(tx: Tx, id: number): Promise<string>;
  /** The same of several at once, where a family sends many together. */
  titles?(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** What is done with a request that nobody has to decide any more: paid, archived. */
  follows?(request: RequestRow): NextStatus;
}

/** A step with the name of the rule that brought it. */
export type PlannedStep = ChainStep & { rule: string | null };

/** Who would be asked, in order: also for trying out, before anything is sent. */
export async function planChain(
  tx: Tx,
  family: RequestFamily,
  subject: ChainSubject,
  amend: (steps: ChainStep[]) => ChainStep[] = (steps) => steps,
): Promise<PlannedStep[]> {
  const rule = ruleFor(await chainRules(tx, family), subject, compareAmounts);
  return planSteps(tx, family, subject, rule, amend);
}

/** The same with a rule that is known already: a template's own steps, or one that isn't saved yet. */
export async function planSteps(
  tx: Tx,
  family: RequestFamily,
  subject: ChainSubject,
  rule: NamedRule | undefined,
  amend: (steps: ChainStep[]) => ChainStep[] = (steps) => steps,
): Promise<PlannedStep[]> {
  const people = await chainPeople(tx, family, subject.requester_id, rule?.steps ?? []);
  const chain = amend(chainOf(subject, rule, people));
  const steps = (await isFourEyed(tx)) ? fourEyed(chain, subject.requester_id, people) : chain;
  return steps.map((step) => ({ ...step, rule: rule?.name ?? null }));
}

/**
 * One decision on the step that is asked, in one's own name or on someone's behalf.
 * @throws Problem 403 for one's own request, for who isn't asked and for who has decided a step before; 409 with what
 * stands now when somebody else was faster.
 */
export async function decideRequest(
  tx: Tx,
  rules: FamilyRules,
  actor: Actor,
  request: RequestRow,
  decision: Decision,
  { version, note }: { version?: number; note: string | null },
): Promise<RequestRow> {
  if (request.requesterId === actor.id) throw new Problem("request.own");
  const step = await tx.one<AskedStep>(stepNow, [request.id]);
  const standing = await standingOn(tx, actor.id, request.id);
  const stale = version !== undefined && version !== request.version;
  if (!step || !standing || stale)
    throw await whyNotDecided(tx, actor, request, { step, stale, follows: rules.follows?.(request) ?? null });
  const all = await tx.rows<AskedStep>(stepsOfRound, [request.id, request.round]);
  const progress = { status: request.status, steps: all.map(rules.kindOf), at: request.step };
  const next = advance(rules, progress, decision);
  const asked = await whoDecides(tx, request.id);

  const before = await snapshotOf(tx, request.id);
  const decided = stateAfter[decision];
  const behalf = standing.own ? null : standing.id;
  if (!(await tx.one(decideStep, [step.id, decided, actor.id, behalf, note]))) throw new Problem("conflict");
  const waits = rules.workflow.isWaiting(next.status);
  const moved = await move(tx, request, next, { sent: false, decided: !waits });
  if (waits) await askNext(tx, moved);
  else await tx.rows(dropSteps, [request.id]);
  const waits_for = await whoDecides(tx, request.id);

  const data = {
    ...reference(moved),
    requester: request.requester,
    step: step.position,
    decision: decided,
    note,
    on_behalf_of: standing.own ? null : { id: standing.id, fullname: standing.fullname, image: standing.image },
    waits_for,
  };
  const people = everyone(request.requesterId, asked, waits_for, [actor.id]);
  for (const id of people) tx.emit("request.decided", userStream(id), data);
  await holdDecision(tx, actor, { before, data, people });
  tellInboxes(tx, "inbox.removed", moved, asked);
  tellInboxes(tx, "inbox.added", moved, waits_for);
  return moved;
}

/** Whoever is on leave by now, or has left, is passed over: chains may be weeks old when a step is asked. */
async function askNext(tx: Tx, request: RequestRow): Promise<void> {
  const step = await tx.one<AskedStep>(askStep, [request.id, request.round, request.step]);
  if (step) await routeNow(tx, request, step);
}

/** Entered for somebody by whoever has the last word on it: nobody is asked. @throws Problem 409 `request.wrongState`. */
export async function enterRequest(
  tx: Tx,
  rules: FamilyRules,
  request: RequestRow,
  status: string | null,
): Promise<RequestRow> {
  if (status === null) throw new Problem("request.wrongState");
  const title = await rules.title(tx, request.id);
  await tx.rows(dropSteps, [request.id]);
  const moved = await move(tx, request, { status, steps: [], at: 0 }, { sent: true, decided: true, title });
  const data = { ...reference(moved), requester: request.requester };
  for (const id of everyone(request.requesterId, tx.actor?.id ?? [])) tx.emit("request.entered", userStream(id), data);
  return moved;
}

/** Takes a request back. Who may is the family's policy. @throws Problem 409 `request.wrongState`. */
export async function cancelRequest(tx: Tx, rules: FamilyRules, request: RequestRow): Promise<RequestRow> {
  const all = await tx.rows<AskedStep>(stepsOfRound, [request.id, request.round]);
  const progress = { status: request.status, steps: all.map(rules.kindOf), at: request.step };
  const next = advance(rules, progress, "CANCEL");
  const asked = await whoDecides(tx, request.id);
  const approved = await tx.rows<{ id: number }>(approversOfRound, [request.id, request.round]);
  const approved_by = approved.map(({ id }) => id);
  await tx.rows(dropSteps, [request.id]);
  const moved = await move(tx, request, next, { sent: false, decided: true });
  const data = { ...reference(moved), requester: request.requester, approved_by };
  for (const id of everyone(request.requesterId, asked, approved_by)) {
    tx.emit("request.cancelled", userStream(id), data);
  }
  tellInboxes(tx, "inbox.removed", moved, asked);
  return moved;
}

/** Closes what nobody has decided in time; whoever asked and whoever was asked are told. @throws Problem 409. */
export async function expireRequest(tx: Tx, rules: FamilyRules, request: RequestRow): Promise<RequestRow> {
  const next = advance(rules, { status: request.status, steps: [], at: request.step }, "EXPIRE");
  const asked = await whoDecides(tx, request.id);
  await tx.rows(dropSteps, [request.id]);
  const moved = await move(tx, request, next, { sent: false, decided: true });
  const data = { ...reference(moved), requester: request.requester };
  for (const id of everyone(request.requesterId, asked)) tx.emit("request.expired", userStream(id), data);
  tellInboxes(tx, "inbox.removed", moved, asked);
  return moved;
}

const stateAfter = { APPROVE: "approved", REJECT: "rejected", REQUEST_CHANGES: "changes_requested" } as const;

/** Where a request is after an action. @throws Problem 409 `request.wrongState`. */
export function advance(rules: FamilyRules, progress: Progress, action: RequestAction): Progress {
  const next = rules.workflow.after(progress, action);
  if (!next) throw new Problem("request.wrongState");
  return next;
}

async function move(
  tx: Tx,
  request: RequestRow,
  next: Progress,
  { sent, decided, title = null }: { sent: boolean; decided: boolean; title?: string | null },
): Promise<SentRequest> {
  const row = await tx.one<{ version: number; round: number; title: string }>(moveRequest, [
    request.id,
    next.status,
    next.at,
    sent,
    decided,
    title,
  ]);
  tx.noteChange(changedRequest, request.id);
  return {
    ...request,
    status: next.status,
    step: next.at,
    ...(row as { version: number; round: number; title: string }),
  };
}
