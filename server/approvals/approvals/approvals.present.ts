import type { NextStatus, RequestStep, RequestSummary } from "../../../shared/approvals/approvals/approvals.contract";
import { requestFamilyDefinitions } from "../../../shared/approvals/approvals/families";
import { createEscalationTime, type OpenStep } from "./approvals.waiting.service";
import type { Tx } from "../../platform/database/unit-of-work";
import type { RequestRow } from "./request.entity";
import { approvalHistory } from "./approvals.sql";

interface TrackRow extends Omit<RequestStep, "since" | "decided_at" | "moves_on">, Omit<OpenStep, "since"> {
  request_id: number;
  since: Date | null;
  decided_at: Date | null;
}

export async function stepsOfRequests(tx: Tx, requestIds: readonly number[]): Promise<Map<number, RequestStep[]>> {
  const steps = new Map<number, RequestStep[]>(requestIds.map((id) => [id, []]));
  if (requestIds.length === 0) return steps;
  const rows = await tx.rows<TrackRow>(approvalHistory, [[...requestIds]]);
  const movesOn = rows.some(isMovable) ? await createEscalationTime(tx) : () => null;
  for (const row of rows) {
    steps.get(row.request_id)?.push(presentStep(row, isMovable(row) ? movesOn(row) : null));
  }
  return steps;
}

/** Presents the rows of a list with the steps of their requests. */
export async function presentWithSteps<Row extends { id: number }, Presented>(
  tx: Tx,
  rows: readonly Row[],
  present: (row: Row, steps: readonly RequestStep[]) => Presented,
): Promise<Presented[]> {
  const ids = rows.map(({ id }) => id);
  const steps = await stepsOfRequests(tx, ids);
  return rows.map((row) => present(row, steps.get(row.id) ?? []));
}

/** Steps waiting for the administrator role are never escalated, because no role is above it. */
const isMovable = (row: TrackRow): row is TrackRow & OpenStep =>
  row.state === "now" && row.since !== null && row.role?.code !== "administrator";

function presentStep(
  { request_id: _, awaited_since: _a, needed_by: _n, since, decided_at, ...row }: TrackRow,
  movesOn: Date | null,
): RequestStep {
  return {
    ...row,
    since: since?.toISOString() ?? null,
    moves_on: movesOn?.toISOString() ?? null,
    decided_at: decided_at?.toISOString() ?? null,
  };
}

export const withoutDecisionNotes = (steps: readonly RequestStep[]): RequestStep[] =>
  steps.map((step) => ({ ...step, note: null }));

function nextOf({ family, status, requester }: RequestRow, steps: readonly RequestStep[]): NextStatus {
  const now = steps.find((step) => step.state === "now");
  if (now) return { status, action: "decide", approver: now.approver, role: now.role, day: null };
  if (status !== "changes_requested") return null;
  return {
    status: requestFamilyDefinitions[family].sentAs,
    action: "resubmit",
    approver: requester,
    role: null,
    day: null,
  };
}

/** @param follows the next action for a request of this family that needs no further decision. */
export function presentRequest(
  request: RequestRow,
  steps: readonly RequestStep[],
  follows: NextStatus = null,
): RequestSummary {
  return {
    id: request.id,
    family: request.family,
    type: request.type,
    status: request.status,
    version: request.version,
    requester: request.requester,
    created_at: request.createdAt.toISOString(),
    sent_at: request.sentAt?.toISOString() ?? null,
    decided_at: request.decidedAt?.toISOString() ?? null,
    next_status: nextOf(request, steps) ?? follows,
  };
}
