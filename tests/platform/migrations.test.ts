import pg from "pg";
import { Baseline0001 } from "../../migrations/0001-baseline";
import { RequestCommentExcerpts0037 } from "../../migrations/0037-request-comment-excerpts";
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

test("a pre-release database is adopted and runs the migrations after the baseline", async () => {
  await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await client.query(
    "CREATE TABLE migration (id serial PRIMARY KEY, timestamp bigint NOT NULL, name varchar NOT NULL)",
  );
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
