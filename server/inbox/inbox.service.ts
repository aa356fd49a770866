import type { decidedByMe, inbox, InboxEntry, RequestFamily } from "../../shared/approvals/approvals.contract";
import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import type { Actor as Person } from "../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import { Problem } from "../../shared/kernel/problems";
import { stepsOf } from "../approvals/approvals.present";
import type { RequestRow } from "../approvals/approvals.service";
import type { ListedRequest, RequestFamilyService } from "../approvals/request-family.service";
import { formRequests } from "../forms/forms-inbox.service";
import { financeRequests } from "../finance/finance-inbox.service";
import { leaveRequests } from "../leave/leave-inbox.service";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/unit-of-work";
import { decided, decidedOfFamily, waitingCount, waitingNewest, waitingOldest } from "./inbox.sql";

/** The families that are there: one line each. */
export const families: Partial<Record<RequestFamily, RequestFamilyService>> = {
  leave: leaveRequests,
  form: formRequests,
  finance: financeRequests,
};

interface Row {
  step_id: number;
  request_id: number;
  since: Date | string;
  family: RequestFamily;
  behalf: Person | null;
}

interface Waiting {
  kinds: { family: RequestFamily; type: string; count: number }[];
  rows: (Row & { place: string })[];
}

/** What waits for someone's decision, the oldest first unless asked otherwise; counts are those of all families. */
export async function inboxOf(tx: Tx, actor: Actor, query: QueryOf<typeof inbox>): Promise<ReplyOf<typeof inbox>> {
  const page = pageOf(query, 50);
  const [place = null, step = null] = query.after ? query.after.split("-") : [];
  const found = (await tx.one<Waiting>(query.sort === "newest" ? waitingNewest : waitingOldest, [
    actor.id,
    query.family || null,
    query.type || null,
    place,
    step,
    page.perPage + 1,
    query.after ? 0 : page.offset,
  ])) as Waiting;
  const rows = found.rows.slice(0, page.perPage);
  const last = found.rows.length > rows.length ? rows.at(-1) : undefined;
  const counts = { leave: 0, finance: 0, form: 0 };
  let total = 0;
  for (const { family, type, count } of found.kinds) {
    counts[family] += count;
    if ((!query.family || query.family === family) && (!query.type || query.type === type)) total += count;
  }
  const meta = {
    ...pageMetaOf(page, total),
    counts,
    kinds: await named(tx, found.kinds),
    next: last ? `${last.place}-${last.step_id}` : null,
  };
  return { data: await entriesOf(tx, rows), meta };
}

/** With the names that organisations give their kinds. */
async function named(tx: Tx, kinds: Waiting["kinds"]) {
  const names = new Map<string, string>();
  for (const [family, { kindNames }] of Object.entries(families)) {
    if (!kindNames || !kinds.some((kind) => kind.family === family)) continue;
    for (const { type, name } of await kindNames(tx)) names.set(`${family} ${type}`, name);
  }
  return kinds.map((kind) => ({ ...kind, name: names.get(`${kind.family} ${kind.type}`) ?? null }));
}

export async function waitingFor(tx: Tx, actor: Actor): Promise<number> {
  return (await tx.one<{ waiting: number }>(waitingCount, [actor.id]))?.waiting ?? 0;
}

/** What someone has decided, the latest first. */
export async function decidedBy(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof decidedByMe>,
): Promise<ReplyOf<typeof decidedByMe>> {
  const page = pageOf(query, 50);
  const values = [actor.id, page.perPage, page.offset];
  const rows = query.family
    ? await tx.rows<Row & { total: number }>(decidedOfFamily, [...values, query.family])
    : await tx.rows<Row & { total: number }>(decided, values);
  return { data: await entriesOf(tx, rows), meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}

/** A fixed number of statements per family, however many rows. */
async function entriesOf(tx: Tx, rows: readonly Row[]): Promise<InboxEntry[]> {
  const steps = await stepsOf(tx, [...new Set(rows.map((row) => row.request_id))]);
  const told = new Map<number, ListedRequest>();
  for (const [family, { entries }] of Object.entries(families)) {
    const ids = rows.filter((row) => row.family === family).map((row) => row.request_id);
    if (ids.length > 0) for (const [id, entry] of await entries(tx, ids)) told.set(id, entry);
  }
  return rows.flatMap(({ step_id, request_id, since, behalf }) => {
    const step = steps.get(request_id)?.find(({ id }) => id === step_id);
    const entry = told.get(request_id);
    return step && entry ? [{ ...entry, step, since: new Date(since).toISOString(), on_behalf_of: behalf }] : [];
  });
}

const familyOf = sql("requests.family", `SELECT family FROM request WHERE tenant_id = current_tenant() AND id = $1`);

/** @throws Problem 404 when it isn't there; 403 `feature_not_in_plan`. */
export async function serviceOf(tx: Tx, actor: Actor, requestId: number): Promise<RequestFamilyService> {
  const found = await tx.one<{ family: RequestFamily }>(familyOf, [requestId]);
  const service = found && families[found.family];
  if (!service) throw new Problem("notFound");
  if (!actor.features.has(service.feature)) throw new Problem("feature_not_in_plan");
  return service;
}

/** A request of any family. @throws Problem 404 when it isn't there or isn't theirs to see; 403 `feature_not_in_plan`. */
export async function visibleRequest(tx: Tx, actor: Actor, requestId: number): Promise<RequestRow> {
  return (await serviceOf(tx, actor, requestId)).visible(tx, actor, requestId);
}
