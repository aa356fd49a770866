import type pg from "pg";
import { catchUpFlow, flowProjects } from "../analytics/flow.service";
import type { Statement } from "../platform/database/unit-of-work";
import { writeAuditList } from "./demo.audit-list";
import { writeJoiners } from "./demo.joiners";
import type { DemoLog, DemoRows, LoggedEvent } from "./demo.rows";
import { iso } from "./demo.rows";

/** In an order that every foreign key agrees with. `plan` of a tenant is its code. */
const tables: readonly (readonly [table: string, columns: string])[] = [
  ["role", "id tenant_id code name permissions"],
  ["department", "id tenant_id name code parent_id minimum_present"],
  ["position", "id tenant_id title description"],
  ["client", "id tenant_id fullname code location phone_number email"],
  [
    "app_user",
    "id tenant_id email fullname password_hash role_id position_id department_id parent_id external created_at " +
      "contract_type contract_start contract_end joined_on employee_id phone_number location gender slack_id",
  ],
  ["user_private", "tenant_id user_id salary currency address city credential_number issued_on expires_on last_degree"],
  ["user_history", "id tenant_id user_id type effective_on actor_id created_at"],
  ["user_history_field", "tenant_id history_id user_id field before after"],
  ["employment_change", "id tenant_id user_id type effective_on reason requested_by created_at"],
  ["employment_change_field", "tenant_id change_id user_id field before after"],
  ["user_group", "id tenant_id title"],
  ["user_group_member", "tenant_id group_id user_id"],
  ["building", "id tenant_id name address time_zone version"],
  ["floor", "id tenant_id building_id name level version"],
  [
    "room",
    "id tenant_id building_id floor_id name area capacity tools color opens_at closes_at open_days auto_approve audience " +
      "notice_minutes ahead_days longest_minutes buffer_before_minutes buffer_after_minutes cross_day check_in_minutes hourly_rate version",
  ],
  ["equipment", "id tenant_id building_id name kind opens_at closes_at open_days auto_approve version"],
  [
    "car",
    "id tenant_id name type plate_number color seats licence_class mileage insured_until inspected_until hourly_rate version",
  ],
  [
    "driver",
    "id tenant_id user_id fullname phone_number licence_classes licence_expires_on works_from works_until work_days version",
  ],
  ["outage", "id tenant_id car_id starts_at ends_at reason created_by"],
  [
    "booking",
    "id tenant_id bookable_type room_id car_type from_place to_place driver_needed car_id driver_id requester_id title private " +
      "status starts_at ends_at buffer_before_minutes buffer_after_minutes series_changed decided_by decided_at checked_in_at released_at equipment_ids version",
  ],
  ["booking_participant", "tenant_id booking_id user_id"],
  ["trip", "tenant_id booking_id car_id driver_id logged_by started_at start_km ended_at end_km fuel_litres note"],
  [
    "project",
    "id tenant_id title code description client_id department_id start_date end_date color status budget archived_at " +
      "next_task_number version created_by created_at updated_at",
  ],
  ["password_history", "tenant_id user_id password_hash"],
  ["project_member", "tenant_id project_id user_id role added_at"],
  ["project_group", "tenant_id project_id group_id"],
  ["project_tag", "id tenant_id project_id name color"],
  ["task_status", "id tenant_id project_id title kind color wip_limit sort_order version"],
  [
    "file",
    "id tenant_id name type size storage_key uploaded_by created_at preview_state preview_key preview_size " +
      "preview_attempts",
  ],
  [
    "task",
    "id tenant_id project_id task_status_id number title description priority complexity start_date due_date progress " +
      "progress_by_hand estimate_minutes cover_file_id rank reporter_id archived_at version created_at updated_at",
  ],
  ["task_user", "tenant_id project_id task_id user_id"],
  ["task_group", "tenant_id project_id task_id group_id"],
  ["task_tag", "tenant_id project_id task_id tag_id"],
  ["task_blocker", "tenant_id project_id task_id blocker_id"],
  ["subtask", "id tenant_id task_id name completed sort_order assignee_id"],
  ["task_attachment", "id tenant_id task_id title file_id created_by created_at"],
  ["comment", "id tenant_id task_id author_id body version created_at"],
  ["comment_reaction", "tenant_id comment_id emoji user_id created_at"],
  ["time_entry", "id tenant_id task_id user_id date minutes note"],
  ["time_week", "tenant_id user_id monday state submitted_at decided_at decided_by"],
  ["holiday", "id tenant_id date name translations"],
  ["approval_rule", "id tenant_id family position name condition steps"],
  ["approval_setting", "tenant_id remind_after remind_unit escalate_after escalate_unit version"],
  [
    "leave_type",
    "id tenant_id name translations icon days_female days_male counting attachment_after max_carried carried_until hr_step longest",
  ],
  [
    "request",
    "id tenant_id family requester_id department_id type status title round step version sent_at decided_at created_at " +
      "updated_at",
  ],
  ["request_comment", "id tenant_id request_id user_id body created_at"],
  ["form", "id tenant_id draft saved_at saved_by published active version created_at"],
  ["form_version", "id tenant_id form_id number definition published_at published_by"],
  ["form_request", "id tenant_id family form_id form_version answers"],
  ["booking_request", "id tenant_id booking_id"],
  ["leave_request", "id tenant_id family user_id leave_type_id start_date end_date from_noon to_noon days reason live"],
  [
    "request_step",
    "id tenant_id request_id round position approver route approver_id role_id state since decided_at decided_by note",
  ],
  ["finance_settings", "tenant_id currency archive_days version checked_at"],
  ["finance_currency", "tenant_id code rate updated_at"],
  ["finance_number", "tenant_id type year last"],
  ["finance_budget", "id tenant_id department_id year amount version"],
  [
    "finance_request",
    "id tenant_id requester_id type status department_id number number_year dated title details supplier invoice_number " +
      "note currency amount rate home_currency home_amount cost paid_on paid_reference paid_by settled archive_from " +
      "archived_at",
  ],
  ["finance_item", "tenant_id request_id position details price quantity decimals total"],
  ["finance_entry", "id tenant_id request_id kind amount details date actor_id created_at"],
  ["finance_archive_run", "id tenant_id state due moved unsettled started_at finished_at"],
  [
    "leave_ledger",
    "id tenant_id user_id leave_type_id year reason days period full_days cause actor_id request_id created_at",
  ],
  ["news_section", "id tenant_id name translations sort_order"],
  [
    "news_article",
    "id tenant_id author_id section_id language status published_at pinned must_read confirm_by everyone comment_count " +
      "version created_at updated_at",
  ],
  ["news_text", "tenant_id article_id language title summary body picture_alt words plain"],
  ["news_audience", "id tenant_id article_id department_id group_id"],
  ["news_file", "id tenant_id article_id file_id kind"],
  ["news_comment", "id tenant_id article_id user_id body created_at"],
  ["news_reaction", "tenant_id article_id user_id emoji created_at"],
  ["news_reading", "tenant_id article_id user_id seen_at confirmed_at"],
  ["notification", "id tenant_id user_id event_id kind values path subject sender_id read_at created_at"],
];

/** Writes everything, tenant by tenant: also the owner of the tables stands behind the fence. */
export async function writeRows(client: pg.Client, log: DemoLog, events: readonly (LoggedEvent & { id: number })[]) {
  for (const tenant of log.rows.tenant ?? []) {
    await client.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenant.id)]);
    await insertTenant(client, tenant, log.rows);
    const own = (row: Record<string, unknown>) => row.tenant_id === tenant.id;
    // The first account is an administrator's: private rows are written as whoever may.
    const first = (log.rows.app_user ?? []).find(own);
    await client.query("SELECT set_config('app.reader_id', $1, true)", [String(first?.id)]);
    for (const [table, columns] of tables) await insert(client, table, columns, (log.rows[table] ?? []).filter(own));
    // Departments come before their heads, who are in them.
    for (const { department_id, head_id } of (log.rows.department_head ?? []).filter(own)) {
      await client.query("UPDATE department SET head_id = $2 WHERE id = $1", [department_id, head_id]);
    }
    await writeJoiners(client, log);
    await writeAuditList(client);
    // Their calendars have the demo's bookings already: nothing goes out by mail.
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

/** Its past has no consumers: analytics reads it at once. */
async function readFlows(client: pg.Client): Promise<void> {
  const store = {
    rows: async <Row>(statement: Statement, values: unknown[] = []) =>
      (await client.query({ ...statement, values })).rows as Row[],
  };
  for (const id of await flowProjects(store)) await catchUpFlow(store, id);
}

async function insert(
  client: pg.Client,
  table: string,
  columns: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns
    .split(" ")
    .map((column) => `"${column}"`)
    .join(", ");
  const values = JSON.stringify(rows);
  await client.query(
    `INSERT INTO "${table}" (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::"${table}", $1)`,
    [values],
  );
}

async function insertTenant(client: pg.Client, tenant: Record<string, unknown>, rows: DemoRows): Promise<void> {
  const columns =
    "id name website time_zone active plan_id billing_period plan_starts_at plan_ends_at auto_renew created_at";
  const plans = await client.query<{ id: number }>("SELECT id FROM plan WHERE code = $1", [tenant.plan]);
  const row = { ...tenant, plan_id: plans.rows[0]?.id };
  await insert(client, "tenant", columns, [row]);
  const domains = (rows.tenant_domain ?? []).filter((domain) => domain.tenant_id === tenant.id);
  await insert(client, "tenant_domain", "domain tenant_id main", domains);
}

/** Each stream counts from one without a gap, and everything has long been processed. */
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
      at: iso(event.at),
      data: event.data,
      processed_at: iso(event.at + 20),
      attempts: 0,
    };
  });
  const tenant_id = events[0]?.tenantId;
  const streams = [...revisions].map(([name, revision]) => ({ tenant_id, name, revision }));
  await insert(client, "event_stream", "tenant_id name revision", streams);
  const columns = "id tenant_id stream revision type actor_id at data processed_at attempts";
  await insert(client, "domain_event", columns, rows);
}
