import pg from "pg";
import { prepareValue } from "pg/lib/utils";
import { onEachSent, type Send, type Sent } from "./sent";

/** What a statement has read: rows in all nodes of its plan, also those that were thrown away, and pages of tables and indexes. */
export interface StatementWork {
  name: string;
  rows: number;
  pages: number;
  /** Of the rows those that scans of each table have come to. */
  tables: Record<string, number>;
}

/** A node of a plan that was run, as EXPLAIN tells of it in JSON. */
export interface Plan {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

const rowsOf = (plan: Plan): number =>
  plan["Actual Loops"] *
  (plan["Actual Rows"] +
    (plan["Rows Removed by Filter"] ?? 0) +
    (plan["Rows Removed by Join Filter"] ?? 0) +
    (plan["Rows Removed by Index Recheck"] ?? 0));

/** Rows in all nodes of a plan. */
export const rowsIn = (plan: Plan): number => nodesOf(plan).reduce((sum, node) => sum + rowsOf(node), 0);

function workIn(name: string, plan: Plan): StatementWork {
  const work: StatementWork = {
    name,
    rows: rowsIn(plan),
    pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
    tables: {},
  };
  for (const node of nodesOf(plan)) {
    const table = node["Relation Name"];
    if (table) work.tables[table] = (work.tables[table] ?? 0) + rowsOf(node);
  }
  return work;
}

type Explained = { "QUERY PLAN": { Plan: Plan }[] };

const reads = /^\s*(SELECT|WITH)\b/i;
/** What a statement does besides reading would be done twice. */
const writes = /\b(INSERT|UPDATE|DELETE|set_config|pg_advisory\w*|nextval)\b/i;

/** Noted at the connection itself, which outlives its test file, as what is prepared there does (tests/support/jest/connections.cjs). */
const preparedAt: unique symbol = Symbol.for("statements prepared to be explained");

function preparedBy(client: pg.Client & { [preparedAt]?: Set<string> }): Set<string> {
  client[preparedAt] ??= new Set();
  return client[preparedAt];
}

/** A value as the statement gets it, written out. */
function literal(value: unknown): string {
  const sent = prepareValue(value);
  if (sent === null) return "NULL";
  return pg.escapeLiteral(Buffer.isBuffer(sent) ? `\\x${sent.toString("hex")}` : sent);
}

/** What has a name is explained with the plan that a connection keeps of it, which is made without its values. */
function explained(client: pg.Client, { text, name, values }: Sent, send: Send): Promise<pg.QueryResult<Explained>> {
  const how = "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON)";
  if (name === text) return send({ text: `${how} ${text}`, values });
  const known = preparedBy(client);
  const kept = pg.escapeIdentifier(`explained ${name}`);
  if (!known.has(name)) {
    known.add(name);
    send(`PREPARE ${kept} AS ${text}`).catch(() => known.delete(name)); // in a transaction that has failed already
  }
  send("SET LOCAL plan_cache_mode = force_generic_plan").catch(() => undefined); // what follows fails as well
  const given = values.length > 0 ? `(${values.map(literal).join(", ")})` : "";
  return send(`${how} EXECUTE ${kept}${given}`);
}

/** Runs this, and explains every reading statement that it sends, in its own transaction just before it. */
export async function workOf(run: () => Promise<unknown>): Promise<StatementWork[]> {
  const works: StatementWork[] = [];
  await onEachSent(run, (client, sent, send) => {
    const { text, name } = sent;
    if (!reads.test(text) || writes.test(text)) return undefined;
    explained(client, sent, send).then(
      ({ rows: [row] }) => {
        const plan = row?.["QUERY PLAN"][0]?.Plan as Plan;
        works.push(workIn(name, plan));
      },
      () => undefined, // its own error is the caller's
    );
    return undefined;
  });
  return works;
}

const tuples = `SELECT COALESCE(sum(seq_tup_read + COALESCE(idx_tup_fetch, 0)), 0)::int AS tuples FROM pg_stat_xact_user_tables`;

/** Runs this. @returns the most rows of tables that one of its transactions has come to, also those it threw away. */
export async function rowsReadBy(run: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const before = new Map<pg.Client, number>();
  await onEachSent(run, (client, { text }, send) => {
    const count = (then: (tuples: number) => void) =>
      void send(tuples).then(
        ({ rows: [row] }) => then(row?.tuples ?? 0),
        () => undefined, // a transaction that has failed already
      );
    // One that had begun before isn't ours.
    if (/^\s*COMMIT/i.test(text)) count((now) => (most = Math.max(most, now - (before.get(client) ?? now))));
    // The database counts on over transactions, until it hands its counts on.
    return /^\s*(BEGIN|START)/i.test(text) ? () => count((now) => before.set(client, now)) : undefined;
  });
  return most;
}
