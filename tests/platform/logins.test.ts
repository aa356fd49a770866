import pg from "pg";
import { pino } from "pino";
import { connectDatabase } from "../../server/platform/database/database";
import { type LoginRole, loginUrl, prepareLogins } from "../../server/platform/database/database-logins";
import { openQueue, prepareQueueStorage, queueNames } from "../../server/platform/queue/queue";
import { startServer } from "../support/live-server";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { waitUntil } from "../support/wait-until";

let ownerUrl: string;
beforeAll(async () => {
  ownerUrl = await freshDatabaseUrl("logins");
});

async function as<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const whoAmI = "SELECT current_user::text AS current, session_user::text AS session";

test("connections don't depend on the defaults of the database", async () => {
  const name = new URL(ownerUrl).pathname.slice(1);
  const defaults = {
    jit: "on",
    random_page_cost: "4",
    timezone: "Asia/Baghdad",
    default_transaction_isolation: "serializable",
  };
  await as(ownerUrl, async (client) => {
    for (const [setting, value] of Object.entries(defaults))
      await client.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
  });
  const effective = await Promise.all(
    (["portal_app", "portal_worker"] as const).map(async (role) => {
      const source = await connectDatabase({ url: ownerUrl, role, poolSize: 1 });
      const [row] = await source.query(
        `SELECT ${Object.keys(defaults)
          .map((setting) => `current_setting('${setting}') AS ${setting}`)
          .join(", ")}`,
      );
      await source.destroy();
      return row;
    }),
  );
  await as(ownerUrl, (client) => client.query(`ALTER DATABASE ${name} RESET ALL`));
  const expected = {
    jit: "off",
    random_page_cost: "1.1",
    timezone: "UTC",
    default_transaction_isolation: "read committed",
  };
  expect(effective).toEqual([expected, expected]);
});

describe.each<LoginRole>(["portal_app", "portal_worker"])("restrictions of the role %s", (role) => {
  test.each([
    "SELECT set_config('role', 'none', false)",
    "RESET ROLE",
    "SET ROLE NONE",
    "RESET SESSION AUTHORIZATION",
    "SET SESSION AUTHORIZATION DEFAULT",
    "RESET ALL",
    "DISCARD ALL",
  ])("%s doesn't change the role", async (statement) => {
    await as(loginUrl(ownerUrl, role), async (client) => {
      await client.query(statement);
      expect((await client.query(whoAmI)).rows).toEqual([{ current: role, session: role }]);
      expect((await client.query("SELECT 1 FROM app_user")).rows).toEqual([]);
      expect((await client.query("SHOW is_superuser")).rows).toEqual([{ is_superuser: "off" }]);
    });
  });

  test("the role can't become the owner, the other role or a reading role", async () => {
    const [owner] = await as(ownerUrl, async (client) => (await client.query("SELECT current_user AS name")).rows);
    const other = role === "portal_app" ? "portal_worker" : "portal_app";
    for (const name of [owner.name, other, "pg_read_all_data", "pg_execute_server_program"]) {
      for (const statement of [`SET ROLE ${name}`, `SELECT set_config('role', '${name}', false)`]) {
        const refused = as(loginUrl(ownerUrl, role), (client) => client.query(statement));
        await expect(refused).rejects.toMatchObject({ code: "42501" });
      }
    }
    const switched = as(loginUrl(ownerUrl, role), (client) => client.query(`SET SESSION AUTHORIZATION ${owner.name}`));
    await expect(switched).rejects.toMatchObject({ code: "42501" });
  });

  test("the role can't gain permissions, create roles or access the host's files", async () => {
    for (const statement of [
      `ALTER ROLE ${role} BYPASSRLS`,
      "ALTER TABLE app_user DISABLE ROW LEVEL SECURITY",
      "CREATE TABLE own_table (id int)",
      "CREATE ROLE another",
      "COPY plan TO PROGRAM 'cat'",
      "SELECT pg_read_file('/etc/passwd')",
    ]) {
      const refused = as(loginUrl(ownerUrl, role), (client) => client.query(statement));
      await expect(refused).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("the role can't log in with the owner's or a guessed password", async () => {
    const [url, owner] = [new URL(loginUrl(ownerUrl, role)), new URL(ownerUrl)];
    for (const password of [owner.password, "guess"]) {
      url.password = password;
      await expect(as(url.href, async () => {})).rejects.toMatchObject({ code: "28P01" });
    }
  });
});

test("a running product logs in only with its own roles, including for the queue", async () => {
  const url = await freshDatabaseUrl("logins_product");
  const server = await startServer({ databaseUrl: url, redisUrl: null, work: true });
  try {
    const names = await as(ownerUrl, async (client) => {
      const { rows } = await client.query<{ name: string; application: string }>(
        `SELECT DISTINCT usename AS name, application_name AS application FROM pg_stat_activity
         WHERE datname = $1 AND backend_type = 'client backend'`,
        [new URL(url).pathname.slice(1)],
      );
      return rows;
    });
    expect(names.map(({ application }) => application)).toContain("portal-queue");
    expect(names.filter(({ name }) => name !== "portal_app" && name !== "portal_worker")).toEqual([]);
  } finally {
    await server.stop();
  }
});

test("the queue works with a role that can't create tables", async () => {
  const databaseUrl = await freshDatabaseUrl("logins_queue");
  await prepareQueueStorage(databaseUrl);
  const settings = { redisUrl: null, databaseUrl, log: pino({ level: "silent" }) };
  for (const name of queueNames) {
    const queue = openQueue<number>(name, settings);
    try {
      const came = new Set<string>();
      await queue.add("forgotten", 3);
      await queue.add("shortened", 4);
      expect(await queue.forget((data) => (data === 3 ? null : 5))).toBe(2);
      queue.work(async (job, data) => void came.add(`${job} ${data}`));
      await queue.add("job", 1);
      await queue.add("job", 2);
      await queue.schedule("every", { everyMs: 50 });
      await waitUntil(`jobs of ${name}`, () => came.has("job 1") && came.has("job 2") && came.size > 3);
      expect([...came].filter((job) => /^(forgotten|shortened)/.test(job))).toEqual(["shortened 5"]);
    } finally {
      await queue.close();
    }
  }
});

test("an owner role without password or CREATEROLE gives a readable error", async () => {
  expect(() => loginUrl("postgresql://me@/portal?host=/run/postgresql", "portal_app")).toThrow(
    /no password .* set APP_DATABASE_URL and WORKER_DATABASE_URL/,
  );
  const lesser = loginUrl(ownerUrl, "portal_app");
  await expect(prepareLogins(lesser)).rejects.toThrow(/CREATEROLE .* set APP_DATABASE_URL/);
});
