import pg from "pg";
import { Baseline0001 } from "../../migrations/0001-baseline";
import { RequestCommentExcerpts0037 } from "../../migrations/0037-request-comment-excerpts";
import { FinanceItemTax0039 } from "../../migrations/0039-finance-item-tax";
import { ConfirmedPayees0044 } from "../../migrations/0044-confirmed-payees";
import { ItemPriceDecimals0045 } from "../../migrations/0045-item-price-decimals";
import { LeaveChangesAndCredits0053 } from "../../migrations/0053-leave-changes-and-credits";
import { RenamedValues0054 } from "../../migrations/0054-renamed-values";
import { ImportMarks0061 } from "../../migrations/0061-import-marks";
import { CompletionDaysOfSeries0076 } from "../../migrations/0076-completion-days-of-series";
import { OrganizersInCalendars0080 } from "../../migrations/0080-organizers-in-calendars";
import { SchedulesSetByHand0082 } from "../../migrations/0082-schedules-set-by-hand";
import { ValuesOfForcedTables0083 } from "../../migrations/0083-values-of-forced-tables";
import { migrations } from "../../migrations/all";
import { DatabaseVersionError, runMigrations } from "../../server/platform/database/database";
import { freshDatabaseUrl } from "../support/postgres/databases";

const baseline = "Baseline0000000000001";
const lastPreRelease = "DeletedRequestComments0000000000580";
/** Names of pre-release migrations; only their number and the last one matter. */
const preRelease = [
  ...Array.from({ length: 136 }, (_, at) => `Old${String(at + 1).padStart(13, "0")}`),
  lastPreRelease,
];

let client: pg.Client;
let url: string;

beforeEach(async () => {
  url = await freshDatabaseUrl("migrations");
  client = new pg.Client(url);
  await client.connect();
});

afterEach(() => client.end());

async function setApplied(names: readonly string[]): Promise<void> {
  await client.query("DELETE FROM migration");
  for (const name of names) {
    await client.query("INSERT INTO migration (timestamp, name) VALUES ($1, $2)", [Number(name.slice(-13)), name]);
  }
}

const applied = async () =>
  (await client.query<{ name: string }>("SELECT name FROM migration ORDER BY timestamp")).rows.map(({ name }) => name);

const tenantTable = async () => (await client.query<{ oid: number }>("SELECT 'tenant'::regclass::oid AS oid")).rows;

async function emptySchema(): Promise<void> {
  await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await client.query(
    "CREATE TABLE migration (id serial PRIMARY KEY, timestamp bigint NOT NULL, name varchar NOT NULL)",
  );
}

test("a pre-release database is adopted and runs the migrations after the baseline", async () => {
  await emptySchema();
  await new Baseline0001().up(client as never);
  await setApplied(preRelease);
  const before = await tenantTable();
  await Promise.all([runMigrations(url), runMigrations(url)]); // like two servers that start concurrently
  expect(await applied()).toEqual(migrations.map((Migration) => new Migration().name));
  expect(await tenantTable()).toEqual(before);
});

test.each([
  ["its last migration is older", preRelease.slice(0, -1), /last migrated to Old0000000000136\b/],
  ["a migration before the last one is missing", preRelease.slice(1), /pre-release version/],
])("a pre-release database is refused when %s", async (_, names, message) => {
  await setApplied(names);
  const refused = runMigrations(url);
  await expect(refused).rejects.toBeInstanceOf(DatabaseVersionError);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toThrow(/start the version of commit \w+ with this database once, then this version/);
  expect(await applied()).toEqual(names);
});

test("a database migrated by a newer version is refused", async () => {
  await setApplied([baseline, "Later0000000009999"]);
  await expect(runMigrations(url)).rejects.toThrow(
    new DatabaseVersionError(
      "The database is newer than this code: it knows Later0000000009999. Start the newer version.",
    ),
  );
});

test("an up-to-date database is not changed", async () => {
  const before = await applied();
  await runMigrations(url);
  expect(await applied()).toEqual(before);
});

test("finance requests keep their amounts when items get VAT", async () => {
  await emptySchema();
  const runner = { query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows };
  for (const Migration of migrations.slice(0, migrations.indexOf(FinanceItemTax0039 as never)))
    await new Migration().up(runner as never);
  await client.query("SET session_replication_role = replica"); // without tenant and users
  await client.query(`
    INSERT INTO finance_request (id, tenant_id, requester_id, type, status, dated, currency, amount)
    VALUES (7, 1, 1, 'payment', 'draft', '2026-01-05', 'EUR', 60.12), (8, 1, 1, 'purchase', 'draft', '2026-01-05', 'KWD', 0);
    INSERT INTO finance_item (tenant_id, request_id, position, details, price, quantity, decimals, total)
    VALUES (1, 7, 0, 'Chair', 19.99, 3, 2, 59.97), (1, 7, 1, 'Screw', 0.0015, 100, 2, 0.15), (1, 8, 0, 'Later', NULL, 1, 3, 0)`);
  await new FinanceItemTax0039().up(client as never);
  await client.query("SET session_replication_role = origin");
  await client.query("UPDATE finance_request SET amount = amount"); // checks the sums
  const requests = await client.query("SELECT id::int, amount::float8, tax::float8 FROM finance_request ORDER BY id");
  expect(requests.rows).toEqual([
    { id: 7, amount: 60.12, tax: 0 },
    { id: 8, amount: 0, tax: 0 },
  ]);
  const items = await client.query(
    `SELECT quantity::text, total::float8, tax::float8, discount::float8, vat_percent FROM finance_item ORDER BY request_id, position`,
  );
  const plain = { tax: 0, discount: 0, vat_percent: null };
  expect(items.rows).toEqual([
    { quantity: "3.000", total: 59.97, ...plain },
    { quantity: "100.000", total: 0.15, ...plain },
    { quantity: "1.000", total: 0, ...plain },
  ]);
  await new ItemPriceDecimals0045().up(client as never);
  const prices = await client.query("SELECT price::text FROM finance_item ORDER BY request_id, position");
  expect(prices.rows.map(({ price }) => price as string | null)).toEqual(["19.990000", "0.001500", null]);
});

test("excerpts of request comments deleted before the migration are removed", async () => {
  await client.query("SET session_replication_role = replica"); // without tenant and users
  for (const request of [7, 8]) {
    const [path, values] = [`/leaves/view/${request}`, JSON.stringify({ excerpt: `Text on ${request}` })];
    await client.query(
      `INSERT INTO notification (tenant_id, user_id, kind, "values", path, subject)
       VALUES (1, 1, 'request.commented', $1, $2, 'Annual leave')`,
      [values, path],
    );
    await client.query(
      `INSERT INTO notification_event (tenant_id, user_id, notification_id, "values", path) VALUES (1, 1, 1, $1, $2)`,
      [values, path],
    );
  }
  await client.query(
    `INSERT INTO domain_event (tenant_id, stream, revision, type, data)
     VALUES (1, 'user:1', 1, 'request.comment_deleted', '{"id": 7, "comment_id": 3}')`,
  );
  await new RequestCommentExcerpts0037().up(client as never);
  for (const table of ["notification", "notification_event"]) {
    const { rows } = await client.query(`SELECT "values"->>'excerpt' AS excerpt FROM ${table} ORDER BY path`);
    expect(rows).toEqual([{ excerpt: "…" }, { excerpt: "Text on 8" }]);
  }
});

test("bank accounts that were entered before count as confirmed and can be replaced", async () => {
  await emptySchema();
  const runner = { query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows };
  for (const Migration of migrations.slice(0, migrations.indexOf(ConfirmedPayees0044 as never)))
    await new Migration().up(runner as never);
  await client.query("SET session_replication_role = replica"); // without tenant and users
  const iban = "DE89370400440532013000";
  await client.query(`
    INSERT INTO user_bank_account (tenant_id, user_id, holder, iban) VALUES (1, 7, 'Emil Employee', '${iban}');
    INSERT INTO supplier (id, tenant_id, name) VALUES (5, 1, 'Paper Mill');
    INSERT INTO supplier_bank_account (tenant_id, supplier_id, iban, state, proposed_by, decided_by, decided_at)
    VALUES (1, 5, '${iban}', 'confirmed', 7, 8, now())`);
  await new ConfirmedPayees0044().up(client as never);
  const accounts = () =>
    client.query(`SELECT holder, state, proposed_by FROM user_bank_account
      UNION ALL SELECT holder, state, proposed_by FROM supplier_bank_account`);
  expect((await accounts()).rows).toEqual([
    { holder: "Emil Employee", state: "confirmed", proposed_by: null },
    { holder: "Paper Mill", state: "confirmed", proposed_by: 7 },
  ]);
  await client.query("SET session_replication_role = origin");
  await client.query("UPDATE user_bank_account SET state = 'replaced'");
  await expect(
    client.query(
      `INSERT INTO user_bank_account (tenant_id, user_id, holder, iban, state) VALUES (1, 7, 'E', '${iban}', 'confirmed')`,
    ),
  ).rejects.toThrow(/nobody proposed it/);
});

test("changes of leave and credits keep data and guarantees in separate tables", async () => {
  await emptySchema();
  const runner = { query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows };
  for (const Migration of migrations.slice(0, migrations.indexOf(LeaveChangesAndCredits0053 as never)))
    await new Migration().up(runner as never);
  await client.query("SET session_replication_role = replica"); // without tenant and users
  await client.query(`
    INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, live, changes_id, proposed, changed_from)
    VALUES (1, 1, 7, 3, '2030-06-03', '2030-06-04', 2, true, NULL, false, NULL),
      (2, 1, 7, 3, '2030-06-04', '2030-06-05', 2, false, 1, true, NULL),
      (3, 1, 7, 3, '2030-06-10', '2030-06-10', 1, false, 1, false, '{"days": 5}'),
      (4, 1, 7, 3, '2030-06-12', '2030-06-12', 1, false, NULL, false, NULL);
    INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, from_noon, days, start_time, end_time,
      part_minutes, break_minutes, claimed, credited_on, expires_on)
    VALUES (5, 1, 7, 3, '2030-06-01', '2030-06-01', true, 4, '13:00', '17:30', 270, 30, true, '2030-06-03', '2030-09-03'),
      (6, 1, 7, 3, '2030-06-02', '2030-06-02', true, 1, '13:00', '14:00', 60, 0, true, NULL, NULL),
      (7, 1, 7, 3, '2030-06-01', '2030-06-01', true, 1, '13:00', '14:00', 60, 15, false, NULL, NULL)`);
  await new LeaveChangesAndCredits0053().up(client as never);
  const requests = await client.query("SELECT id::int, kind, live, reserved_for::int FROM leave_request ORDER BY id");
  expect(requests.rows.map(({ id, kind, live, reserved_for }) => [id, kind, live, reserved_for])).toEqual([
    [1, "leave", true, 1],
    [2, "change", false, 1],
    [3, "change", false, null],
    [4, "leave", false, null],
    [5, "credit", false, 5],
    [6, "credit", false, 6],
    [7, "credit", false, null],
  ]);
  const changes = await client.query(
    "SELECT id::int, leave_id::int, user_id::int, proposed, dates_before FROM leave_change ORDER BY id",
  );
  expect(changes.rows).toEqual([
    { id: 2, leave_id: 1, user_id: 7, proposed: true, dates_before: null },
    { id: 3, leave_id: 1, user_id: 7, proposed: false, dates_before: { days: 5 } },
  ]);
  const credits = await client.query(
    `SELECT id::int, break_minutes, claimed, credited_on::text, expires_on::text FROM leave_credit ORDER BY id`,
  );
  expect(credits.rows).toEqual([
    { id: 5, break_minutes: 30, claimed: true, credited_on: "2030-06-03", expires_on: "2030-09-03" },
    { id: 6, break_minutes: 0, claimed: true, credited_on: null, expires_on: null },
    { id: 7, break_minutes: 15, claimed: false, credited_on: null, expires_on: null },
  ]);
  await client.query("SET session_replication_role = origin");
  const violated = (text: string) =>
    client.query(text).then(
      () => null,
      ({ constraint }: { constraint?: string }) => constraint,
    );
  expect(await violated("UPDATE leave_request SET live = true, start_date = '2030-06-05' WHERE id = 4")).toBe(
    "leave_change_apart",
  );
  expect(await violated("UPDATE leave_credit SET claimed = true WHERE id = 7")).toBe("leave_credit_once");
  expect(await violated("UPDATE leave_credit SET break_minutes = 60 WHERE id = 6")).toBe("leave_request_credit");
});

test("stored kinds of delegations and values in British spelling are renamed", async () => {
  await emptySchema();
  const runner = { query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows };
  for (const Migration of migrations.slice(0, migrations.indexOf(RenamedValues0054 as never)))
    await new Migration().up(runner as never);
  await client.query("SET session_replication_role = replica"); // without tenant and users
  await client.query(`
    INSERT INTO domain_event (tenant_id, stream, revision, type, data)
    VALUES (1, 'user:1', 1, 'delegation.started', '{}'), (1, 'user:1', 2, 'delegation.begun', '{}'),
      (1, 'user:1', 3, 'delegation.ended', '{}'),
      (1, 'user:1', 4, 'notification.created', '{"data": {"kind": "delegation.started"}}'),
      (1, 'user:1', 5, 'notification.updated', '{"data": {"kind": "delegation.begun"}}'),
      (1, 'user:1', 6, 'notification.created', '{"data": {"kind": "delegation.over"}}');
    INSERT INTO notification (tenant_id, user_id, kind, "values", path, subject)
    VALUES (1, 1, 'delegation.started', '{}', '/approvals', 'Mia'), (1, 1, 'delegation.begun', '{}', '/approvals', 'Mia'),
      (1, 1, 'delegation.over', '{}', '/approvals', 'Mia');
    INSERT INTO security_event (tenant_id, kind, outcome) VALUES (1, 'delegation_started', 'done'), (1, 'exported', 'done');
    INSERT INTO security_event (tenant_id, kind, outcome, facts)
    VALUES (1, 'access_changed', 'done', '{"scope": "organisation", "change": "closing"}');
    INSERT INTO leave_type (tenant_id, name, icon, days_female, days_male, counting)
    VALUES (1, 'Annual', 'sun', 30, 30, 'organisation'), (1, 'Sick', 'pill', 30, 30, 'calendar');
    INSERT INTO data_export (tenant_id, kind, user_id) VALUES (1, 'organisation', 1), (1, 'person', 1)`);
  await new RenamedValues0054().up(runner as never);
  const kindsIn = async (text: string) => (await client.query<{ kind: string }>(text)).rows.map(({ kind }) => kind);
  expect(await kindsIn("SELECT COALESCE(data->'data'->>'kind', type) AS kind FROM domain_event ORDER BY id")).toEqual([
    "delegation.created",
    "delegation.became_effective",
    "delegation.ended",
    "delegation.created",
    "delegation.becameEffective",
    "delegation.over",
  ]);
  expect(await kindsIn("SELECT kind FROM notification ORDER BY id")).toEqual([
    "delegation.created",
    "delegation.becameEffective",
    "delegation.over",
  ]);
  expect(await kindsIn("SELECT kind FROM security_event ORDER BY id")).toEqual([
    "delegation_created",
    "exported",
    "access_changed",
  ]);
  expect(await kindsIn("SELECT facts->>'scope' AS kind FROM security_event WHERE kind = 'access_changed'")).toEqual([
    "organization",
  ]);
  expect(await kindsIn("SELECT counting AS kind FROM leave_type ORDER BY id")).toEqual(["organization", "calendar"]);
  expect(await kindsIn("SELECT kind FROM data_export ORDER BY id")).toEqual(["organization", "person"]);
  await expect(
    client.query("INSERT INTO security_event (tenant_id, kind, outcome) VALUES (1, 'delegation_started', 'done')"),
  ).rejects.toThrow("security_event_kind_check");
});

test("only tasks and comments of earlier imports are marked, also those in the bin", async () => {
  await emptySchema();
  const runner = { query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows };
  for (const Migration of migrations.slice(0, migrations.indexOf(ImportMarks0061 as never)))
    await new Migration().up(runner as never);
  await client.query("SET session_replication_role = replica"); // without tenant, users and columns
  const [before, imported, after] = ["2026-11-01", "2026-11-02", "2026-11-03"].map((day) => `${day}T08:00:00Z`);
  await client.query(`
    INSERT INTO project (id, tenant_id, title, code) VALUES (3, 1, 'Move', 'MOVE');
    INSERT INTO project_import (tenant_id, project_id, source, board_key, file_name, created_at)
    VALUES (1, 3, 'trello', 'B1', 'board.json', '${imported}');
    INSERT INTO task (id, tenant_id, project_id, task_status_id, number, title, rank, created_at)
    VALUES (11, 1, 3, 1, 1, 'Imported', 'a', '${before}'), (12, 1, 3, 1, 2, 'Moved here', 'b', '${before}'),
      (13, 1, 3, 1, 3, 'New', 'c', '${after}'), (14, 2, 3, 1, 1, 'Other organization', 'a', '${before}');
    INSERT INTO comment (id, tenant_id, task_id, author_name, body, created_at)
    VALUES (21, 1, 11, 'Sam', 'x', '${before}'), (22, 1, 11, 'Sam', 'x', '${after}'), (23, 1, 12, 'Sam', 'x', '${before}');
    INSERT INTO domain_event (tenant_id, stream, revision, type, data) VALUES (1, 'project:3', 1, 'task.arrived', '{"id": 12}');
    INSERT INTO bin_row (tenant_id, entry_id, source, data) VALUES
      (1, 5, 'project', '{"id": 4}'), (1, 5, 'task', '{"id": 31, "created_at": "${before}"}'),
      (1, 5, 'comment', '{"id": 41, "task_id": 31, "created_at": "${before}"}'),
      (1, 5, 'comment', '{"id": 42, "task_id": 31, "created_at": "${after}"}'),
      (1, 5, 'project_import', '{"project_id": 4, "source": "jira", "board_key": "B2", "file_name": "b.csv", "created_by": 9,
        "created_at": "${imported}"}')`);
  await new ImportMarks0061().up(runner as never);
  const { rows } = await client.query<{ text: string }>(`
    SELECT 'task ' || t.id || ' ' || i.source AS text FROM task t JOIN project_import i ON i.id = t.import_id
    UNION ALL SELECT 'comment ' || c.id || ' ' || i.source FROM comment c JOIN project_import i ON i.id = c.import_id
    UNION ALL SELECT 'bin ' || b.source || ' ' || (b.data->>'id') || ' ' || i.source
      FROM bin_row b JOIN project_import i ON i.id = (b.data->>'import_id')::bigint
    UNION ALL SELECT 'link ' || (b.data->>'project_id') || ' ' || i.source || ' ' || (i.project_id IS NULL AND i.created_by IS NULL)
      FROM bin_row b JOIN project_import i ON i.id = (b.data->>'id')::bigint WHERE b.link = 'project_id'
    ORDER BY 1`);
  expect(rows.map(({ text }) => text)).toEqual([
    "bin comment 41 jira",
    "bin task 31 jira",
    "comment 21 trello",
    "link 4 jira true",
    "task 11 trello",
  ]);
});

test("requesters of upcoming bookings get their withdrawn invitations back", async () => {
  await client.query("SET session_replication_role = replica"); // without tenant, users and rooms
  await client.query(`
    INSERT INTO booking (id, tenant_id, bookable_type, room_id, requester_id, title, private, status, starts_at, ends_at)
    OVERRIDING SYSTEM VALUE
    SELECT id, 1, 'room', 1, 5, 'Plans', false, status, now() + days * interval '1 day', now() + (days + 1) * interval '1 day'
    FROM (VALUES (1, 'approved', 1), (2, 'approved', -3), (3, 'cancelled', 1)) AS b (id, status, days);
    INSERT INTO booking_invitation (tenant_id, booking_id, user_id, withdrawn_at, told_sequence, told_method) VALUES
      (1, 1, 5, now(), 2, 'CANCEL'), (1, 1, 6, now(), 2, 'CANCEL'), (1, 2, 5, now(), 2, 'CANCEL'), (1, 3, 5, now(), 2, 'CANCEL')`);
  await new OrganizersInCalendars0080().up(client as never);
  const { rows } = await client.query(`
    SELECT booking_id::int, user_id::int, withdrawn_at IS NULL AS invited, due_at IS NOT NULL AS due FROM booking_invitation
    ORDER BY booking_id, user_id`);
  const withdrawn = { invited: false, due: false };
  expect(rows).toEqual([
    { booking_id: 1, user_id: 5, invited: true, due: true },
    { booking_id: 1, user_id: 6, ...withdrawn },
    { booking_id: 2, user_id: 5, ...withdrawn },
    { booking_id: 3, user_id: 5, ...withdrawn },
  ]);
});

test("the completion day of a series is the one from which its next date was counted", async () => {
  await emptySchema();
  const runner = { query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows };
  for (const Migration of migrations.slice(0, migrations.indexOf(CompletionDaysOfSeries0076 as never)))
    await new Migration().up(runner as never);
  await client.query("SET session_replication_role = replica"); // without project, users and occurrences
  await client.query(`
    INSERT INTO tenant (id, name, plan_id, weekend, time_zone) VALUES (1, 'Harbour', 1, '{0,6}', 'UTC');
    INSERT INTO task_status (id, tenant_id, project_id, title, sort_order, kind) VALUES (1, 1, 3, 'Doing', 1, 'doing');
    INSERT INTO task (id, tenant_id, project_id, task_status_id, number, title, rank) VALUES (11, 1, 3, 1, 1, 'Reopened', 'a');
    INSERT INTO task_series (id, tenant_id, project_id, unit, every, first_day, days_off, basis, only_when_done, create_missed, lead_days,
      at_hour, state, template, next_day, next_date, next_at, last_task_id)
    SELECT x.id, 1, 3, x.unit, x.every, '2020-01-01', 'keep', x.basis, false, false, 0, 6, 'active', '{}', x.next_day, x.next_day, x.next_day, x.task_id
    FROM (VALUES (1, 'day', 3, 'completion', date '2025-03-04', NULL::bigint), (2, 'week', 2, 'completion', '2025-03-04', NULL),
      (3, 'month', 1, 'completion', '2025-02-28', NULL), (4, 'month', 1, 'completion', '2025-03-30', NULL),
      (5, 'year', 1, 'completion', '2025-03-04', NULL), (6, 'workday', 3, 'completion', '2025-03-04', NULL),
      (7, 'day', 1, 'completion', '9999-01-01', NULL), (8, 'day', 3, 'completion', '2025-03-04', 11),
      (9, 'day', 3, 'schedule', '2025-03-04', NULL)) AS x (id, unit, every, basis, next_day, task_id)`);
  await new CompletionDaysOfSeries0076().up(runner as never);
  const { rows } = await client.query<{ day: string | null }>(
    "SELECT completed_on::text AS day FROM task_series ORDER BY id",
  );
  expect(rows.map(({ day }) => day)).toEqual([
    "2025-03-01",
    "2025-02-18",
    "2025-01-28",
    null,
    "2024-03-04",
    "2025-02-27",
    null,
    null,
    null,
  ]);
});

describe("an owner of the tables without superuser rights", () => {
  const role = "plain_owner";

  /** Runs a migration as the owner of these tables, who isn't a superuser. */
  async function runAsOwner(Migration: (typeof migrations)[number], tables: readonly string[]): Promise<void> {
    await client.query(`DO $$ BEGIN IF to_regrole('${role}') IS NULL THEN CREATE ROLE ${role}; END IF; END $$;
      GRANT ALL ON SCHEMA public TO ${role}; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role};
      ${tables.map((table) => `ALTER TABLE ${table} OWNER TO ${role}`).join("; ")}; SET ROLE ${role}`);
    await new Migration().up(client as never);
    await client.query("RESET ROLE");
    const { rows } = await client.query(
      "SELECT relname FROM pg_class WHERE oid = ANY($1::regclass[]) AND NOT relforcerowsecurity",
      [tables],
    );
    expect(rows).toEqual([]);
  }

  beforeEach(() => client.query("SET session_replication_role = replica")); // without tenant, users and files

  test("separates schedules from the changes of other planners", async () => {
    await client.query(`
      INSERT INTO employment_change (id, tenant_id, user_id, type, effective_on, status, requested_by, settled_at)
      VALUES (1, 1, 5, 'change', '2030-01-01', 'planned', 8, NULL), (2, 1, 5, 'change', '2030-02-01', 'planned', 8, NULL),
        (3, 1, 5, 'change', '2030-03-01', 'planned', 8, NULL), (4, 1, 5, 'change', '2020-01-01', 'applied', 8, now());
      INSERT INTO employment_change_field (tenant_id, change_id, user_id, field, planned) VALUES (1, 2, 5, 'location', true);
      INSERT INTO work_schedule (tenant_id, user_id, during, anchor, set_by, change_id)
      VALUES (1, 5, '[2020-01-01,2030-01-01)', '2020-01-01', 9, 4), (1, 5, '[2030-01-01,2030-02-01)', '2030-01-01', 9, 1),
        (1, 5, '[2030-02-01,2030-03-01)', '2030-02-01', 9, 2), (1, 5, '[2030-03-01,)', '2030-03-01', 8, 3)`);
    await runAsOwner(SchedulesSetByHand0082, ["work_schedule", "employment_change", "employment_change_field"]);
    const schedules = await client.query("SELECT change_id::int FROM work_schedule ORDER BY during");
    expect(schedules.rows.map(({ change_id }) => change_id as number | null)).toEqual([null, null, null, 3]);
    const changes = await client.query("SELECT status, withdrawn_by::int FROM employment_change ORDER BY id");
    expect(changes.rows.map(({ status, withdrawn_by }) => [status, withdrawn_by])).toEqual([
      ["withdrawn", 9],
      ["planned", null],
      ["planned", null],
      ["applied", null],
    ]);
  });

  test("gets the values that earlier migrations filled in only for superusers", async () => {
    const [before, first, later] = ["2026-11-01", "2026-11-02", "2026-11-03"].map((day) => `${day} 08:00:00+00`);
    await client.query(`
      INSERT INTO project_import (id, tenant_id, project_id, source, board_key, file_name, created_at)
      VALUES (1, 1, 3, 'planka', 'B1', 'a.zip', '${first}'), (2, 1, 4, 'planka', 'B2', 'b.zip', '${first}');
      INSERT INTO imported_task (tenant_id, project_id, source, source_id, task_id, import_id, imported_values, comment_keys, file_keys)
      VALUES (1, 3, 'planka', 'with a file', 11, 1, '{}', '{}', '{}'), (1, 3, 'planka', 'without files', 12, 1, '{}', '{}', '{}'),
        (1, 3, 'planka', 'with a key', 13, 1, '{}', '{}', '{k}'), (1, 4, 'planka', 'of a later version', 14, 2, '{}', '{}', '{k}'),
        (1, 4, 'planka', 'with a later file', 15, 2, '{}', '{}', '{}');
      INSERT INTO task_attachment (tenant_id, task_id, file_id, title, created_at)
      VALUES (1, 11, 1, 'Plan', '${before}'), (1, 14, 2, 'Plan', '${before}'), (1, 15, 3, 'Plan', '${later}');
      INSERT INTO sign_on_role (tenant_id, value, role_id, position)
      VALUES (1, 'b', 1, 0), (1, 'a', 1, 0), (2, 'a', 1, 1), (2, 'b', 1, 0)`);
    await runAsOwner(ValuesOfForcedTables0083, ["imported_task", "project_import", "task_attachment", "sign_on_role"]);
    const tasks = await client.query(
      "SELECT source_id FROM imported_task WHERE files_until IS NOT NULL ORDER BY task_id",
    );
    expect(tasks.rows.map(({ source_id }) => source_id as string)).toEqual(["with a file", "without files"]);
    const roles = await client.query("SELECT value FROM sign_on_role ORDER BY tenant_id, position, value");
    expect(roles.rows.map(({ value }) => value as string)).toEqual(["a", "b", "b", "a"]);
    const { rows } = await client.query(
      "SELECT count(DISTINCT position)::int AS count FROM sign_on_role WHERE tenant_id = 1",
    );
    expect(rows).toEqual([{ count: 2 }]);
  });
});
