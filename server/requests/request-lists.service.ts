import type { RequestSummary } from "../../shared/approvals/approvals.contract";
import type { RequestFamily } from "../../shared/requests/families";
import type { ListedRequestEvent } from "../../shared/approvals/request-lists.events";
import { userStream } from "../../shared/kernel/events";
import { audienceOf, type Reader } from "../approvals/request-audience.service";
import type { ListedRequest } from "../approvals/request-family.service";
import { changedRequest } from "../approvals/requests-changed.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { familyServices } from "./families";
import { listed, standingStep, unaskedFacts } from "./requests.service";

const familiesOf = sql(
  "requestLists.families",
  `SELECT id AS request_id, family FROM request WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);

/**
 * Tells everybody who may see a request what their lists and their inbox show of it now. Read after everything else was
 * written: it is what a fresh read would give.
 */
export async function tellRequestLists(tx: Tx): Promise<void> {
  const ids = [...(tx.changed.get(changedRequest) ?? [])];
  const asked = await tx.rows<{ request_id: number; family: RequestFamily }>(familiesOf, [ids]);
  const { steps, told } = await listed(tx, asked);
  const rows = new Map<number, RequestSummary>();
  for (const [family, service] of Object.entries(familyServices)) {
    const own = asked.filter((one) => one.family === family).map(({ request_id }) => request_id);
    if (own.length === 0) continue;
    const changed = await service.rows(tx, own, steps);
    for (const [id, row] of changed) rows.set(id, row);
    await service.changed?.(tx, [...changed.values()]);
  }
  for (const reader of await audienceOf(tx, ids)) {
    const [entry, row] = [told.get(reader.request_id), rows.get(reader.request_id)];
    if (!entry || !row) continue;
    const step = standingStep(steps.get(reader.request_id) ?? []);
    const data = eventFor(reader, entry, row, step);
    // Whoever stands above without the right to lists, and has no part in it, sees it nowhere.
    if (data.row || data.entry) tx.emit("request_list.changed", userStream(reader.id), data);
  }
}

function eventFor(
  { lists, mine, team, all, decides, since, behalf }: Reader,
  entry: ListedRequest,
  row: RequestSummary,
  step: ReturnType<typeof standingStep>,
): ListedRequestEvent {
  const { request } = entry;
  const { id, family } = request;
  const facts = since ? entry.facts : unaskedFacts(entry, mine);
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
