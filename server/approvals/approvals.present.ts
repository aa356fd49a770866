import type { RequestStep, RequestSummary } from "../../shared/approvals/approvals.contract";
import type { Tx } from "../platform/unit-of-work";
import type { RequestRow } from "./approvals.service";
import { track } from "./approvals.sql";

interface TrackRow extends Omit<RequestStep, "since" | "decided_at"> {
  request_id: number;
  since: Date | null;
  decided_at: Date | null;
}

/** The steps of these requests, by request: in one statement, however many there are. */
export async function stepsOf(tx: Tx, requestIds: readonly number[]): Promise<Map<number, RequestStep[]>> {
  const steps = new Map<number, RequestStep[]>(requestIds.map((id) => [id, []]));
  if (requestIds.length === 0) return steps;
  for (const row of await tx.rows<TrackRow>(track, [[...requestIds]])) {
    steps.get(row.request_id)?.push(presentStep(row));
  }
  return steps;
}

function presentStep({ request_id: _, since, decided_at, ...row }: TrackRow): RequestStep {
  return { ...row, since: since?.toISOString() ?? null, decided_at: decided_at?.toISOString() ?? null };
}

export function presentRequest(request: RequestRow, steps: readonly RequestStep[]): RequestSummary {
  const now = steps.find((step) => step.state === "now");
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
    next_status: now ? { status: request.status, approver: now.approver, role: now.role } : null,
  };
}
