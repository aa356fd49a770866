import type pg from "pg";
import { catchUpFlow, allFlowProjects } from "../insights/analytics/flow.service";
import type { StatementFor } from "../platform/database/unit-of-work";
import { writeJoiners } from "./demo.joiners";
import type { DemoLog, DemoRows, LoggedEvent } from "./demo.rows";
import { isoInstantOf } from "./demo.rows";

/** Removes rows that the triggers wrote during seeding, which have no author and the current time. */
const statements = [
  "DELETE FROM audit_salary WHERE tenant_id = current_tenant()",
  "DELETE FROM audit_change WHERE tenant_id = current_tenant()",
  // Inserted in order of time, because the audit list is sorted by id.
  `INSERT INTO audit_change (tenant_id, at, actor_id, actor, kind, subject_id, subject, before, after, record_id, record, gained, lost)
   SELECT h.tenant_id, h.created_at, h.actor_id, a.fullname, e.kind, h.user_id, u.fullname, e.before, e.after, NULL::bigint, NULL, NULL::text[], NULL::text[]
   FROM user_history h
   JOIN app_user u ON u.tenant_id = h.tenant_id AND u.id = h.user_id
   JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   LEFT JOIN app_user a ON a.tenant_id = h.tenant_id AND a.id = h.actor_id
   CROSS JOIN LATERAL (
     SELECT 'person_added' AS kind, NULL AS before, r.name AS after WHERE h.type = 'hiring'
     UNION ALL
     SELECT CASE f.field WHEN 'parent' THEN 'manager' ELSE f.field END,
            CASE WHEN f.field <> 'salary' THEN f.before END, CASE WHEN f.field <> 'salary' THEN f.after END
     FROM user_history_field f
     WHERE f.tenant_id = h.tenant_id AND f.history_id = h.id AND f.field <> 'location'
       AND (h.type <> 'hiring' OR f.field = 'salary')
   ) e
   WHERE h.tenant_id = current_tenant()
   UNION ALL
   SELECT r.tenant_id, now() - interval '9 days', u.id, u.fullname, 'role_permissions', NULL, NULL, NULL, NULL, r.id, r.name,
          ARRAY['reservation-approve'], '{}'::text[]
   FROM role r JOIN app_user u ON u.tenant_id = r.tenant_id
   WHERE r.tenant_id = current_tenant() AND r.code = 'manager' AND u.id = (
     SELECT min(o.id) FROM app_user o JOIN role a ON a.tenant_id = o.tenant_id AND a.id = o.role_id
     WHERE o.tenant_id = r.tenant_id AND a.code = 'administrator')
   ORDER BY 2, 6, 5`,
  `INSERT INTO audit_salary (tenant_id, change_id, user_id, before, after)
   SELECT DISTINCT ON (c.id) c.tenant_id, c.id, c.subject_id, f.before, f.after
   FROM audit_change c
   JOIN user_history h ON h.tenant_id = c.tenant_id AND h.user_id = c.subject_id AND h.created_at = c.at
   JOIN user_history_field f ON f.tenant_id = h.tenant_id AND f.history_id = h.id AND f.field = 'salary'
   WHERE c.tenant_id = current_tenant() AND c.kind = 'salary'`,
];

/** Builds the audit list from the employees' history. Requires the tenant and a reader of private rows to be set. */
async function writeAuditList(client: pg.Client): Promise<void> {
  for (const statement of statements) await client.query(statement);
}

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
    const used = new Set((rows[table] ?? []).flatMap((row) => Object.keys(row)));
    for (const { source, target, columns } of keys.rows)
      if (source === table && columns.every((column) => used.has(column))) add(target);
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
    await writeJoiners(client, log);
    await writeAuditList(client);
    // Marks invitations as already sent, so that no mail goes out.
    await client.query(
      `UPDATE booking_invitation SET due_at = NULL, told_sequence = 0, told_method = 'REQUEST' WHERE tenant_id = $1`,
      [tenant.id],
    );
    await insertEvents(
      client,
      events.filter((event) => event.tenantId === tenant.id),
    );
    await readFlows(client);
  }
  for (const [table, id] of log.highest()) {
    await client.query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", [table, id]);
  }
}

/** Builds the analytics tables, because consumers don't process the seeded events. */
async function readFlows(client: pg.Client): Promise<void> {
  const store = {
    rows: async <Row>(statement: StatementFor<NoInfer<Row>>, values: unknown[] = []) =>
      (await client.query({ ...statement, values })).rows as Row[],
  };
  for (const id of await allFlowProjects(store)) await catchUpFlow(store, id);
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
