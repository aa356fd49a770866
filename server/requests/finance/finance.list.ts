import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import type { listFinance, listSupplierNames } from "../../../shared/requests/finance/finance.contract";
import { dueFilters } from "../../../shared/requests/finance/finance.due.rules";
import { type MoneyStatus, moneyStatuses, openMoneyStatuses } from "../../../shared/requests/money/money.workflow";
import { toMoney } from "../../../shared/kernel/money";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import { presentWithSteps } from "../../approvals/approvals/approvals.present";
import { teamCte } from "../../platform/management-line";
import type { Actor } from "../../platform/session";
import { sql, type Tx, unnamedSql } from "../../platform/database/unit-of-work";
import { financeSettingsOf } from "../money/rates.read";
import { canSeeAllRequests } from "../../approvals/approvals/request-readers.policy";
import { presentFinance } from "./finance.present";
import { financeColumns, type FinanceRow, financeTables } from "./finance.sql";
import { matchesSearch, likePatternsOf } from "../../platform/database/search";

type Query = QueryOf<typeof listFinance>;

const team = `WITH RECURSIVE ${teamCte}`;

/** Ids of the requests that user $1 can decide, directly or as a delegate. Returned as an array because most users have few. */
const selectDecidableIds = sql(
  "finance.decidable",
  "SELECT ARRAY(SELECT DISTINCT request_id FROM step_decider WHERE decider_id = $1 AND family = 'finance') AS ids",
);

/**
 * CTE of the ids from `selectDecidableIds`. They are passed as a parameter, so that the slow view `step_decider` isn't evaluated for both the page
 * and the sums.
 */
const teamAndIdsCte = `${team}, decidable AS (SELECT unnest($2::bigint[]) AS id)`;

const all = "finance_request f";

/** Subquery for the latest ids of one access path; an index provides them in this order. */
type Latest = (fits: string, limit: string) => string;
const latest =
  (clause: string, from = all): Latest =>
  (fits, limit) =>
    `(SELECT DISTINCT f.id FROM ${from} WHERE ${clause} AND ${fits} ORDER BY f.id DESC LIMIT ${limit})`;

// Unsent requests have no number and are visible only to their owner.
const own = "f.requester_id = $1";
const ofTeam = "f.number IS NOT NULL AND f.requester_id IN (SELECT id FROM team)";
const isDecidable = "f.id IN (SELECT id FROM decidable)";
const decided = "w.tenant_id = current_tenant() AND w.request_id = f.id AND w.decided_by = $1";
const allVisible = `(f.number IS NOT NULL OR ${own})`;

/** Reads the latest ids per team member, so that an index is used regardless of the team's size. */
const latestOfTeam: Latest = (fits, limit) =>
  `(SELECT f.id FROM team t CROSS JOIN LATERAL ${latest("f.number IS NOT NULL AND f.requester_id = t.id")(fits, limit)} AS f
   ORDER BY f.id DESC LIMIT ${limit})`;

/** Checks the latest ids first, so that reading stops at the limit. OFFSET 0 keeps the planner from joining all ids. */
const latestDecidable: Latest = (fits, limit) =>
  `(SELECT f.id FROM (SELECT id FROM decidable ORDER BY id DESC) AS a
     CROSS JOIN LATERAL (SELECT f.id FROM ${all} WHERE f.id = a.id AND ${fits} OFFSET 0) AS f
   ORDER BY a.id DESC LIMIT ${limit})`;

interface Scope {
  before: string;
  clause: string;
  ways: Latest[];
}

/**
 * `mixed`: the reader's own requests, their team's requests, and those they can decide or have decided, which may be nearly all requests.
 */
const scopes: Record<"mine" | "team" | "mixed" | "everything", Scope> = {
  mine: { before: "", clause: own, ways: [latest(own)] },
  team: { before: team, clause: ofTeam, ways: [latestOfTeam] },
  mixed: {
    before: teamAndIdsCte,
    // Decided requests come first: if they are the majority, the other conditions are rarely evaluated.
    clause: `(EXISTS (SELECT FROM request_step w WHERE ${decided}) OR ${own} OR (${ofTeam}) OR ${isDecidable})`,
    ways: [latest(own), latestOfTeam, latestDecidable, latest(decided, `${all} CROSS JOIN request_step w`)],
  },
  everything: { before: "", clause: allVisible, ways: [latest(allVisible)] },
};

interface VisibleScope {
  name: keyof typeof scopes;
  values: readonly unknown[];
}

async function resolveVisibleScope(tx: Tx, actor: Actor, scope: Query["scope"]): Promise<VisibleScope> {
  if (scope === "mine" || scope === "team") return { name: scope, values: [actor.id] };
  if (canSeeAllRequests(actor, "finance")) return { name: "everything", values: [actor.id] };
  const [row] = await tx.rows<{ ids: unknown[] }>(selectDecidableIds, [actor.id]);
  return { name: "mixed", values: [actor.id, row?.ids] };
}

/** Whether drafts are hidden because another user is viewing as their owner. Sums and suggestions leave them out as well. */
const hidesDrafts = ({ id, viewing }: Actor): boolean => Boolean(viewing && viewing.viewer.id !== id);
const wasSent = "f.status <> 'draft'";

type Filter = { name: string; clause(at: number): string; value: unknown };

/** One clause per active filter, so that each combination is planned separately. */
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
  add("supplier", query.supplier, (at) => `f.supplier_key = fold($${at})`);
  add(
    "due",
    query.due && dueFilters[query.due],
    (at) => `COALESCE(f.due_on, f.needed_by) <= tenant_today() + $${at}::int AND f.status = ANY(${openStatuses})`,
  );
  add("from", query.from, (at) => `f.dated >= $${at}::date`);
  add("to", query.to, (at) => `f.dated <= $${at}::date`);
  add("min", query.min, (at) => `f.amount >= $${at}::numeric`);
  add("max", query.max, (at) => `f.amount <= $${at}::numeric`);
  add(
    "q",
    likePatternsOf(query.q),
    (
      at,
    ) => `concat_ws(' ', f.search, lower(f.code), (SELECT u.folded FROM app_user u WHERE u.tenant_id = f.tenant_id AND u.id = f.requester_id))
      LIKE ALL ($${at}::text[])`,
  );
  return filters;
}

const textArray = (statuses: readonly MoneyStatus[]) => `'{${statuses.join(",")}}'::text[]`;
const openStatuses = textArray(openMoneyStatuses);

/** The statuses are listed, because an index condition can't exclude `archived`: most rows of an old tenant are archived. */
const notArchived = `f.status = ANY(${textArray(moneyStatuses.filter((status) => status !== "archived"))})`;
const places: Record<string, string> = { "1": "f.status = 'archived'", true: "f.status = 'archived'", all: "true" };

/** Maximum number of filters of a named statement. One filter results in a few dozen statements, all combinations in tens of thousands. */
const filtersByName = 1;

function whereOf(actor: Actor, query: Query, visibleScope: VisibleScope) {
  const filters = filtersOf(query);
  // Filtering by the status `archived` includes archived requests.
  const place = query.status?.includes("archived") ? "all" : query.archived || "0";
  const clauses = [
    "f.tenant_id = current_tenant()",
    places[place] ?? notArchived,
    ...(hidesDrafts(actor) ? [wasSent] : []),
    ...filters.map(({ clause }, index) => clause(visibleScope.values.length + index + 1)),
  ];
  const kind = `${places[place] ? place : "0"}${hidesDrafts(actor) ? ".sent" : ""}`;
  const name = [visibleScope.name, kind, ...filters.map((filter) => filter.name)].join(".");
  return {
    // Names only frequent statements, because each connection keeps a named statement with its plan.
    statement: <const Of extends string>(of: Of, text: string) =>
      filters.length <= filtersByName
        ? sql(`finance.${of}.${name}`, text)
        : unnamedSql<`finance.${Of}.${string}`>(text),
    scope: scopes[visibleScope.name],
    fits: clauses.join(" AND "),
    values: [...visibleScope.values, ...filters.map(({ value }) => value)],
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
 * Returns a page of visible requests that match the filters, latest first. Each access path yields its latest ids, so that no list is read
 * completely for its first page.
 */
export const readFinancePage = async (tx: Tx, actor: Actor, query: Query, size: number) =>
  pageOfSeen(tx, actor, query, await resolveVisibleScope(tx, actor, query.scope), size);

async function pageOfSeen(tx: Tx, actor: Actor, query: Query, visibleScope: VisibleScope, size: number, offset = 0) {
  const { statement, scope, fits, values } = whereOf(actor, query, visibleScope);
  const [after, limit, skipped] = [1, 2, 3].map((n) => `$${values.length + n}`) as [string, string, string];
  const idSelects = scope.ways.map((selectIds) =>
    selectIds(`${fits} AND (${after}::bigint IS NULL OR f.id < ${after})`, limit),
  );
  const page = statement(
    "list",
    `${scope.before} SELECT ${financeColumns}
     FROM (SELECT id FROM (${idSelects.join("\nUNION\n")}) AS found ORDER BY id DESC LIMIT ${limit}::int - ${skipped}::int OFFSET ${skipped}) AS page
     JOIN ${financeTables.replace("request r", "request r ON r.tenant_id = current_tenant() AND r.id = page.id")}
     ORDER BY r.id DESC`,
  );
  // One extra row shows whether there is a next page.
  const found = await tx.rows<FinanceRow>(page, [...values, query.after ?? null, offset + size + 1, offset]);
  const rows = found.slice(0, size);
  return { rows, next: found.length > size ? (rows.at(-1)?.id ?? null) : null };
}

function sumsOf(tx: Tx, actor: Actor, query: Query, visibleScope: VisibleScope): Promise<TotalRow[]> {
  const { statement, scope, fits, values } = whereOf(actor, query, visibleScope);
  const sums = statement(
    "sums",
    `${scope.before} SELECT f.currency, f.status, count(*)::int AS count, sum(f.amount)::text AS amount,
       sum(f.home_amount)::text AS home_amount
     FROM ${all} WHERE ${fits} AND ${scope.clause}
     GROUP BY f.currency, f.status ORDER BY f.currency, f.status`,
  );
  return tx.rows<TotalRow>(sums, values);
}

export async function countFinance(tx: Tx, actor: Actor, query: Query): Promise<number> {
  const sums = await sumsOf(tx, actor, query, await resolveVisibleScope(tx, actor, query.scope));
  return sums.reduce((sum, { count }) => sum + count, 0);
}

/** Returns a page with sums over all matches. Runs a fixed number of statements. */
export async function listFinanceRequests(tx: Tx, actor: Actor, query: Query): Promise<ReplyOf<typeof listFinance>> {
  const page = pageOf(query, 20);
  // `after` determines the start of the page, so no offset applies.
  const visibleScope = await resolveVisibleScope(tx, actor, query.scope);
  const { rows, next } = await pageOfSeen(tx, actor, query, visibleScope, page.perPage, query.after ? 0 : page.offset);
  const totals = await sumsOf(tx, actor, query, visibleScope);
  const { currency: home } = await financeSettingsOf(tx);
  return {
    data: await presentWithSteps(tx, rows, presentFinance),
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

export async function listSupplierNamesFor(
  tx: Tx,
  actor: Actor,
  q: string | undefined,
): Promise<ReplyOf<typeof listSupplierNames>["data"]> {
  const { name, values } = await resolveVisibleScope(tx, actor, "all");
  const scope = scopes[name];
  const text = `$${values.length + 1}`;
  const selectSupplierNames = sql(
    `finance.suppliers.${name}${hidesDrafts(actor) ? ".sent" : ""}`,
    `${scope.before} SELECT f.supplier AS name, count(*)::int AS count FROM ${all}
     WHERE f.tenant_id = current_tenant() AND ${scope.clause} AND f.supplier IS NOT NULL${hidesDrafts(actor) ? ` AND ${wasSent}` : ""}
       AND ${matchesSearch(text, ["f.supplier_key"])}
     GROUP BY f.supplier ORDER BY count(*) DESC, f.supplier COLLATE reader LIMIT 20`,
    { notNull: ["name"] },
  );
  return tx.rows(selectSupplierNames, [...values, likePatternsOf(q)]);
}
