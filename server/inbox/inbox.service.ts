import type {
  decidedByMe,
  inbox,
  inboxCount,
  InboxEntry,
  RequestStep,
  SentEntry,
  sentByMe,
} from "../../shared/approvals/approvals.contract";
import type { RequestFamily } from "../../shared/requests/families";
import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import type { Actor as Person } from "../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import type { Named } from "../../shared/kernel/translations";
import { Problem } from "../../shared/kernel/problems";
import { stepsOf } from "../approvals/approvals.present";
import type { RequestRow } from "../approvals/request.entity";
import type { ListedRequest, RequestFamilyService } from "../approvals/request-family.service";
import { formRequests } from "../forms/forms-inbox.service";
import { financeRequests } from "../finance/finance-inbox.service";
import { leaveRequests } from "../leave/leave-inbox.service";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { decided, decidedFound, decidedOfFamily, sent, waitingCount, waitingNewest, waitingOldest } from "./inbox.sql";

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
  total: number;
  requesters: Person[];
  rows: (Row & { place: string })[];
}

const patternOf = (text: string | undefined) => (text ? `%${text.replace(/[\\%_]/g, "\\$&")}%` : null);

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
    query.requester_id ?? null,
    patternOf(query.q),
  ])) as Waiting;
  const rows = found.rows.slice(0, page.perPage);
  const last = found.rows.length > rows.length ? rows.at(-1) : undefined;
  const counts = { leave: 0, finance: 0, form: 0 };
  for (const { family, count } of found.kinds) counts[family] += count;
  const meta = {
    ...pageMetaOf(page, found.total),
    counts,
    requesters: found.requesters,
    kinds: await named(tx, found.kinds),
    next: last ? `${last.place}-${last.step_id}` : null,
  };
  return { data: await entriesOf(tx, rows), meta };
}

/** Known by its code. */
export const nameless = { name: null, translations: {} };

/** With the names that organisations give their kinds. */
async function named(tx: Tx, kinds: Waiting["kinds"]) {
  const names = new Map<string, Named>();
  for (const [family, { kindNames }] of Object.entries(families)) {
    if (!kindNames || !kinds.some((kind) => kind.family === family)) continue;
    for (const { type, ...named } of await kindNames(tx)) names.set(`${family} ${type}`, named);
  }
  return kinds.map((kind) => ({ ...kind, ...(names.get(`${kind.family} ${kind.type}`) ?? nameless) }));
}

/** The figures of the menu: how many wait for somebody, and how many of their own are under way. */
export async function inboxCounts(tx: Tx, actor: Actor): Promise<ReplyOf<typeof inboxCount>["data"]> {
  return (await tx.one<{ waiting: number; sent: number }>(waitingCount, [actor.id])) ?? { waiting: 0, sent: 0 };
}

/** What someone has decided, the latest first. */
export async function decidedBy(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof decidedByMe>,
): Promise<ReplyOf<typeof decidedByMe>> {
  const page = pageOf(query, 50);
  const values = [actor.id, page.perPage, page.offset];
  const rows = query.q
    ? await tx.rows<Row & { total: number }>(decidedFound, [...values, query.family || null, patternOf(query.q)])
    : query.family
      ? await tx.rows<Row & { total: number }>(decidedOfFamily, [...values, query.family])
      : await tx.rows<Row & { total: number }>(decided, values);
  return { data: await entriesOf(tx, rows), meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}

/** What someone has asked for, the latest first. */
export async function sentBy(tx: Tx, actor: Actor, query: QueryOf<typeof sentByMe>): Promise<ReplyOf<typeof sentByMe>> {
  const page = pageOf(query, 50);
  const values = [actor.id, page.perPage, page.offset, query.family || null, patternOf(query.q)];
  const rows = await tx.rows<Omit<Row, "step_id" | "behalf"> & { total: number }>(sent, values);
  const { told, steps } = await listed(tx, rows);
  const data = rows.flatMap(({ request_id, since }): SentEntry[] => {
    const entry = told.get(request_id);
    if (!entry) return [];
    return [{ ...entry, step: standingStep(steps.get(request_id) ?? []), since: new Date(since).toISOString() }];
  });
  return { data, meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}

/** Where a request stands: the step that is asked now, or else the last that was decided. */
export const standingStep = (steps: readonly RequestStep[]): RequestStep | null =>
  steps.find(({ state }) => state === "now") ?? steps.filter(({ decided_at }) => decided_at !== null).at(-1) ?? null;

/** Requests as their families tell them, with their steps: a fixed number of statements per family, however many. */
export async function listed(tx: Tx, rows: readonly Pick<Row, "request_id" | "family">[]) {
  const steps = await stepsOf(tx, [...new Set(rows.map((row) => row.request_id))]);
  const told = new Map<number, ListedRequest>();
  for (const [family, { entries }] of Object.entries(families)) {
    const ids = rows.filter((row) => row.family === family).map((row) => row.request_id);
    if (ids.length > 0) for (const [id, entry] of await entries(tx, ids, steps)) told.set(id, entry);
  }
  return { steps, told };
}

async function entriesOf(tx: Tx, rows: readonly Row[]): Promise<InboxEntry[]> {
  const { steps, told } = await listed(tx, rows);
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
