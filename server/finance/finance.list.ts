import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import type { listFinance, listSuppliers } from "../../shared/finance/finance.contract";
import { toMoney } from "../../shared/kernel/money";
import { stepsOf } from "../approvals/approvals.present";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/unit-of-work";
import { settingsOf } from "./finance-rates.service";
import { seesAll } from "./finance.policy";
import { presentFinance } from "./finance.present";
import { financeColumns, type FinanceRow, financeTables } from "./finance.sql";

type Query = QueryOf<typeof listFinance>;

/** Everyone below somebody, at any depth. $1 is who looks. */
const team = `WITH RECURSIVE team AS (
  SELECT id FROM app_user WHERE tenant_id = current_tenant() AND parent_id = $1
  UNION
  SELECT u.id FROM team JOIN app_user u ON u.tenant_id = current_tenant() AND u.parent_id = team.id
)`;

/** With what somebody asked for, decides, decided, or is asked on behalf of others; as ids, since it is little for most. */
const visible = `${team}, standing AS (
  SELECT id, role_id FROM app_user WHERE tenant_id = current_tenant() AND id = $1
  UNION
  SELECT u.id, u.role_id FROM delegation g JOIN app_user u ON u.tenant_id = g.tenant_id AND u.id = g.delegator_id
  WHERE g.tenant_id = current_tenant() AND g.delegatee_id = $1 AND g.ended_at IS NULL
    AND tenant_today() BETWEEN g.start_date AND COALESCE(g.end_date, 'infinity'::date)
), visible AS (
  SELECT id FROM finance_request WHERE tenant_id = current_tenant() AND requester_id = $1
  UNION
  SELECT id FROM finance_request WHERE tenant_id = current_tenant() AND number IS NOT NULL
    AND requester_id IN (SELECT id FROM team)
  UNION
  SELECT w.request_id FROM standing s JOIN request_step w ON w.tenant_id = current_tenant() AND w.state = 'now'
    AND (w.approver_id = s.id OR w.role_id = s.role_id)
  UNION
  SELECT request_id FROM request_step WHERE tenant_id = current_tenant() AND decided_by = $1
)`;

// What was never sent has no number, and is its owner's alone.
const scopes = {
  mine: { before: "", from: "finance_request f", clause: "f.requester_id = $1" },
  team: {
    before: team,
    from: "finance_request f",
    clause: "f.number IS NOT NULL AND f.requester_id IN (SELECT id FROM team)",
  },
  mixed: { before: visible, from: "finance_request f JOIN visible ON visible.id = f.id", clause: "true" },
  everything: { before: "", from: "finance_request f", clause: "(f.number IS NOT NULL OR f.requester_id = $1)" },
} as const;

/** What a reader sees of a scope; `all` is all that one may see. */
function scopeOf(actor: Actor, scope: Query["scope"]): keyof typeof scopes {
  if (scope === "mine" || scope === "team") return scope;
  return seesAll(actor) ? "everything" : "mixed";
}

const pattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

type Filter = { name: string; clause(at: number): string; value: unknown };

/** One clause for each filter that is set, so that each combination is planned by itself. */
function filtersOf(query: Query): Filter[] {
  const filters: Filter[] = [];
  const add = (name: string, value: unknown, clause: Filter["clause"]) => {
    if (value !== undefined && value !== null && value !== "") filters.push({ name, value, clause });
  };
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

function whereOf(actor: Actor, query: Query) {
  const scope = scopeOf(actor, query.scope);
  const filters = filtersOf(query);
  // Asked for by name, what is archived is found too.
  const place = query.status?.includes("archived") ? "all" : query.archived || "0";
  const clauses = [
    "f.tenant_id = current_tenant()",
    scopes[scope].clause,
    places[place] ?? "f.status <> 'archived'",
    ...filters.map(({ clause }, index) => clause(index + 2)),
  ];
  const name = [scope, places[place] ? place : "0", ...filters.map((filter) => filter.name)].join(".");
  return {
    name,
    before: scopes[scope].before,
    from: scopes[scope].from,
    where: clauses.join(" AND "),
    values: [actor.id, ...filters.map(({ value }) => value)],
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
 * What one may see and the filters let through, the latest first, with sums over all of it by currency and status. Four
 * statements, however many there are: the page goes by the last id that was seen, and sums read one index.
 */
export async function listFinanceRequests(tx: Tx, actor: Actor, query: Query): Promise<ReplyOf<typeof listFinance>> {
  const { name, before, from, where, values } = whereOf(actor, query);
  const size = query.per_page ?? query.perPage ?? 20;
  const last = values.length;
  const page = sql(
    `finance.list.${name}`,
    `${before} SELECT ${financeColumns} FROM (
       SELECT f.id FROM ${from} WHERE ${where} AND ($${last + 1}::bigint IS NULL OR f.id < $${last + 1})
       ORDER BY f.id DESC LIMIT $${last + 2}
     ) AS page JOIN ${financeTables.replace("request r", "request r ON r.tenant_id = current_tenant() AND r.id = page.id")}
     ORDER BY r.id DESC`,
  );
  const sums = sql(
    `finance.sums.${name}`,
    `${before} SELECT f.currency, f.status, count(*)::int AS count, sum(f.amount)::text AS amount,
       sum(f.home_amount)::text AS home_amount
     FROM ${from} WHERE ${where} GROUP BY f.currency, f.status ORDER BY f.currency, f.status`,
  );
  // One more than is shown: then there is a next page.
  const rows = await tx.rows<FinanceRow>(page, [...values, query.after ?? null, size + 1]);
  const totals = await tx.rows<TotalRow>(sums, values);
  const { currency: home } = await settingsOf(tx);
  const shownRows = rows.slice(0, size);
  const steps = await stepsOf(
    tx,
    shownRows.map(({ id }) => id),
  );
  return {
    data: shownRows.map((row) => presentFinance(row, steps.get(row.id) ?? [])),
    meta: {
      total: totals.reduce((sum, { count }) => sum + count, 0),
      per_page: size,
      next: rows.length > size ? (shownRows.at(-1)?.id ?? null) : null,
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
  const scope = scopeOf(actor, "all");
  const statement = sql(
    `finance.suppliers.${scope}`,
    `${scopes[scope].before} SELECT f.supplier AS name, count(*)::int AS count FROM ${scopes[scope].from}
     WHERE f.tenant_id = current_tenant() AND ${scopes[scope].clause} AND f.supplier IS NOT NULL
       AND ($2::text IS NULL OR f.supplier ILIKE $2)
     GROUP BY f.supplier ORDER BY count(*) DESC, f.supplier LIMIT 20`,
  );
  return tx.rows(statement, [actor.id, q ? pattern(q) : null]);
}
