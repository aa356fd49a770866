import pg from "pg";
import type { DataSource } from "typeorm";
import * as statements from "../../../server/operations/restore/tenant/restore-tenant.sql";
import { restoreTenant } from "../../../server/operations/restore/tenant/restore-tenant";
import { connectDatabase } from "../../../server/platform/database/database";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import * as contract from "../../../shared/work/tasks/tasks.contract";
import { BoardWatcher } from "../../support/board-watcher";
import { type LiveServer, startServer } from "../../support/live-server";
import { Person } from "../../support/live-world";
import { runsFull } from "../../run-size";
import { freshDatabaseUrl } from "../../support/postgres/databases";
import { waitUntil } from "../../support/wait-until";
import { runStatement, withDatabase } from "../../support/postgres/start-postgres";
import { DatabaseSeeder, type SeededPerson, type SeededProject, type SeededTenant } from "../../support/seed";

interface Organization {
  tenant: SeededTenant;
  member: SeededPerson;
  project: SeededProject;
}

describe("one organization put back from a copy of the database", () => {
  let databaseUrl: string;
  let seed: DatabaseSeeder;
  let server: LiveServer;
  let owner: DataSource;
  let copy: pg.Client;
  /** The organization that is restored, organizations that work meanwhile, and idle organizations. */
  let back: Organization;
  let busy: Organization[];
  let quiet: Organization[];
  const opened: { close(): void }[] = [];

  const moveTo = (person: Person, { project }: Organization, column: number) =>
    person.http.call(contract.moveTask, {
      params: { id: project.taskIds[0]?.[0] as number },
      body: { task_status_id: project.columnIds[column] },
    });

  function personOf({ tenant, member }: Organization): Person {
    const person = new Person(server.base, tenant.host, member);
    opened.push(person);
    return person;
  }

  async function watch(person: Person, { project }: Organization): Promise<BoardWatcher> {
    const { base, host, id: userId, seeded } = person;
    const read = () => person.board(project);
    const watcher = await BoardWatcher.open({ base, host, token: seeded.token, userId, read }, project.id);
    opened.push(watcher);
    await watcher.caughtUp();
    return watcher;
  }

  /** All rows of a tenant as text, by table, without the settings, where the archive schedule records its last run. */
  async function rowsOf(tenantId: number, connection: Pick<pg.Client, "query">): Promise<Map<string, string[]>> {
    const { rows: tables } = await connection.query(
      "SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE column_name = 'tenant_id' AND table_schema = 'public' AND table_name <> 'finance_settings'",
    );
    const found = new Map<string, string[]>();
    for (const { name } of tables) {
      const { rows } = await connection
        .query(`SELECT r::text AS row FROM "${name}" r WHERE tenant_id = ${tenantId} ORDER BY 1`)
        .catch(() => ({ rows: [] })); // views that need a caller
      if (rows.length > 0)
        found.set(
          name,
          rows.map(({ row }: { row: string }) => row),
        );
    }
    return found;
  }

  beforeAll(async () => {
    databaseUrl = await freshDatabaseUrl("restore_tenant");
    const copyName = `restore_tenant_copy_${process.env.JEST_WORKER_ID ?? "1"}`;
    seed = DatabaseSeeder.at(databaseUrl);
    const organization = async (): Promise<Organization> => {
      const tenant = await seed.tenant();
      const member = await seed.person(tenant, "Ada");
      return { tenant, member, project: await seed.project(tenant, [member], [2, 0, 0]) };
    };
    const [others, working] = runsFull ? [9, 5] : [2, 1];
    back = await organization();
    const all: Organization[] = [];
    while (all.length < others) all.push(await organization());
    [busy, quiet] = [all.slice(0, working), all.slice(working)];
    server = await startServer({ databaseUrl, redisUrl: null });
    for (const each of [back, ...all]) await moveTo(personOf(each), each, 1);
    await server.stop();
    await seed.close();

    const admin = withDatabase(databaseUrl, "postgres");
    await runStatement(admin, `DROP DATABASE IF EXISTS ${copyName} WITH (FORCE)`);
    const name = new URL(databaseUrl).pathname.slice(1);
    await runStatement(
      admin,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    );
    await runStatement(admin, `CREATE DATABASE ${copyName} TEMPLATE ${name}`);
    copy = new pg.Client(withDatabase(databaseUrl, copyName));
    await copy.connect();
    seed = DatabaseSeeder.at(databaseUrl);
    server = await startServer({ databaseUrl, redisUrl: null });
    owner = await connectDatabase({ url: databaseUrl, role: "owner", poolSize: 2 });
  });
  afterAll(async () => {
    for (const each of opened) each.close();
    await owner?.destroy();
    await copy?.end();
    await server?.stop();
    await seed?.close();
  });

  const restore = (tenantId: number, restored: string[] = [], administrator?: string) =>
    restoreTenant(
      {
        owner,
        copy,
        administrator,
        restoreFile: async (key) => void restored.push(key),
        published: (events) => server.core.outbox.publish(events),
      },
      tenantId,
    );

  test("has its earlier state, while the others lose and see nothing", async () => {
    const ada = personOf(back);
    const screen = await watch(ada, back);
    const working = await Promise.all(
      busy.map(async (each) => {
        const person = personOf(each);
        return { each, person, screen: await watch(person, each), moves: 1 };
      }),
    );
    const direct = new pg.Client(databaseUrl);
    await direct.connect();
    const atTheMinute = await rowsOf(back.tenant.id, copy);
    // The schedule of the running server may write reminders at any time.
    const rowsOfQuiet = () =>
      Promise.all(
        quiet.map(async ({ tenant }) => {
          const rows = await rowsOf(tenant.id, direct);
          rows.delete("leave_reminder");
          return rows;
        }),
      );
    const ofQuiet = await rowsOfQuiet();

    for (const column of [2, 0, 2]) expect((await moveTo(ada, back, column)).status).toBe(200);
    const newcomer = await seed.person(back.tenant, "Newcomer");
    await screen.reaches(4);

    let isRestored = false;
    const load = working.map(async (worker) => {
      while (!isRestored || worker.moves < 5) {
        expect((await moveTo(worker.person, worker.each, (worker.moves % 2) * 2)).status).toBe(200);
        worker.moves += 1;
      }
    });
    await restore(back.tenant.id).finally(() => (isRestored = true));
    await Promise.all(load);

    const after = await rowsOf(back.tenant.id, direct);
    const differing = [...new Set([...atTheMinute.keys(), ...after.keys()])].filter(
      (table) => JSON.stringify(after.get(table)) !== JSON.stringify(atTheMinute.get(table)),
    );
    expect(
      differing.filter((table) => !["session", "event_stream", "domain_event", "audit_change"].includes(table)),
    ).toEqual([]);
    expect(await rowsOfQuiet()).toEqual(ofQuiet);
    await direct.end();

    for (const { each, person, screen: others, moves } of working) {
      await others.reaches(moves);
      expect([others.board, others.faults]).toEqual([boardFromReply(await person.board(each.project)), []]);
    }
    screen.cut();
    screen.mend();
    const fresh = boardFromReply(await ada.board(back.project));
    expect(fresh.revision).toBe(1);
    await screen.showsEpoch(fresh.epoch);
    expect(screen.board).toEqual(fresh);
    expect((await new Person(server.base, back.tenant.host, newcomer).http.send("GET", "/auth/user")).status).toBe(401);
    expect((await moveTo(ada, back, 0)).status).toBe(200);
    await screen.reaches(2);
    expect(screen.board).toEqual(boardFromReply(await ada.board(back.project)));
  });

  test("keeps what was revoked, and puts deleted files back", async () => {
    const other = quiet[0] as Organization;
    const { tenant, member } = other;
    const file = async (connection: Pick<pg.Client, "query">, key: string) =>
      connection.query(
        `INSERT INTO file (tenant_id, storage_key, name, type, size) VALUES ($1, $2, 'a.txt', 'text/plain', 1)`,
        [tenant.id, key],
      );
    await file(copy, `${tenant.id}/aa/earlier`);
    const direct = new pg.Client(databaseUrl);
    await direct.connect();
    try {
      await file(direct, `${tenant.id}/bb/later`);
      await direct.query("INSERT INTO loose_file (tenant_id, storage_key, due) VALUES ($1, $2, now())", [
        tenant.id,
        `${tenant.id}/aa/earlier`,
      ]);
      await direct.query("DELETE FROM session WHERE tenant_id = $1", [tenant.id]);
      await direct.query("UPDATE app_user SET password_hash = 'changed since', fullname = 'Ada B.' WHERE id = $1", [
        member.id,
      ]);

      const restored: string[] = [];
      await restore(tenant.id, restored);
      expect(restored).toEqual([`${tenant.id}/aa/earlier`]);
      const looseFiles = await direct.query("SELECT storage_key AS key FROM loose_file WHERE tenant_id = $1", [
        tenant.id,
      ]);
      expect(looseFiles.rows).toEqual([{ key: `${tenant.id}/bb/later` }]);
      const user = await direct.query("SELECT fullname, password_hash FROM app_user WHERE id = $1", [member.id]);
      expect(user.rows).toEqual([{ fullname: "Ada", password_hash: "changed since" }]);
      expect((await personOf(other).http.send("GET", "/auth/user")).status).toBe(401);
    } finally {
      await direct.end();
    }
  });

  test("waits for running sweeps, and new ones skip its files", async () => {
    const { tenant } = quiet[0] as Organization;
    const [claimed, due] = ["claimed", "due"].map((name) => `${tenant.id}/cc/${name}`) as [string, string];
    const direct = new pg.Client(databaseUrl);
    await direct.connect();
    try {
      for (const key of [claimed, due]) {
        await copy.query(
          `INSERT INTO file (tenant_id, storage_key, name, type, size) VALUES ($1, $2, 'a.txt', 'text/plain', 1)`,
          [tenant.id, key],
        );
        await direct.query("INSERT INTO loose_file (tenant_id, storage_key, due) VALUES ($1, $2, now())", [
          tenant.id,
          key,
        ]);
      }
      await direct.query(
        "UPDATE loose_file SET claimed = true, due = now() + interval '1 hour' WHERE storage_key = $1",
        [claimed],
      );
      const claimable: unknown[] = [];
      const restoring = restoreTenant(
        {
          owner,
          copy,
          restoreFile: async () => {
            const looseFiles = "SELECT storage_key FROM loose_file WHERE tenant_id = $1 FOR UPDATE SKIP LOCKED";
            claimable.push((await direct.query(looseFiles, [tenant.id])).rows);
          },
        },
        tenant.id,
      );
      const waiting = "SELECT FROM pg_stat_activity WHERE query LIKE '%AS swept%' AND pid <> pg_backend_pid()";
      await waitUntil("the restore waits", async () => (await direct.query(waiting)).rows.length > 0);
      await direct.query("DELETE FROM loose_file WHERE storage_key = $1", [claimed]); // the sweep has removed the bytes
      await restoring;
      expect(claimable.length).toBeGreaterThanOrEqual(2);
      expect(claimable.flat()).toEqual([]);
    } finally {
      await direct.end();
    }
  });

  test("doesn't restore rights that were withdrawn since, and keeps the audit log", async () => {
    const { tenant } = quiet[0] as Organization;
    const first = async <Row>(connection: pg.Client, statement: string, values: unknown[]): Promise<Row> =>
      (await connection.query(statement, values)).rows[0] as Row;
    const insertRole = (connection: pg.Client, name: string, permissions: string[]) =>
      first<{ id: number }>(
        connection,
        "INSERT INTO role (tenant_id, name, permissions) VALUES ($1, $2, $3) RETURNING id",
        [tenant.id, name, permissions],
      );
    const insertUser = (connection: pg.Client, name: string, roleId: number) =>
      first<{ id: number }>(
        connection,
        `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
         VALUES ($1, lower($2) || '@rights.test', $2, 'hash', $3) RETURNING id`,
        [tenant.id, name, roleId],
      );
    const direct = new pg.Client(databaseUrl);
    await direct.connect();
    try {
      const { id: wide } = await insertRole(direct, "Wide", ["project-create", "user-edit"]);
      const { id: narrow } = await insertRole(direct, "Narrow", ["project-create"]);
      const leaver = await insertUser(direct, "Leaver", narrow);
      const demoted = await insertUser(direct, "Demoted", wide);
      const promoted = await insertUser(direct, "Promoted", narrow);
      const outsider = await insertUser(direct, "Outsider", narrow);
      for (const table of ["role", "app_user"])
        for (const { row } of (
          await direct.query(`SELECT r::text AS row FROM ${table} r WHERE tenant_id = $1 AND id >= $2`, [
            tenant.id,
            table === "role" ? wide : leaver.id,
          ])
        ).rows) {
          const { rows } = await copy.query(
            `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
             WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
          );
          const { columns } = rows[0] as { columns: string };
          await copy.query(
            `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM (SELECT ($1::text::${table}).*) AS r`,
            [row],
          );
        }
      const deleted = await insertUser(copy, "Deleted", narrow);

      const { id: fresh } = await insertRole(direct, "Fresh", []);
      await direct.query("UPDATE app_user SET active = false WHERE id = $1", [leaver.id]);
      await direct.query("UPDATE app_user SET external = true WHERE id = $1", [outsider.id]);
      await direct.query("UPDATE app_user SET role_id = $2 WHERE id = $1", [demoted.id, fresh]);
      await direct.query("UPDATE app_user SET role_id = $2 WHERE id = $1", [promoted.id, wide]);
      await direct.query("UPDATE role SET permissions = '{project-create,role-edit}' WHERE id = $1", [wide]);
      const audited = await direct.query("SELECT id FROM audit_change WHERE tenant_id = $1 ORDER BY id", [tenant.id]);
      expect(audited.rows.length).toBeGreaterThan(3);

      const printed: string[] = [];
      await restoreTenant(
        { owner, copy, restoreFile: async () => {}, published: () => {}, print: (text) => printed.push(text) },
        tenant.id,
      );

      const users = await direct.query(
        `SELECT u.fullname AS name, u.active, u.external, r.name AS role FROM app_user u JOIN role r ON r.id = u.role_id
         WHERE u.tenant_id = $1 AND u.email LIKE '%@rights.test' ORDER BY u.fullname`,
        [tenant.id],
      );
      expect(users.rows).toEqual([
        { name: "Deleted", active: false, external: false, role: "Narrow" },
        { name: "Demoted", active: true, external: false, role: "Fresh" },
        { name: "Leaver", active: false, external: false, role: "Narrow" },
        { name: "Outsider", active: true, external: true, role: "Narrow" },
        { name: "Promoted", active: true, external: false, role: "Narrow" },
      ]);
      const role = await direct.query("SELECT permissions FROM role WHERE id = $1", [wide]);
      expect(role.rows).toEqual([{ permissions: ["project-create"] }]);
      const auditChanges = await direct.query("SELECT id FROM audit_change WHERE tenant_id = $1 ORDER BY id", [
        tenant.id,
      ]);
      expect(auditChanges.rows).toEqual(audited.rows);
      expect(printed).toEqual(
        expect.arrayContaining([
          "The role Wide keeps only the permissions that it has now.",
          "The account of Deleted is inactive.",
          "The account of Demoted keeps its present role.",
          "The account of Leaver is inactive.",
          "The account of Outsider is external.",
        ]),
      );
      expect(deleted.id).toBeGreaterThan(0);
    } finally {
      await direct.end();
    }
  });

  test("keeps an administrator who can sign in, and the single sign-on", async () => {
    const { tenant } = quiet[0] as Organization;
    const direct = new pg.Client(databaseUrl);
    await direct.connect();
    try {
      const insertAdministrator = async (name: string) => {
        const { rows } = await direct.query(
          `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
           VALUES ($1, lower($2) || '@chiefs.test', $2, 'hash', $3) RETURNING id`,
          [tenant.id, name, tenant.roles.administrator],
        );
        return rows[0] as { id: number };
      };
      const administrator = await insertAdministrator("Adam");
      await copy.query(
        `INSERT INTO app_user (id, tenant_id, email, fullname, password_hash, role_id)
         VALUES ($1, $2, 'adam@chiefs.test', 'Adam', 'hash', $3)`,
        [administrator.id, tenant.id, tenant.roles.administrator],
      );
      const chief = await insertAdministrator("Newcomer");
      await direct.query(
        `INSERT INTO sign_on (tenant_id, name, issuer, client_id, client_secret, domains, role_id, required, exempt_user_id)
         VALUES ($1, 'Acme ID', 'https://id.test', 'portal', 'sealed', '{acme.test}', $2, true, $3)`,
        [tenant.id, tenant.roles.employee, chief.id],
      );
      await direct.query("INSERT INTO sign_on_role (tenant_id, value, role_id) VALUES ($1, 'staff', $2)", [
        tenant.id,
        tenant.roles.hr,
      ]);
      const stateOf = async () =>
        (
          await direct.query(
            `SELECT t.active, s.exempt_user_id AS exempt, m.role_id AS mapped, u.active AS administrator
             FROM tenant t LEFT JOIN sign_on s ON s.tenant_id = t.id LEFT JOIN sign_on_role m ON m.tenant_id = t.id
             JOIN app_user u ON u.tenant_id = t.id AND u.id = $2 WHERE t.id = $1`,
            [tenant.id, administrator.id],
          )
        ).rows[0];
      const mapped = tenant.roles.hr;
      await expect(restore(tenant.id)).rejects.toThrow("Single sign-on is required");
      await direct.query("UPDATE app_user SET active = false WHERE id = $1", [administrator.id]);
      await expect(restore(tenant.id)).rejects.toThrow("No administrator could sign in");
      await expect(restore(tenant.id, [], "newcomer@chiefs.test")).rejects.toThrow("There was no account");
      expect(await stateOf()).toEqual({ active: true, exempt: chief.id, mapped, administrator: false });
      await restore(tenant.id, [], "Adam@chiefs.test");
      expect(await stateOf()).toEqual({ active: true, exempt: administrator.id, mapped, administrator: true });
    } finally {
      await direct.end();
    }
  });

  test("empties only the columns that the foreign key names", async () => {
    const direct = new pg.Client(databaseUrl);
    await direct.connect();
    try {
      await direct.query(`BEGIN;
        CREATE TABLE restore_target (tenant_id bigint, area_id bigint, id bigint, UNIQUE (tenant_id, area_id, id));
        CREATE TABLE restore_source (tenant_id bigint, area_id bigint, target_id bigint,
          FOREIGN KEY (tenant_id, area_id, target_id) REFERENCES restore_target (tenant_id, area_id, id)
            ON DELETE SET NULL (target_id));
        SET LOCAL session_replication_role = replica;
        INSERT INTO restore_source VALUES (1, 2, 3)`);
      const keys = (await direct.query(statements.foreignKeys)).rows as statements.ForeignKey[];
      const key = keys.find(({ source }) => source === "restore_source") as statements.ForeignKey;
      await direct.query(statements.removeDangling(key), [1]);
      const { rows } = await direct.query("SELECT area_id::int, target_id::int FROM restore_source");
      expect(rows).toEqual([{ area_id: 2, target_id: null }]);
    } finally {
      await direct.end();
    }
  });

  test("is refused for a tenant that didn't exist and leaves it active", async () => {
    const tenant = await seed.tenant();
    await expect(restore(tenant.id)).rejects.toThrow("didn't exist");
    expect(await seed.rows("SELECT active FROM tenant WHERE id = $1", [tenant.id])).toEqual([{ active: true }]);
  });
});
