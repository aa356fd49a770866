import type {
  listDecidedRequests,
  listInbox,
  countInbox,
  InboxEntry,
  listSentRequests,
  SentEntry,
} from "../../../shared/approvals/approvals/approvals.contract";
import { type RequestFamily, requestFamilies } from "../../../shared/approvals/approvals/families";
import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import type { Actor as Person } from "../../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import {
  decidedRequests,
  decidedRequestsMatching,
  decidedRequestsOfFamily,
  sentRequests,
  selectPendingAmong,
  countPending,
  selectPendingNewestFirst,
  selectPendingOldestFirst,
} from "./inbox.sql";
import {
  describeRequests,
  addKindNames,
  loadFamilyService,
  currentOrLastStep,
  factsForNonApprover,
} from "./requests.service";
import { likePatternsOf } from "../../platform/database/search";
import type { BulkResult } from "../../../shared/kernel/bulk-result";
import { type BulkReport, runEachInTransaction } from "../../platform/http/serve/run-each-in-transaction";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";

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

/** Requests waiting for the user's decision, oldest first by default. The counts include all request families. */
export async function readApprovalInbox(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listInbox>,
): Promise<ReplyOf<typeof listInbox>> {
  const page = pageOf(query, 50);
  const [place = null, step = null] = query.after ? query.after.split("-") : [];
  const found = (await tx.one<Waiting>(query.sort === "newest" ? selectPendingNewestFirst : selectPendingOldestFirst, [
    actor.id,
    query.family || null,
    query.type || null,
    place,
    step,
    page.perPage + 1,
    query.after ? 0 : page.offset,
    query.requester_id ?? null,
    likePatternsOf(query.q),
  ])) as Waiting;
  const rows = found.rows.slice(0, page.perPage);
  const last = found.rows.length > rows.length ? rows.at(-1) : undefined;
  const counts = Object.fromEntries(requestFamilies.map((family) => [family, 0])) as Record<RequestFamily, number>;
  for (const { family, count } of found.kinds) counts[family] += count;
  const meta = {
    ...pageMetaOf(page, found.total),
    counts,
    requesters: found.requesters,
    kinds: await addKindNames(tx, found.kinds),
    next: last ? `${last.place}-${last.step_id}` : null,
  };
  return { data: await entriesOf(tx, rows, new Set(rows.map(idOf))), meta };
}

/** Counts for the menu: requests waiting for the user's decision, and the user's own requests in progress. */
export async function inboxCounts(tx: Tx, actor: Actor): Promise<ReplyOf<typeof countInbox>["data"]> {
  return (await tx.one<{ waiting: number; sent: number }>(countPending, [actor.id])) ?? { waiting: 0, sent: 0 };
}

/** Requests decided by the user, latest first. Users who have become external no longer see other users' requests. */
export async function readDecidedRequests(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listDecidedRequests>,
): Promise<ReplyOf<typeof listDecidedRequests>> {
  const page = pageOf(query, 50);
  if (actor.external) return { data: [], meta: pageMetaOf(page, 0) };
  const values = [actor.id, page.perPage, page.offset];
  const rows = query.q
    ? await tx.rows<Row & { total: number }>(decidedRequestsMatching, [
        ...values,
        query.family || null,
        likePatternsOf(query.q),
      ])
    : query.family
      ? await tx.rows<Row & { total: number }>(decidedRequestsOfFamily, [...values, query.family])
      : await tx.rows<Row & { total: number }>(decidedRequests, values);
  const again = await tx.rows<Pick<Row, "request_id">>(selectPendingAmong, [actor.id, rows.map(idOf)]);
  return { data: await entriesOf(tx, rows, new Set(again.map(idOf))), meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}

/** Requests sent by the user, latest first. */
export async function readSentRequests(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listSentRequests>,
): Promise<ReplyOf<typeof listSentRequests>> {
  const page = pageOf(query, 50);
  const filters = [query.family || null, likePatternsOf(query.q), query.pending ?? false];
  const values = [actor.id, page.perPage, page.offset, ...filters];
  const rows = await tx.rows<Omit<Row, "step_id" | "behalf"> & { total: number }>(sentRequests, values);
  const { entries, steps } = await describeRequests(tx, rows);
  const data = rows.flatMap(({ request_id, since }): SentEntry[] => {
    const entry = entries.get(request_id);
    if (!entry) return [];
    return [
      {
        ...entry,
        facts: factsForNonApprover(entry, true),
        step: currentOrLastStep(steps.get(request_id) ?? []),
        since: new Date(since).toISOString(),
      },
    ];
  });
  return { data, meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}

/** Presents inbox entries. Entries of requests in `waiting`, which wait for the reader's decision, include the facts needed to decide. */
async function entriesOf(tx: Tx, rows: readonly Row[], waiting: ReadonlySet<number>): Promise<InboxEntry[]> {
  const { steps, entries } = await describeRequests(tx, rows);
  return rows.flatMap(({ step_id, request_id, since, behalf }) => {
    const step = steps.get(request_id)?.find(({ id }) => id === step_id);
    const entry = entries.get(request_id);
    if (!step || !entry) return [];
    const facts = waiting.has(request_id) ? entry.facts : factsForNonApprover(entry, false);
    return [{ ...entry, facts, step, since: new Date(since).toISOString(), on_behalf_of: behalf }];
  });
}

interface ChosenRequest {
  id: number;
  version?: number;
}

/** Approves each request like a single call. */
export const approveEachRequest = (
  unit: RunTransaction,
  actor: Actor,
  requests: readonly ChosenRequest[],
  note: string | null,
  report: BulkReport,
): Promise<BulkResult[]> =>
  runEachInTransaction(
    unit,
    requests,
    { ...report, doneMessage: report.text("request.approved"), operation: "bulk approval" },
    async (tx, { id, version }) =>
      (await loadFamilyService(tx, actor, id)).decide(tx, actor, id, "APPROVE", { version, note }),
  );
