import type { RequestSummary } from "../../../shared/approvals/approvals/approvals.contract";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { ListedRequestEvent } from "../../../shared/approvals/approvals/request-lists.events";
import { userStream } from "../../../shared/kernel/events";
import { audienceOfRequests, type RequestReader } from "./request-audience.service";
import { type ListedRequest, requestFamilyServices } from "./families.slots";
import { requestChangeKey } from "./approvals.events";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { describeRequests, currentOrLastStep, factsForNonApprover } from "./requests.service";

const familiesOf = sql(
  "requestLists.families",
  `SELECT id AS request_id, family FROM request WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);

/**
 * Emits the current list and inbox entries of changed requests to all users who see them. The entries are read after all other writes, so
 * that they equal a fresh read.
 */
export async function emitRequestLists(tx: Tx): Promise<void> {
  const ids = [...(tx.changed.get(requestChangeKey) ?? [])];
  const requests = await tx.rows<{ request_id: number; family: RequestFamily }>(familiesOf, [ids]);
  const { steps, entries } = await describeRequests(tx, requests);
  const rows = new Map<number, RequestSummary>();
  for (const [family, service] of Object.entries(requestFamilyServices.filling)) {
    const own = requests.filter((one) => one.family === family).map(({ request_id }) => request_id);
    if (own.length === 0) continue;
    const changed = await service.rows(tx, own, steps);
    for (const [id, row] of changed) rows.set(id, row);
    await service.changed?.(tx, [...changed.values()]);
  }
  for (const reader of await audienceOfRequests(tx, ids)) {
    const [entry, row] = [entries.get(reader.request_id), rows.get(reader.request_id)];
    if (!entry || !row) continue;
    const step = currentOrLastStep(steps.get(reader.request_id) ?? []);
    const data = eventFor(reader, entry, row, step);
    // Superiors who lack the permission for lists and aren't involved in the request don't see it.
    if (data.row || data.entry) tx.emit("request_list.changed", userStream(reader.id), data);
  }
}

function eventFor(
  { lists, mine, team, all, decides, since, behalf }: RequestReader,
  entry: ListedRequest,
  row: RequestSummary,
  step: ReturnType<typeof currentOrLastStep>,
): ListedRequestEvent {
  const { request } = entry;
  const { id, family } = request;
  const facts = since ? entry.facts : factsForNonApprover(entry, mine);
  return {
    id,
    family,
    request,
    row: lists ? row : null,
    scope: { mine, team, all },
    entry: mine || decides || since ? { facts, step } : null,
    waiting: since && { since: new Date(since).toISOString(), on_behalf_of: behalf },
  };
}
