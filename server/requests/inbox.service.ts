import type {
  decidedByMe,
  inbox,
  inboxCount,
  InboxEntry,
  SentEntry,
  sentByMe,
} from "../../shared/approvals/approvals.contract";
import { type RequestFamily, requestFamilies } from "../../shared/requests/families";
import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import type { Actor as Person } from "../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import {
  decided,
  decidedFound,
  decidedOfFamily,
  sent,
  waitingAmong,
  waitingCount,
  waitingNewest,
  waitingOldest,
} from "./inbox.sql";
import { listed, named, standingStep, unaskedFacts } from "./requests.service";

const idOf = ({ request_id }: Pick<Row, "request_id">) => request_id;

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
  const counts = Object.fromEntries(requestFamilies.map((family) => [family, 0])) as Record<RequestFamily, number>;
  for (const { family, count } of found.kinds) counts[family] += count;
  const meta = {
    ...pageMetaOf(page, found.total),
    counts,
    requesters: found.requesters,
    kinds: await named(tx, found.kinds),
    next: last ? `${last.place}-${last.step_id}` : null,
  };
  return { data: await entriesOf(tx, rows, new Set(rows.map(idOf))), meta };
}

/** The figures of the menu: how many wait for somebody, and how many of their own are under way. */
export async function inboxCounts(tx: Tx, actor: Actor): Promise<ReplyOf<typeof inboxCount>["data"]> {
  return (await tx.one<{ waiting: number; sent: number }>(waitingCount, [actor.id])) ?? { waiting: 0, sent: 0 };
}

/** What someone has decided, the latest first. Whoever is from outside by now sees nothing of others' requests any more. */
export async function decidedBy(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof decidedByMe>,
): Promise<ReplyOf<typeof decidedByMe>> {
  const page = pageOf(query, 50);
  if (actor.external) return { data: [], meta: pageMetaOf(page, 0) };
  const values = [actor.id, page.perPage, page.offset];
  const rows = query.q
    ? await tx.rows<Row & { total: number }>(decidedFound, [...values, query.family || null, patternOf(query.q)])
    : query.family
      ? await tx.rows<Row & { total: number }>(decidedOfFamily, [...values, query.family])
      : await tx.rows<Row & { total: number }>(decided, values);
  const again = await tx.rows<Pick<Row, "request_id">>(waitingAmong, [actor.id, rows.map(idOf)]);
  return { data: await entriesOf(tx, rows, new Set(again.map(idOf))), meta: pageMetaOf(page, rows[0]?.total ?? 0) };
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
    return [
      {
        ...entry,
        facts: unaskedFacts(entry, true),
        step: standingStep(steps.get(request_id) ?? []),
        since: new Date(since).toISOString(),
      },
    ];
  });
  return { data, meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}

/** `waiting`: those that wait for the reader, who is told what it takes to decide. */
async function entriesOf(tx: Tx, rows: readonly Row[], waiting: ReadonlySet<number>): Promise<InboxEntry[]> {
  const { steps, told } = await listed(tx, rows);
  return rows.flatMap(({ step_id, request_id, since, behalf }) => {
    const step = steps.get(request_id)?.find(({ id }) => id === step_id);
    const entry = told.get(request_id);
    if (!step || !entry) return [];
    const facts = waiting.has(request_id) ? entry.facts : unaskedFacts(entry, false);
    return [{ ...entry, facts, step, since: new Date(since).toISOString(), on_behalf_of: behalf }];
  });
}
