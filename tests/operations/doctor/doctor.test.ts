import pg from "pg";
import { readConfig } from "../../../server/config";
import { checkLogins, readDatabaseFacts } from "../../../server/operations/doctor/database.checks";
import { runDoctor } from "../../../server/operations/doctor/doctor";
import { loginUrl } from "../../../server/platform/database/database-logins";
import { freshDatabaseUrl } from "../../support/postgres/databases";

const doctor = async (env: Record<string, string>) => {
  const lines: string[] = [];
  const code = await runDoctor(
    () => readConfig(env),
    (line) => lines.push(line),
  );
  return { code, lines };
};

test("the doctor reports what the test cluster lacks and exits with 1", async () => {
  const { code, lines } = await doctor({ DATABASE_URL: await freshDatabaseUrl("doctor") });
  expect(lines).toContainEqual(expect.stringMatching(/^failed {5}Settings {7}fsync is off/));
  expect(lines).toContainEqual(expect.stringMatching(/^ok {9}Database {7}PostgreSQL 1\d, UTF-8, migrated$/));
  expect(lines).toContainEqual(expect.stringMatching(/^ok {9}Logins /));
  expect(code).toBe(1);
});

test("the doctor reports an unreachable database without a stack", async () => {
  const { code, lines } = await doctor({ DATABASE_URL: "postgres://owner:secret@127.0.0.1:1/portal" });
  expect(lines).toContainEqual(expect.stringMatching(/^failed {5}Database {7}connect ECONNREFUSED/));
  expect(lines.join("\n")).not.toContain("secret");
  expect(code).toBe(1);
});

test("the doctor reports every invalid variable and stops", async () => {
  const { code, lines } = await doctor({ PORT: "http", S3_BUCKET: "files" });
  expect(lines.filter((line) => line.startsWith("failed"))).toHaveLength(2);
  expect(code).toBe(1);
});

test("readDatabaseFacts compares clocks, finds newer migrations and a missing one", async () => {
  const url = await freshDatabaseUrl("doctor");
  const client = new pg.Client(url);
  await client.connect();
  try {
    const [own, fast] = [await readDatabaseFacts(url), await readDatabaseFacts(url, () => Date.now() + 3_600_000)];
    expect(own.clockDifferenceMs - fast.clockDifferenceMs).toBeGreaterThan(3_500_000);
    await client.query("DELETE FROM migration WHERE name LIKE 'Search0%'");
    expect((await readDatabaseFacts(url)).pending).toEqual(["Search0000000000002"]);
    await client.query("INSERT INTO migration (timestamp, name) VALUES (9999, 'Later0000000009999')");
    expect((await readDatabaseFacts(url)).pending).toEqual(
      expect.objectContaining({ message: expect.stringContaining("Later0000000009999") }),
    );
  } finally {
    await client.end();
  }
});

test("checkLogins reports a role that can't log in", async () => {
  const url = await freshDatabaseUrl("doctor");
  const other = new URL(url);
  other.password = "another";
  const findings = await checkLogins(other.href, { databaseLogins: null });
  expect(findings).toMatchObject([{ state: "attention", text: expect.stringContaining("portal_app can't log in") }]);
});

test("checkLogins reports a connection that doesn't get the product's settings", async () => {
  const url = await freshDatabaseUrl("doctor");
  const compiling = new URL(loginUrl(url, "portal_app"));
  compiling.searchParams.set("options", "-c jit=on");
  const logins = { portal_app: compiling.href, portal_worker: loginUrl(url, "portal_worker") };
  const findings = await checkLogins(url, { databaseLogins: logins });
  expect(findings).toContainEqual(
    expect.objectContaining({ state: "failed", text: "portal_app works with jit = on instead of off" }),
  );
  expect(findings.filter(({ text }) => text.startsWith("portal_worker"))).toEqual([]);
});
