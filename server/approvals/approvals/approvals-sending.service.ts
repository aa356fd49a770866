import { userStream } from "../../../shared/kernel/events";
import { groupBy } from "../../../shared/kernel/group-by";
import type { Tx } from "../../platform/database/unit-of-work";
import { decidersOfRequests } from "./approvals.policy";
import { advanceWorkflow, type RequestFamilyRules, type PlannedStep } from "./approvals.service";
import { dropRemainingStepsOfRequests, insertRequestSteps, updateSentRequests } from "./approvals.sql";
import {
  requestChangeKey,
  uniqueSortedIds,
  requestReference,
  type SentRequest,
  emitToInboxes,
} from "./approvals.events";
import type { RequestRow } from "./request.entity";

export interface RequestWithChain {
  request: RequestRow;
  chain: readonly PlannedStep[];
}

type Sent = Pick<SentRequest, "id" | "version" | "round" | "title">;

/**
 * Sends a draft, or resends a request. With `MOVE`, a pending request is sent again and its current approvers lose the step. The chain is
 * stored with the request, so later changes of the rules don't affect it.
 * @throws Problem 409 `request.wrongState`.
 */
export async function sendRequest(
  tx: Tx,
  rules: RequestFamilyRules,
  request: RequestRow,
  chain: readonly PlannedStep[],
  action: "SEND" | "RESUBMIT" | "MOVE" = request.status === "draft" ? "SEND" : "RESUBMIT",
): Promise<RequestRow> {
  const [sent] = await sendRequests(tx, rules, [{ request, chain }], action);
  return sent as RequestRow;
}

/** Sends several requests of one family with the same number of statements as a single request. */
export async function sendRequests(
  tx: Tx,
  rules: RequestFamilyRules,
  requestsWithChains: readonly RequestWithChain[],
  action: "SEND" | "RESUBMIT" | "MOVE",
): Promise<RequestRow[]> {
  if (requestsWithChains.length === 0) return [];
  const again = action !== "SEND";
  const ids = requestsWithChains.map(({ request }) => request.id);
  const before = again ? await decidersOf(tx, ids) : new Map<number, number[]>();
  if (again) await tx.rows(dropRemainingStepsOfRequests, [ids]);
  const moved = await moveAll(tx, rules, requestsWithChains, action);
  const chains = requestsWithChains.map(({ request, chain }, n) => ({ id: request.id, round: moved[n]?.round, chain }));
  await tx.rows(insertRequestSteps, [JSON.stringify(chains)]);
  const deciders = await decidersOf(tx, ids);
  for (const request of moved) {
    const [were, are] = [before.get(request.id) ?? [], deciders.get(request.id) ?? []];
    const data = { ...requestReference(request), requester: request.requester, again };
    for (const id of uniqueSortedIds(request.requesterId, are)) tx.emit("request.sent", userStream(id), data);
    emitToInboxes(tx, "inbox.removed", request, were);
    emitToInboxes(tx, "inbox.added", request, are);
  }
  return moved;
}

async function moveAll(
  tx: Tx,
  rules: RequestFamilyRules,
  requestsWithChains: readonly RequestWithChain[],
  action: "SEND" | "RESUBMIT" | "MOVE",
): Promise<SentRequest[]> {
  const titles = await titlesOf(
    tx,
    rules,
    requestsWithChains.map(({ request }) => request.id),
  );
  const next = requestsWithChains.map(({ request, chain }) => {
    const steps = chain.map(({ by, role_id }) => rules.kindOf({ approver: by, role_id }));
    const { status, at } = advanceWorkflow(rules, { status: request.status, steps, at: 0 }, action);
    const decided = !rules.workflow.isWaiting(status);
    return { id: request.id, status, step: at, decided, title: titles.get(request.id) };
  });
  const rows = await tx.rows<Sent>(updateSentRequests, [JSON.stringify(next)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return requestsWithChains.map(({ request }, n) => {
    tx.markChanged(requestChangeKey, request.id);
    const { status, step } = next[n] as (typeof next)[number];
    return { ...request, status, step, ...(byId.get(request.id) as Sent) };
  });
}

async function titlesOf(
  tx: Tx,
  rules: RequestFamilyRules,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (rules.titles) return rules.titles(tx, ids);
  const titles = new Map<number, string>();
  for (const id of ids) titles.set(id, await rules.title(tx, id));
  return titles;
}

async function decidersOf(tx: Tx, requestIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await tx.rows<{ request_id: number; id: number }>(decidersOfRequests, [requestIds]);
  const byRequest = groupBy(rows, ({ request_id }) => request_id);
  return new Map([...byRequest].map(([id, deciders]) => [id, deciders.map((each) => each.id)]));
}
