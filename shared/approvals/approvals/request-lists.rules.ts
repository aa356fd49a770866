import type { InboxEntry, RequestSummary, SentEntry } from "./approvals.contract";
import type { RequestFamily } from "./families";
import type { ListedRequestEvent } from "./request-lists.events";

export type ListQuery = Readonly<Record<string, unknown>>;

/**
 * Taken from a method type, whose parameters are bivariant, so that list rules for one request family can be used as rules for all
 * requests.
 */
type Order<Row> = { order(a: Row, b: Row): number }["order"];

export interface ListRules<Row> {
  rowOf(event: ListedRequestEvent): Row | null;
  /** Whether the request matches the query; undefined if only the server can decide. */
  belongs(event: ListedRequestEvent, query: ListQuery): boolean | undefined;
  order(query: ListQuery): Order<Row>;
  requestOf(row: Row): { id: number; version: number };
}

interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta?: { readonly total?: number | null } | undefined;
}

/**
 * Updates, removes or inserts one request in a list. `ends`: whether the last loaded page is the last page of the list.
 * @returns "read" if only the server can decide whether the request belongs to the list.
 */
export function applyRequestToList<Row, P extends Page<Row>>(
  rules: ListRules<Row>,
  event: ListedRequestEvent,
  query: ListQuery,
  { pages, ends }: { pages: readonly P[]; ends: boolean },
): readonly P[] | "read" {
  const { id, version } = event.request;
  const previousRow = pages.flatMap(({ data }) => data).find((row) => rules.requestOf(row).id === id);
  if (previousRow && rules.requestOf(previousRow).version > version) return pages;
  const row = rules.rowOf(event);
  const belongs = row === null ? false : rules.belongs(event, query);
  if (belongs === undefined && !previousRow) return "read";
  const without = previousRow ? pages.map((page) => withoutRow(rules, page, id)) : pages;
  const stays = row !== null && belongs !== false;
  const placed = stays ? withRow<Row, P>(without, row, rules.order(query), ends) : without;
  const totalChange = Number(stays) - Number(previousRow !== undefined);
  return totalChange === 0 ? placed : placed.map((page) => withTotal<Row, P>(page, totalChange));
}

function withoutRow<Row, P extends Page<Row>>(rules: ListRules<Row>, page: P, id: number): P {
  return { ...page, data: page.data.filter((row) => rules.requestOf(row).id !== id) };
}

/** A row after the last loaded row belongs to a page that is not loaded. */
function withRow<Row, P extends Page<Row>>(
  pages: readonly P[],
  row: Row,
  order: (a: Row, b: Row) => number,
  ends: boolean,
): readonly P[] {
  const behind = pages.findIndex(({ data }) => data.some((other) => order(row, other) < 0));
  const at = behind >= 0 ? behind : ends ? pages.length - 1 : -1;
  return pages.map((page, index) => {
    if (index !== at) return page;
    const place = page.data.findIndex((other) => order(row, other) < 0);
    return { ...page, data: page.data.toSpliced(place < 0 ? page.data.length : place, 0, row) };
  });
}

function withTotal<Row, P extends Page<Row>>(page: P, change: number): P {
  const total = page.meta?.total;
  return typeof total === "number" ? { ...page, meta: { ...page.meta, total: Math.max(0, total + change) } } : page;
}

export function removeFromInbox<P extends Page<Pick<InboxEntry, "request">>>(
  pages: readonly P[],
  { request_id, version }: { request_id: number; version: number },
): readonly P[] {
  return pages.map((page) => ({
    ...page,
    data: page.data.filter(({ request }) => request.id !== request_id || request.version >= version),
  }));
}

export function applyRequestToDecided<P extends Page<InboxEntry>>(
  pages: readonly P[],
  event: ListedRequestEvent,
): readonly P[] {
  const { request, entry } = event;
  const changed = (one: InboxEntry): InboxEntry =>
    one.request.id === request.id && one.request.version <= request.version
      ? { ...one, request, facts: entry?.facts ?? one.facts }
      : one;
  const isUndone = ({ step }: InboxEntry) => entry?.step?.state === "now" && entry.step.id === step.id;
  return pages.map((page) => ({ ...page, data: page.data.filter((one) => !isUndone(one)).map(changed) }));
}

export const isFilterSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
export const matchesFilter = (filterValue: unknown, value: unknown): boolean =>
  !isFilterSet(filterValue) || String(filterValue) === String(value);
export const isAnyOf = (filterValue: unknown, value: string): boolean =>
  !Array.isArray(filterValue) || filterValue.length === 0 || filterValue.includes(value);

export const compareByIdDescending = (a: { id: number }, b: { id: number }) => b.id - a.id;
export const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export function isInScope({ scope }: ListedRequestEvent, query: ListQuery): boolean {
  if (query["scope"] === "team") return scope.team;
  if (query["scope"] === "all") return scope.all || scope.team;
  return scope.mine;
}

export const familyListRules = <Row extends RequestSummary>(family: RequestFamily) => ({
  rowOf: (event: ListedRequestEvent) => (event.family === family ? (event.row as Row | null) : null),
  requestOf: (row: Row) => row,
});

const matchesQuery = ({ request }: ListedRequestEvent, query: ListQuery): boolean =>
  matchesFilter(query["family"], request.family) &&
  matchesFilter(query["type"], request.type) &&
  matchesFilter(query["requester_id"], request.requester.id);

export const inboxListRules: ListRules<InboxEntry> = {
  rowOf({ request, entry, waiting }) {
    if (!entry?.step || !waiting) return null;
    return { request, facts: entry.facts, step: entry.step, ...waiting };
  },
  requestOf: ({ request }) => request,
  belongs(event, query) {
    const within = matchesQuery(event, query);
    return within && isFilterSet(query["q"]) ? undefined : within;
  },
  order({ sort }) {
    const oldest = (a: InboxEntry, b: InboxEntry) => compareTexts(a.since, b.since) || a.step.id - b.step.id;
    return sort === "newest" ? (a, b) => oldest(b, a) : oldest;
  },
};

/** Whether a request is undecided or was returned for changes, as the server counts them. */
const isPending = ({ next_status: next }: ListedRequestEvent["request"]): boolean =>
  next?.action === "decide" || next?.action === "resubmit";

export const sentListRules: ListRules<SentEntry> = {
  rowOf({ request, entry, scope }) {
    if (!entry || !scope.mine || request.sent_at === null) return null;
    return { request, ...entry, since: request.sent_at };
  },
  requestOf: ({ request }) => request,
  belongs: (event, query) =>
    query["pending"] === true && !isPending(event.request) ? false : inboxListRules.belongs(event, query),
  order: () => (a, b) => compareTexts(b.since, a.since) || compareByIdDescending(a.request, b.request),
};
