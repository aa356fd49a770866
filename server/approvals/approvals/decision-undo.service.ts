import { decisionHeldMs } from "../../../shared/approvals/approvals/approvals.undo.rules";
import type { ApprovalEvents } from "../../../shared/approvals/approvals/approvals.events";
import { userStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { currentDeciders } from "./approvals.policy";
import type { RequestRow } from "./request.entity";
import { requestChangeKey, uniqueSortedIds, requestReference, emitToInboxes } from "./approvals.events";
import * as statements from "./decision-undo.sql";

export interface RequestSnapshot {
  status: string;
  step: number;
  decided_at: string | null;
  steps: unknown[];
}

type Decided = ApprovalEvents["request.decided"];

export async function readRequestSnapshot(tx: Tx, requestId: number): Promise<RequestSnapshot> {
  return (
    (await tx.one<{ before: RequestSnapshot }>(statements.requestSnapshot, [requestId])) as { before: RequestSnapshot }
  ).before;
}

/** Stores the snapshot for undoing a decision, and the event to emit once the decision is final. */
export async function storePendingDecision(
  tx: Tx,
  actor: Pick<Actor, "id">,
  { before, data, people }: { before: RequestSnapshot; data: Decided; people: readonly number[] },
): Promise<void> {
  const snapshotAndEvent = [JSON.stringify(before), JSON.stringify(data)];
  await tx.rows(statements.insertDecision, [
    data.id,
    actor.id,
    data.version,
    ...snapshotAndEvent,
    [...people],
    decisionHeldMs,
  ]);
}

interface PendingDecision {
  id: number;
  version: number;
  before: RequestSnapshot;
  event: Decided;
  people: number[];
  open: boolean;
}

/**
 * Restores the request to its state before the caller's decision. The family restores its own data.
 * @throws Problem 403 when the caller may no longer decide the step; 409 when another user has acted since, when it is too late, or when the
 *   caller hasn't decided.
 */
export async function undoDecision(tx: Tx, actor: Actor, request: RequestRow): Promise<RequestRow> {
  const pendingDecision = await tx.one<PendingDecision>(statements.lockDecision, [request.id, actor.id]);
  if (pendingDecision && pendingDecision.version !== request.version) throw new Problem("request.undoActedOn");
  if (!pendingDecision?.open) throw new Problem("request.undoLate");
  await tx.rows(statements.deleteDecision, [pendingDecision.id]);
  const decidersBefore = await currentDeciders(tx, request.id);
  await tx.rows(statements.deactivateSteps, [request.id]);
  await tx.rows(statements.restoreSteps, [request.id, JSON.stringify(pendingDecision.before.steps)]);
  const { status, step, decided_at } = pendingDecision.before;
  const row = await tx.one<{ version: number; title: string }>(statements.restoreRequest, [
    request.id,
    status,
    step,
    decided_at,
  ]);
  const { version, title } = row as { version: number; title: string };
  const restoredRequest = { ...request, status, step, version, title };
  tx.markChanged(requestChangeKey, request.id);
  const waits_for = await currentDeciders(tx, request.id);
  // The right to decide may have ended since the decision.
  if (!waits_for.includes(actor.id)) throw new Problem("permission.denied");
  const data = {
    ...requestReference(restoredRequest),
    requester: request.requester,
    step: pendingDecision.event.step,
    waits_for,
  };
  for (const id of uniqueSortedIds(pendingDecision.people, waits_for))
    tx.emit("request.decision_undone", userStream(id), data);
  emitToInboxes(
    tx,
    "inbox.removed",
    restoredRequest,
    decidersBefore.filter((id) => !waits_for.includes(id)),
  );
  emitToInboxes(
    tx,
    "inbox.added",
    restoredRequest,
    waits_for.filter((id) => !decidersBefore.includes(id)),
  );
  return restoredRequest;
}

/**
 * Makes refusals final before the request's files change. Undoing a refusal afterwards would restore approvals that were given for other
 * files.
 */
export const closeUndoWindow = async (tx: Tx, requestId: number): Promise<void> => {
  await tx.rows(statements.endUndoPeriod, [requestId]);
};

export interface DueDecision {
  id: number;
  decided_by: number;
  event: Decided;
  people: number[];
}

/** Takes the oldest decision whose undo period has ended; this transaction makes it final. Ids in `failed` are skipped. */
export function claimDueDecision(tx: Tx, now: Date, failed: readonly number[]): Promise<DueDecision | undefined> {
  return tx.one<DueDecision>(statements.claimExpiredDecision, [now, [...failed]]);
}
