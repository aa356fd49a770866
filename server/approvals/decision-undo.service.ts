import { decisionHeldMs } from "../../shared/approvals/approvals.undo.rules";
import type { ApprovalEvents } from "../../shared/approvals/approvals.events";
import { userStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { whoDecides } from "./approvals.policy";
import type { RequestRow } from "./request.entity";
import { everyone, reference, tellInboxes } from "./approvals.tell";
import { changedRequest } from "./requests-changed.service";
import * as statements from "./decision-undo.sql";

export interface Snapshot {
  status: string;
  step: number;
  decided_at: string | null;
  steps: unknown[];
}

type Decided = ApprovalEvents["request.decided"];

/** A request as it is before it is decided. Its caller has locked it. */
export async function snapshotOf(tx: Tx, requestId: number): Promise<Snapshot> {
  return ((await tx.one<{ before: Snapshot }>(statements.snapshot, [requestId])) as { before: Snapshot }).before;
}

/** Keeps what undoing needs, and what is told once it can't be undone any more. */
export async function holdDecision(
  tx: Tx,
  actor: Pick<Actor, "id">,
  { before, data, people }: { before: Snapshot; data: Decided; people: readonly number[] },
): Promise<void> {
  const kept = [JSON.stringify(before), JSON.stringify(data)];
  await tx.rows(statements.hold, [data.id, actor.id, data.version, ...kept, [...people], decisionHeldMs]);
}

interface Held {
  id: number;
  version: number;
  before: Snapshot;
  event: Decided;
  people: number[];
  open: boolean;
}

/**
 * Puts a request back to where it was before one decided. What belongs to its family is the family's to put back.
 * @throws Problem 409 when somebody has acted since, or when it is too late; also where one hasn't decided.
 */
export async function undoDecision(tx: Tx, actor: Actor, request: RequestRow): Promise<RequestRow> {
  const held = await tx.one<Held>(statements.held, [request.id, actor.id]);
  if (held && held.version !== request.version) throw new Problem("request.undoActedOn");
  if (!held?.open) throw new Problem("request.undoLate");
  await tx.rows(statements.drop, [held.id]);
  const following = await whoDecides(tx, request.id);
  await tx.rows(statements.askNobody, [request.id]);
  await tx.rows(statements.restoreSteps, [request.id, JSON.stringify(held.before.steps)]);
  const { status, step, decided_at } = held.before;
  const row = await tx.one<{ version: number; title: string }>(statements.restoreRequest, [
    request.id,
    status,
    step,
    decided_at,
  ]);
  const { version, title } = row as { version: number; title: string };
  const moved = { ...request, status, step, version, title };
  tx.noteChange(changedRequest, request.id);
  const waits_for = await whoDecides(tx, request.id);
  const data = { ...reference(moved), requester: request.requester, step: held.event.step, waits_for };
  for (const id of everyone(held.people, waits_for)) tx.emit("request.decision_undone", userStream(id), data);
  tellInboxes(
    tx,
    "inbox.removed",
    moved,
    following.filter((id) => !waits_for.includes(id)),
  );
  tellInboxes(
    tx,
    "inbox.added",
    moved,
    waits_for.filter((id) => !following.includes(id)),
  );
  return moved;
}

/**
 * A request's files are about to become others: what was refused or sent back stays so. Put back, it would stand approved by who
 * saw other files.
 */
export const closeUndoing = async (tx: Tx, requestId: number): Promise<void> => {
  await tx.rows(statements.close, [requestId]);
};

/** A decision that stands, with who is told of it. */
export interface DueDecision {
  id: number;
  decided_by: number;
  event: Decided;
  people: number[];
}

/** The oldest one whose time is over: it can't be undone from this transaction on. `failed` are left for later. */
export function takeDueDecision(tx: Tx, now: Date, failed: readonly number[]): Promise<DueDecision | undefined> {
  return tx.one<DueDecision>(statements.takeDue, [now, [...failed]]);
}
