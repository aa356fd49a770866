import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { joinEmbeddedPostgres } from "../../../server/platform/embedded-postgres/embedded-postgres";
import { type ProgramProcess, startProgram } from "../../support/programs";
import { freePort } from "../../support/redis";
import { waitUntil } from "../../support/wait-until";
import { codeOf, operatorPassword } from "../operator/operator-steps";

jest.setTimeout(600_000); // the product is started five times, with a backup and a restore between

let dataDir: string;
let port: number;
let program: ProgramProcess;
const email = "ops@portal.test";
let secret: string;
let cookie: string;

const start = (args: string[] = []) =>
  startProgram("server", { DATA_DIR: dataDir, PORT: String(port) }, ["--with-workers", ...args]);

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), `portal-test-${process.pid}-`));
  await chmod(dataDir, 0o755); // as root, PostgreSQL runs as another user, who needs access to the folder
  port = await freePort();
  program = await start();
  const { code, output } = await run("operator", ["create", "--email", email, "--password", operatorPassword]);
  expect([code, output]).toEqual([0, expect.stringContaining("Authenticator secret")]);
  secret = /Authenticator secret: (\S+)/.exec(output)?.[1] as string;
});
afterAll(async () => {
  await program.stop();
  await rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 500 });
});

async function run(command: "operator" | "backup", args: string[] = []) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const child = spawn(process.execPath, [path.join(__dirname, `../../../.build/${command}.js`), ...args], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

async function call(method: "GET" | "POST", address: string, body?: object) {
  const response = await fetch(`http://localhost:${port}/operator/${address}`, {
    method,
    headers: { cookie: cookie ?? "", ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const [header] = response.headers.getSetCookie();
  if (header) cookie = header.split(";")[0] as string;
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
}

/** Waits for the next code, because each code is accepted only once. */
let lastCode = "";
async function freshCode(): Promise<string> {
  await waitUntil("a new code", async () => codeOf(secret) !== lastCode, 60_000);
  return (lastCode = codeOf(secret));
}

const signIn = async () =>
  expect((await call("POST", "session", { email, password: operatorPassword, code: await freshCode() })).status).toBe(
    200,
  );

async function onDatabase<T extends object>(statement: string): Promise<T[]> {
  const client = new pg.Client((await joinEmbeddedPostgres({ dataDir })).url);
  await client.connect();
  return client
    .query<T>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const tenantNames = () => onDatabase<{ name: string }>("SELECT name FROM tenant WHERE name LIKE 'Later%'");

/** Waits until the restarted product answers. @returns problem codes and statuses of the calls until then */
async function restarted(): Promise<Set<string | number>> {
  const outcomes = new Set<string | number>();
  await waitUntil(
    "the product is back",
    async () => {
      const status = await fetch(`http://localhost:${port}/readyz`).then(
        async (response) => {
          const { code, data } = (await response.json().catch(() => ({}))) as {
            code?: string;
            data?: { progress: string };
          };
          if (code && data?.progress) outcomes.add(code);
          return response.status;
        },
        () => "closed" as const,
      );
      outcomes.add(status);
      return status === 200 && outcomes.has("closed");
    },
    180_000,
  );
  return outcomes;
}

test("an operator restores a backup from the page, and reverts it", async () => {
  expect((await call("GET", "restore")).status).toBe(401);
  expect((await call("POST", "backups")).status).toBe(401);
  await signIn();
  expect((await call("POST", "backups")).status).toBe(200);
  const second = await call("POST", "backups");
  expect([second.status, second.body.code]).toEqual([409, "backup.running"]);
  await waitUntil("the backup", async () => !(await call("GET", "restore")).body.data.backup.running, 120_000);
  await onDatabase("INSERT INTO tenant (name, plan_id) SELECT 'Later', id FROM plan LIMIT 1");
  const { body } = await call("GET", "restore");
  const [backup] = body.data.backups;
  expect(body.data).toMatchObject({ possible: true, requested: false, unconfirmed: false, last: null });
  expect(body.data.backup).toEqual({ running: false, problem: null });
  expect(backup).toMatchObject({ state: "verified", key_id: null });

  const address = `backups/${backup.id}/restore`;
  const wish = { backup: backup.id, until: "", code: "000000" };
  const used = lastCode;
  for (const code of ["000000", used]) {
    const refused = await call("POST", address, { ...wish, code });
    expect([refused.status, refused.body.code]).toEqual([422, "session.wrongCode"]);
  }
  expect((await call("POST", address, { ...wish, until: "yesterday" })).body.errors).toHaveProperty("until");
  const typed = await call("POST", address, { ...wish, backup: "other", code: "000000" });
  expect([typed.status, typed.body.errors]).toEqual([422, { backup: [expect.any(String)] }]);
  const early = await call("POST", address, { ...wish, until: "2020-01-01 00:00", code: "000000" });
  expect(early.body.errors).toHaveProperty("until");
  expect((await call("POST", "backups/2020/restore", wish)).status).toBe(404);
  for (const action of ["confirm", "undo"])
    expect((await call("POST", `restore/${action}`, { code: "000000" })).body.code).toBe("restore.none");

  expect((await call("POST", address, { ...wish, code: await freshCode() })).status).toBe(200);
  const outcomes = await restarted();
  expect(outcomes.has("restore.running")).toBe(true);
  expect(await tenantNames()).toEqual([]);
  const log = await onDatabase<{ action: string }>("SELECT action FROM operator_log ORDER BY id DESC LIMIT 1");
  expect(log).toEqual([{ action: "restored" }]);

  cookie = "";
  await signIn();
  const { problems } = (await call("GET", "overview")).body.data;
  expect(problems).toContainEqual({ kind: "restoreUnconfirmed" });
  const after = (await call("GET", "restore")).body.data;
  expect(after).toMatchObject({ unconfirmed: true, last: { kind: "restore", backup: backup.id, problem: null } });
  const again = await call("POST", address, wish);
  expect([again.status, again.body.code]).toEqual([409, "restore.unconfirmed"]);
  expect((await call("POST", "restore/undo", { code: await freshCode() })).status).toBe(200);
  const twice = await call("POST", "restore/undo", { code: "000000" }).catch(() => null);
  if (twice) expect(twice.status).not.toBe(200);
  await restarted();
  expect(await tenantNames()).toEqual([{ name: "Later" }]);
  expect(await program.stop()).toBe(0);

  // Simulates a lost disk with intact backups.
  await rm(path.join(dataDir, "postgres"), { recursive: true });
  await expect(start()).rejects.toThrow("npm run restore -- --to latest");
  program = await start(["--fresh"]);
});
