import pg from "pg";
import { prepareValue } from "pg/lib/utils";
import { onEachStatement, type SendStatement, type SentStatement } from "./sent";

/** Work of a statement: rows in all nodes of its plan, including discarded ones, and pages read from tables and indexes. */
export interface StatementWork {
  name: string;
  rows: number;
  pages: number;
  tables: Record<string, number>;
}

export interface QueryPlan {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: QueryPlan[];
}

function nodesOf(plan: QueryPlan): QueryPlan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

const rowsOf = (plan: QueryPlan): number =>
  plan["Actual Loops"] *
  (plan["Actual Rows"] +
    (plan["Rows Removed by Filter"] ?? 0) +
    (plan["Rows Removed by Join Filter"] ?? 0) +
    (plan["Rows Removed by Index Recheck"] ?? 0));

export const rowsInPlan = (plan: QueryPlan): number => nodesOf(plan).reduce((sum, node) => sum + rowsOf(node), 0);

function workIn(name: string, plan: QueryPlan): StatementWork {
  const work: StatementWork = {
    name,
    rows: rowsInPlan(plan),
    pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
    tables: {},
  };
  for (const node of nodesOf(plan)) {
    const table = node["Relation Name"];
    if (table) work.tables[table] = (work.tables[table] ?? 0) + rowsOf(node);
  }
  return work;
}

type Explained = { "QUERY PLAN": { Plan: QueryPlan }[] };

const reads = /^\s*(SELECT|WITH)\b/i;
/** Statements with side effects, which an additional execution would repeat. */
const writes = /\b(INSERT|UPDATE|DELETE|set_config|pg_advisory\w*|nextval)\b/i;

/** Stored on the connection, like the prepared statements. */
const preparedAt: unique symbol = Symbol.for("statements prepared to be explained");

function preparedBy(client: pg.Client & { [preparedAt]?: Set<string> }): Set<string> {
  client[preparedAt] ??= new Set();
  return client[preparedAt];
}

function literal(value: unknown): string {
  const sent = prepareValue(value);
  if (sent === null) return "NULL";
  return pg.escapeLiteral(Buffer.isBuffer(sent) ? `\\x${sent.toString("hex")}` : sent);
}

/** Named statements are explained with their cached generic plan, as prepared statements. */
function explained(
  client: pg.Client,
  { text, name, values }: SentStatement,
  send: SendStatement,
): Promise<pg.QueryResult<Explained>> {
  const how = "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON)";
  if (name === text) return send({ text: `${how} ${text}`, values });
  const preparedNames = preparedBy(client);
  const preparedName = pg.escapeIdentifier(`explained ${name}`);
  if (!preparedNames.has(name)) {
    preparedNames.add(name);
    send(`PREPARE ${preparedName} AS ${text}`).catch(() => preparedNames.delete(name)); // fails if the transaction has already failed
  }
  send("SET LOCAL plan_cache_mode = force_generic_plan").catch(() => undefined); // fails only if the following statement fails too
  const argumentList = values.length > 0 ? `(${values.map(literal).join(", ")})` : "";
  return send(`${how} EXECUTE ${preparedName}${argumentList}`);
}

/** Executes `run` and explains each reading statement just before it, in the same transaction. */
export async function measureWorkOf(run: () => Promise<unknown>): Promise<StatementWork[]> {
  const works: StatementWork[] = [];
  await onEachStatement(run, (client, sent, send) => {
    const { text, name } = sent;
    if (!reads.test(text) || writes.test(text)) return undefined;
    explained(client, sent, send).then(
      ({ rows: [row] }) => {
        const plan = row?.["QUERY PLAN"][0]?.Plan as QueryPlan;
        works.push(workIn(name, plan));
      },
      () => undefined, // the statement itself reports the error
    );
    return undefined;
  });
  return works;
}

const tuples = `SELECT COALESCE(sum(seq_tup_read + COALESCE(idx_tup_fetch, 0)), 0)::int AS tuples FROM pg_stat_xact_user_tables`;

/**
 * Executes `run`.
 * @returns the largest number of rows read in one of its transactions, including discarded ones
 */
export async function rowsReadBy(run: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const before = new Map<pg.Client, number>();
  await onEachStatement(run, (client, { text }, send) => {
    const count = (then: (tuples: number) => void) =>
      void send(tuples).then(
        ({ rows: [row] }) => then(row?.tuples ?? 0),
        () => undefined, // fails if the transaction has already failed
      );
    // Ignores transactions that began earlier.
    if (/^\s*COMMIT/i.test(text)) count((now) => (most = Math.max(most, now - (before.get(client) ?? now))));
    // PostgreSQL accumulates counts over transactions until it reports them, so the difference is used.
    return /^\s*(BEGIN|START)/i.test(text) ? () => count((now) => before.set(client, now)) : undefined;
  });
  return most;
}
