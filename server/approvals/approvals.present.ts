import type { NextStatus, RequestStep, RequestSummary } from "../../shared/approvals/approvals.contract";
import { families } from "../../shared/requests/families";
import { escalationTime } from "./approvals.waiting.service";
import type { Tx } from "../platform/database/unit-of-work";
import type { RequestRow } from "./request.entity";
import { track } from "./approvals.sql";

interface TrackRow extends Omit<RequestStep, "since" | "decided_at" | "moves_on"> {
  request_id: number;
  since: Date | null;
  decided_at: Date | null;
}

/** The steps of these requests, by request: in one statement, however many there are. */
export async function stepsOf(tx: Tx, requestIds: readonly number[]): Promise<Map<number, RequestStep[]>> {
  const steps = new Map<number, RequestStep[]>(requestIds.map((id) => [id, []]));
  if (requestIds.length === 0) return steps;
  const rows = await tx.rows<TrackRow>(track, [[...requestIds]]);
  const movesOn = rows.some(movable) ? await escalationTime(tx) : () => null;
  for (const row of rows) {
    steps.get(row.request_id)?.push(presentStep(row, movable(row) ? movesOn(row.since as Date) : null));
  }
  return steps;
}

/** Above the administrators is nobody: what waits for them stays. */
const movable = ({ state, since, role }: TrackRow) =>
  state === "now" && since !== null && role?.code !== "administrator";

function presentStep({ request_id: _, since, decided_at, ...row }: TrackRow, movesOn: Date | null): RequestStep {
  return {
    ...row,
    since: since?.toISOString() ?? null,
    moves_on: movesOn?.toISOString() ?? null,
    decided_at: decided_at?.toISOString() ?? null,
  };
}

/** The steps for somebody who doesn't read what people say of the request: without why it was decided so. */
export const withoutNotes = (steps: readonly RequestStep[]): RequestStep[] =>
  steps.map((step) => ({ ...step, note: null }));

/** What every family's requests come to next: a decision, or being sent again by whoever asks. */
function nextOf({ family, status, requester }: RequestRow, steps: readonly RequestStep[]): NextStatus {
  const now = steps.find((step) => step.state === "now");
  if (now) return { status, action: "decide", approver: now.approver, role: now.role, day: null };
  if (status !== "changes_requested") return null;
  return { status: families[family].sentAs, action: "resubmit", approver: requester, role: null, day: null };
}

/** `follows`: what is done with a request of this family that nobody has to decide. */
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
