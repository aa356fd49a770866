import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import type { listFinance, listSuppliers } from "../../shared/finance/finance.contract";
import { toMoney } from "../../shared/kernel/money";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import { stepsOf } from "../approvals/approvals.present";
import { teamOf } from "../people/management-line.policy";
import type { Actor } from "../platform/session";
import { sql, type Tx, unnamed } from "../platform/database/unit-of-work";
import { settingsOf } from "./finance-rates.service";
import { seesAllFinance } from "./finance.policy";
import { presentFinance } from "./finance.present";
import { financeColumns, type FinanceRow, financeTables } from "./finance.sql";

type Query = QueryOf<typeof listFinance>;

const team = `WITH RECURSIVE ${teamOf}`;

/** What waits for somebody's decision ($1), in their own name or for someone; as ids, since it is little for most. */
const askedIds = sql(
  "finance.asked",
  "SELECT ARRAY(SELECT DISTINCT request_id FROM step_decider WHERE decider_id = $1 AND family = 'finance') AS ids",
);

/** The same, looked up once for a page and its sums: who may decide on thousands takes longer to tell than either. */
const asked = `${team}, asked AS (SELECT unnest($2::bigint[]) AS id)`;

const all = "finance_request f";

/** The latest ids of what fits in one way, as a query of its own: an index has them in this order. */
type Latest = (fits: string, limit: string) => string;
const latest =
  (clause: string, from = all): Latest =>
  (fits, limit) =>
    `(SELECT DISTINCT f.id FROM ${from} WHERE ${clause} AND ${fits} ORDER BY f.id DESC LIMIT ${limit})`;

// What was never sent has no number, and is its owner's alone.
const own = "f.requester_id = $1";
const ofTeam = "f.number IS NOT NULL AND f.requester_id IN (SELECT id FROM team)";
const isAsked = "f.id IN (SELECT id FROM asked)";
const decided = "w.tenant_id = current_tenant() AND w.request_id = f.id AND w.decided_by = $1";
const everything = `(f.number IS NOT NULL OR ${own})`;

/** Of each person by themselves: found by index, however few or many they are and have. */
const latestOfTeam: Latest = (fits, limit) =>
  `(SELECT f.id FROM team t CROSS JOIN LATERAL ${latest("f.number IS NOT NULL AND f.requester_id = t.id")(fits, limit)} AS f
   ORDER BY f.id DESC LIMIT ${limit})`;

interface Scope {
  /** $1 is who looks; of `mixed` $2 are the ids of what they are asked. */
  before: string;
  /** What is in it, where all of it is looked at. */
  from: string;
  clause: string;
  /** The same, where only the latest are. */
  ways: Latest[];
}

/** `mixed`: one's own, one's people's, what one is asked and what one has decided, which may be nearly everything. */
const scopes: Record<"mine" | "team" | "mixed" | "everything", Scope> = {
  mine: { before: "", from: all, clause: own, ways: [latest(own)] },
  team: { before: team, from: all, clause: ofTeam, ways: [latestOfTeam] },
  mixed: {
    before: asked,
    from: `${all} LEFT JOIN (
      SELECT DISTINCT request_id AS id FROM request_step WHERE tenant_id = current_tenant() AND decided_by = $1
    ) AS mine ON mine.id = f.id`,
    clause: `(${own} OR (${ofTeam}) OR ${isAsked} OR mine.id IS NOT NULL)`,
    ways: [latest(own), latestOfTeam, latest(isAsked), latest(decided, `${all} CROSS JOIN request_step w`)],
  },
  everything: { before: "", from: all, clause: everything, ways: [latest(everything)] },
};

/** What a reader sees: under which name, and the values that it begins with. */
interface Seen {
  name: keyof typeof scopes;
  values: readonly unknown[];
}

/** What a reader sees of a scope; `all` is all that one may see. */
async function seenBy(tx: Tx, actor: Actor, scope: Query["scope"]): Promise<Seen> {
  if (scope === "mine" || scope === "team") return { name: scope, values: [actor.id] };
  if (seesAllFinance(actor)) return { name: "everything", values: [actor.id] };
  const [row] = await tx.rows<{ ids: unknown[] }>(askedIds, [actor.id]);
  return { name: "mixed", values: [actor.id, row?.ids] };
}

/** Drafts of somebody through whose eyes one looks are theirs alone, in sums and suggestions as well. */
const unsentHidden = ({ id, viewing }: Actor): boolean => Boolean(viewing && viewing.viewer.id !== id);
const wasSent = "f.status <> 'draft'";

const pattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

type Filter = { name: string; clause(at: number): string; value: unknown };

/** One clause for each filter that is set, so that each combination is planned by itself. */
function filtersOf(query: Query): Filter[] {
  const filters: Filter[] = [];
  const add = (name: string, value: unknown, clause: Filter["clause"]) => {
    if (value !== undefined && value !== null && value !== "") filters.push({ name, value, clause });
  };
  add("ids", query.ids?.length ? query.ids : null, (at) => `f.id = ANY($${at})`);
  add("type", query.type, (at) => `f.type = ANY($${at})`);
  add("status", query.status, (at) => `f.status = ANY($${at})`);
  add("requester", query.requester_id, (at) => `f.requester_id = $${at}`);
  add("department", query.department_id, (at) => `f.department_id = $${at}`);
  add("currency", query.currency, (at) => `f.currency = $${at}`);
  add("supplier", query.supplier, (at) => `lower(f.supplier) = lower($${at})`);
  add("from", query.from, (at) => `f.dated >= $${at}::date`);
  add("to", query.to, (at) => `f.dated <= $${at}::date`);
  add("min", query.min, (at) => `f.amount >= $${at}::numeric`);
  add("max", query.max, (at) => `f.amount <= $${at}::numeric`);
  add(
    "q",
    query.q && pattern(query.q.toLowerCase()),
    (at) => `(f.search LIKE $${at} OR lower(f.code) LIKE $${at}
    OR f.requester_id IN (SELECT id FROM app_user WHERE tenant_id = current_tenant() AND lower(fullname) LIKE $${at}))`,
  );
  return filters;
}

const places: Record<string, string> = { "1": "f.status = 'archived'", true: "f.status = 'archived'", all: "true" };

/** With one filter there are a few dozen statements, with all combinations tens of thousands. */
const filtersByName = 1;

function whereOf(actor: Actor, query: Query, seen: Seen) {
  const filters = filtersOf(query);
  // Asked for by name, what is archived is found too.
  const place = query.status?.includes("archived") ? "all" : query.archived || "0";
  const clauses = [
    "f.tenant_id = current_tenant()",
    places[place] ?? "f.status <> 'archived'",
    ...(unsentHidden(actor) ? [wasSent] : []),
    ...filters.map(({ clause }, index) => clause(seen.values.length + index + 1)),
  ];
  const kind = `${places[place] ? place : "0"}${unsentHidden(actor) ? ".sent" : ""}`;
  const name = [seen.name, kind, ...filters.map((filter) => filter.name)].join(".");
  return {
    // Each name is kept on each connection with its plan: what is asked for often has one, combinations don't.
    statement: (of: string, text: string) =>
      filters.length <= filtersByName ? sql(`finance.${of}.${name}`, text) : unnamed(text),
    scope: scopes[seen.name],
    fits: clauses.join(" AND "),
    values: [...seen.values, ...filters.map(({ value }) => value)],
  };
}

interface TotalRow {
  currency: string;
  status: string;
  count: number;
  amount: string;
  home_amount: string | null;
}

/**
 * A page of what one may see and the filters let through, the latest first. Each way in which one may see something gives
 * its latest: nobody's list is read as a whole for the sake of its first page.
 */
export const financePage = async (tx: Tx, actor: Actor, query: Query, size: number) =>
  pageOfSeen(tx, actor, query, await seenBy(tx, actor, query.scope), size);

async function pageOfSeen(tx: Tx, actor: Actor, query: Query, seen: Seen, size: number, offset = 0) {
  const { statement, scope, fits, values } = whereOf(actor, query, seen);
  const [after, limit, skipped] = [1, 2, 3].map((n) => `$${values.length + n}`) as [string, string, string];
  const ways = scope.ways.map((way) => way(`${fits} AND (${after}::bigint IS NULL OR f.id < ${after})`, limit));
  const page = statement(
    "list",
    `${scope.before} SELECT ${financeColumns}
     FROM (SELECT id FROM (${ways.join("\nUNION\n")}) AS found ORDER BY id DESC LIMIT ${limit}::int - ${skipped}::int OFFSET ${skipped}) AS page
     JOIN ${financeTables.replace("request r", "request r ON r.tenant_id = current_tenant() AND r.id = page.id")}
     ORDER BY r.id DESC`,
  );
  // One more than is shown: then there is a next page.
  const found = await tx.rows<FinanceRow>(page, [...values, query.after ?? null, offset + size + 1, offset]);
  const rows = found.slice(0, size);
  return { rows, next: found.length > size ? (rows.at(-1)?.id ?? null) : null };
}

/** Of all that one may see and the filters let through, by currency and status: one index is read, whoever looks. */
function sumsOf(tx: Tx, actor: Actor, query: Query, seen: Seen): Promise<TotalRow[]> {
  const { statement, scope, fits, values } = whereOf(actor, query, seen);
  const sums = statement(
    "sums",
    `${scope.before} SELECT f.currency, f.status, count(*)::int AS count, sum(f.amount)::text AS amount,
       sum(f.home_amount)::text AS home_amount
     FROM ${scope.from} WHERE ${fits} AND ${scope.clause}
     GROUP BY f.currency, f.status ORDER BY f.currency, f.status`,
  );
  return tx.rows<TotalRow>(sums, values);
}

/** How many there are of what one may see and the filters let through. */
export async function countFinance(tx: Tx, actor: Actor, query: Query): Promise<number> {
  const sums = await sumsOf(tx, actor, query, await seenBy(tx, actor, query.scope));
  return sums.reduce((sum, { count }) => sum + count, 0);
}

/** A page, with sums over everything that fits. Four or five statements, however many there are. */
export async function listFinanceRequests(tx: Tx, actor: Actor, query: Query): Promise<ReplyOf<typeof listFinance>> {
  const page = pageOf(query, 20);
  // Behind `after` the next page begins by itself.
  const seen = await seenBy(tx, actor, query.scope);
  const { rows, next } = await pageOfSeen(tx, actor, query, seen, page.perPage, query.after ? 0 : page.offset);
  const totals = await sumsOf(tx, actor, query, seen);
  const { currency: home } = await settingsOf(tx);
  const steps = await stepsOf(
    tx,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.map((row) => presentFinance(row, steps.get(row.id) ?? [])),
    meta: {
      ...pageMetaOf(
        page,
        totals.reduce((sum, { count }) => sum + count, 0),
      ),
      next,
      home_currency: home,
      totals: totals.map(({ currency, status, count, amount, home_amount }) => ({
        currency,
        status,
        count,
        amount: toMoney(amount, currency),
        home_amount: home_amount === null ? null : toMoney(home_amount, home),
      })),
    },
  };
}

/** Suppliers of what one may see, the most used first. */
export async function suppliersFor(
  tx: Tx,
  actor: Actor,
  q: string | undefined,
): Promise<ReplyOf<typeof listSuppliers>["data"]> {
  const { name, values } = await seenBy(tx, actor, "all");
  const scope = scopes[name];
  const text = `$${values.length + 1}`;
  const statement = sql(
    `finance.suppliers.${name}${unsentHidden(actor) ? ".sent" : ""}`,
    `${scope.before} SELECT f.supplier AS name, count(*)::int AS count FROM ${scope.from}
     WHERE f.tenant_id = current_tenant() AND ${scope.clause} AND f.supplier IS NOT NULL${unsentHidden(actor) ? ` AND ${wasSent}` : ""}
       AND (${text}::text IS NULL OR f.supplier ILIKE ${text})
     GROUP BY f.supplier ORDER BY count(*) DESC, f.supplier LIMIT 20`,
  );
  return tx.rows(statement, [...values, q ? pattern(q) : null]);
}
