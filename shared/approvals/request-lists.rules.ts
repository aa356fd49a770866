import type { InboxEntry, RequestSummary, SentEntry } from "./approvals.contract";
import type { RequestFamily } from "../requests/families";
import type { ListedRequestEvent } from "./request-lists.events";

/** What a list was asked for, as its key says it. */
export type Asked = Readonly<Record<string, unknown>>;

/** As of a method, so that the rules of one family's rows are rules of requests. */
type Order<Row> = { order(a: Row, b: Row): number }["order"];

/** How an event of a request changes one kind of list. */
export interface ListRules<Row> {
  /** The row as this list shows it; null where it has none for the reader. */
  rowOf(event: ListedRequestEvent): Row | null;
  /** Whether it is among what was asked for; undefined where only the server can tell. */
  belongs(event: ListedRequestEvent, asked: Asked): boolean | undefined;
  /** Below 0 where the first comes first. */
  order(asked: Asked): Order<Row>;
  requestOf(row: Row): { id: number; version: number };
}

interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta?: { readonly total?: number | null } | undefined;
}

/**
 * A list with one request as it is now: changed, gone, or come at its place. `ends`: nothing follows the last page.
 * @returns "read" where only the server can tell whether it has come.
 */
export function withRequest<Row, P extends Page<Row>>(
  rules: ListRules<Row>,
  event: ListedRequestEvent,
  asked: Asked,
  { pages, ends }: { pages: readonly P[]; ends: boolean },
): readonly P[] | "read" {
  const { id, version } = event.request;
  const known = pages.flatMap(({ data }) => data).find((row) => rules.requestOf(row).id === id);
  if (known && rules.requestOf(known).version > version) return pages;
  const row = rules.rowOf(event);
  const belongs = row === null ? false : rules.belongs(event, asked);
  if (belongs === undefined && !known) return "read";
  const without = known ? pages.map((page) => withoutRow(rules, page, id)) : pages;
  const stays = row !== null && belongs !== false;
  const placed = stays ? withRow<Row, P>(without, row, rules.order(asked), ends) : without;
  const more = Number(stays) - Number(known !== undefined);
  return more === 0 ? placed : placed.map((page) => withTotal<Row, P>(page, more));
}

function withoutRow<Row, P extends Page<Row>>(rules: ListRules<Row>, page: P, id: number): P {
  return { ...page, data: page.data.filter((row) => rules.requestOf(row).id !== id) };
}

/** What comes behind all that was read stands on a page that wasn't. */
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

function withTotal<Row, P extends Page<Row>>(page: P, more: number): P {
  const total = page.meta?.total;
  return typeof total === "number" ? { ...page, meta: { ...page.meta, total: Math.max(0, total + more) } } : page;
}

/** What is no longer waited for leaves the inbox; an entry that came later stays. */
export function withoutWaiting<P extends Page<Pick<InboxEntry, "request">>>(
  pages: readonly P[],
  { request_id, version }: { request_id: number; version: number },
): readonly P[] {
  return pages.map((page) => ({
    ...page,
    data: page.data.filter(({ request }) => request.id !== request_id || request.version >= version),
  }));
}

/** What one has decided shows how the request stands now; a decision that was undone isn't among it any more. */
export function withDecided<P extends Page<InboxEntry>>(pages: readonly P[], event: ListedRequestEvent): readonly P[] {
  const { request, entry } = event;
  const changed = (one: InboxEntry): InboxEntry =>
    one.request.id === request.id && one.request.version <= request.version
      ? { ...one, request, facts: entry?.facts ?? one.facts }
      : one;
  const isUndone = ({ step }: InboxEntry) => entry?.step?.state === "now" && entry.step.id === step.id;
  return pages.map((page) => ({ ...page, data: page.data.filter((one) => !isUndone(one)).map(changed) }));
}

/** What a list may be asked for, and whether a value is it. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
export const fits = (wanted: unknown, value: unknown): boolean => !isSet(wanted) || String(wanted) === String(value);
export const isAmong = (wanted: unknown, value: string): boolean =>
  !Array.isArray(wanted) || wanted.length === 0 || wanted.includes(value);

/** Orders: the latest first; texts. */
export const byId = (a: { id: number }, b: { id: number }) => b.id - a.id;
export const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** One's own, one's people's, or all that one may see. */
export function isInScope({ scope }: ListedRequestEvent, asked: Asked): boolean {
  if (asked["scope"] === "team") return scope.team;
  if (asked["scope"] === "all") return scope.all || scope.team;
  return scope.mine;
}

/** How every family's list finds its row. */
export const ofFamily = <Row extends RequestSummary>(family: RequestFamily) => ({
  rowOf: (event: ListedRequestEvent) => (event.family === family ? (event.row as Row | null) : null),
  requestOf: (row: Row) => row,
});

const isAskedFor = ({ request }: ListedRequestEvent, asked: Asked): boolean =>
  fits(asked["family"], request.family) &&
  fits(asked["type"], request.type) &&
  fits(asked["requester_id"], request.requester.id);

/** What waits for one: the oldest first, unless asked otherwise. */
export const waitingList: ListRules<InboxEntry> = {
  rowOf({ request, entry, waiting }) {
    if (!entry?.step || !waiting) return null;
    return { request, facts: entry.facts, step: entry.step, ...waiting };
  },
  requestOf: ({ request }) => request,
  belongs(event, asked) {
    const within = isAskedFor(event, asked);
    return within && isSet(asked["q"]) ? undefined : within;
  },
  order({ sort }) {
    const oldest = (a: InboxEntry, b: InboxEntry) => byText(a.since, b.since) || a.step.id - b.step.id;
    return sort === "newest" ? (a, b) => oldest(b, a) : oldest;
  },
};

/** What one has asked for: the latest first. */
export const sentList: ListRules<SentEntry> = {
  rowOf({ request, entry, scope }) {
    if (!entry || !scope.mine || request.sent_at === null) return null;
    return { request, ...entry, since: request.sent_at };
  },
  requestOf: ({ request }) => request,
  belongs: waitingList.belongs,
  order: () => (a, b) => byText(b.since, a.since) || byId(a.request, b.request),
};
