import type pg from "pg";
import { runSteps } from "./demo.steps";
import type { DemoLog, DemoRows, LoggedEvent } from "../platform/demo/demo.rows";
import { isoInstantOf } from "../platform/demo/demo.rows";

/** Tables that are written separately. */
const writtenApart: readonly string[] = ["tenant", "tenant_domain", "department_head"];

/** Tables with rows, each after the tables referenced by the columns of its rows. */
async function tablesByForeignKeys(client: pg.Client, rows: DemoRows): Promise<string[]> {
  const keys = await client.query<{ source: string; target: string; columns: string[] }>(
    `SELECT k.conrelid::regclass::text AS source, k.confrelid::regclass::text AS target,
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = k.conrelid AND attnum = ANY (k.conkey)) AS columns
     FROM pg_constraint k WHERE k.contype = 'f' AND NOT k.condeferrable AND k.conrelid <> k.confrelid`,
  );
  const order = new Set(writtenApart);
  const add = (table: string) => {
    if (order.has(table)) return;
    const columnNames = new Set((rows[table] ?? []).flatMap((row) => Object.keys(row)));
    for (const { source, target, columns } of keys.rows)
      if (source === table && columns.every((column) => columnNames.has(column))) add(target);
    order.add(table);
  };
  Object.keys(rows).forEach(add);
  return [...order].filter((table) => !writtenApart.includes(table));
}

/** Writes all rows per tenant, because row-level security also applies to the owner of the tables. */
export async function writeRows(client: pg.Client, log: DemoLog, events: readonly (LoggedEvent & { id: number })[]) {
  const order = await tablesByForeignKeys(client, log.rows);
  for (const tenant of log.rows.tenant ?? []) {
    await client.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenant.id)]);
    await insertTenant(client, tenant, log.rows);
    const own = (row: Record<string, unknown>) => row.tenant_id === tenant.id;
    // Writing private rows requires a reader; the first account is an administrator's.
    const first = (log.rows.app_user ?? []).find(own);
    await client.query("SELECT set_config('app.reader_id', $1, true)", [String(first?.id)]);
    for (const table of order) await insert(client, table, (log.rows[table] ?? []).filter(own));
    // Heads are set afterwards, because departments and users reference each other.
    for (const { department_id, head_id } of (log.rows.department_head ?? []).filter(own)) {
      await client.query("UPDATE department SET head_id = $2 WHERE id = $1", [department_id, head_id]);
    }
    for (const { tenantId, text, values } of log.updates) if (tenantId === tenant.id) await client.query(text, values);
    const stored = { client, log, tenantId: tenant.id as number };
    await runSteps("rowsStored", stored);
    await insertEvents(
      client,
      events.filter((event) => event.tenantId === tenant.id),
    );
    await runSteps("eventsStored", stored);
  }
  for (const [table, id] of log.highest()) {
    await client.query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", [table, id]);
  }
}

async function insert(client: pg.Client, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = new Set(rows.flatMap((row) => Object.keys(row)));
  const names = [...columns].map((column) => `"${column}"`).join(", ");
  await client.query(
    `INSERT INTO "${table}" (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::"${table}", $1)`,
    [JSON.stringify(rows)],
  );
}

async function insertTenant(client: pg.Client, tenant: Record<string, unknown>, rows: DemoRows): Promise<void> {
  const { plan, ...row } = tenant;
  const plans = await client.query<{ id: number }>("SELECT id FROM plan WHERE code = $1", [plan]);
  await insert(client, "tenant", [{ ...row, plan_id: plans.rows[0]?.id }]);
  const domains = (rows.tenant_domain ?? []).filter((domain) => domain.tenant_id === tenant.id);
  await insert(client, "tenant_domain", domains);
}

/** Assigns gapless revisions per stream and marks events as processed. */
async function insertEvents(client: pg.Client, events: readonly (LoggedEvent & { id: number })[]): Promise<void> {
  const revisions = new Map<string, number>();
  const rows = events.map((event) => {
    const revision = (revisions.get(event.stream) ?? 0) + 1;
    revisions.set(event.stream, revision);
    return {
      id: event.id,
      tenant_id: event.tenantId,
      stream: event.stream,
      revision,
      type: event.type,
      actor_id: event.actorId,
      at: isoInstantOf(event.at),
      data: event.data,
      processed_at: isoInstantOf(event.at + 20),
      attempts: 0,
    };
  });
  const tenant_id = events[0]?.tenantId;
  const streams = [...revisions].map(([name, revision]) => ({ tenant_id, name, revision }));
  await insert(client, "event_stream", streams);
  await insert(client, "domain_event", rows);
}
