import { housekeepingSchedule } from "../../workers/platform/housekeeping";
import { type Records, recordsOf } from "../factories/records";
import { testServer } from "../support/server";
import type { World } from "../support/world";

const server = testServer();

interface RetentionRule {
  table: string;
  since: string;
  after: string;
  rest(world: World, records: Records, nth: number): Record<string, unknown>;
}
const bytes = (nth: number) => Buffer.from(`housekeeping ${nth}`);
const retentionRules: RetentionRule[] = [
  {
    table: "session",
    since: "expires_at",
    after: "1 day",
    rest: ({ employee }, _, nth) => ({
      user_id: employee.id,
      token_hash: bytes(nth),
      file_hash: bytes(nth),
      remember: false,
      ends_at: new Date(Date.now() + 86_400_000),
    }),
  },
  {
    table: "api_token",
    since: "expires_at",
    after: "30 days",
    rest: ({ employee }, _, nth) => ({
      user_id: employee.id,
      name: "x",
      token_hash: bytes(nth),
      scopes: ["project-view"],
      created_at: new Date(Date.now() - 60 * 86_400_000),
    }),
  },
  {
    table: "idempotency_key",
    since: "created_at",
    after: "1 day",
    rest: ({ employee }, _, nth) => ({ user_id: employee.id, key: `key ${nth}`, request_hash: bytes(nth) }),
  },
  {
    table: "sign_in_step",
    since: "expires_at",
    after: "0 days",
    rest: (_world, _, nth) => ({ purpose: "passkey", token_hash: bytes(nth), challenge: "x" }),
  },
  {
    table: "login_attempt",
    since: "at",
    after: "1 day",
    rest: (_world, _, nth) => ({ purpose: "login", account_hash: bytes(nth), address: "::1" }),
  },
  {
    table: "registration",
    since: "created_at",
    after: "2 days",
    rest: (_world, _, nth) => ({ email: `r${nth}@x.test`, fullname: "R", token_hash: bytes(nth) }),
  },
  {
    table: "known_device",
    since: "last_used_at",
    after: "400 days",
    rest: ({ employee }, _, nth) => ({ user_id: employee.id, token_hash: bytes(nth) }),
  },
  {
    table: "password_reset",
    since: "expires_at",
    after: "1 day",
    rest: ({ employee }, _, nth) => ({ user_id: employee.id, token_hash: bytes(nth) }),
  },
  {
    table: "comment",
    since: "deleted_at",
    after: "1 day",
    rest: ({ admin }, { task }) => ({ task_id: task, author_id: admin.id, body: "Said", deleted_by: admin.id }),
  },
  {
    table: "notification_event",
    since: "at",
    after: "60 days",
    rest: ({ admin }, { notification }, nth) => ({
      user_id: admin.id,
      event_id: 900 + nth,
      notification_id: notification,
      values: {},
      path: "/",
    }),
  },
  {
    table: "notification_delivery",
    since: "done_at",
    after: "30 days",
    rest: ({ admin }, { notification }, nth) => ({
      user_id: admin.id,
      channel: nth % 2 ? "mail" : "push",
      notification_id: notification,
      due_at: new Date(),
    }),
  },
  {
    table: "notification_digest",
    since: "created_at",
    after: "60 days",
    rest: ({ admin }, _, nth) => ({ user_id: admin.id, cadence: nth % 2 ? "daily" : "weekly", period: "2030-01-01" }),
  },
  {
    table: "task_reminder",
    since: "at",
    after: "90 days",
    rest: ({ admin }, { task }, nth) => ({
      task_id: task,
      user_id: admin.id,
      due_date: nth % 2 ? "2030-01-01" : "2030-01-02",
    }),
  },
  {
    table: "notification_mute",
    since: "until",
    after: "1 day",
    rest: ({ admin }, { task, project }, nth) => ({
      user_id: admin.id,
      ...(nth % 2 ? { task_id: task } : { project_id: project }),
    }),
  },
];

test("only rows past their retention period are deleted", async () => {
  const world = await server.world();
  const records = await recordsOf(world, "MINE");
  const added: [table: string, since: string, gone: boolean, age: string][] = [];
  for (const [at, { table, since, after, rest }] of retentionRules.entries())
    for (const isExpired of [false, true]) {
      const row: Record<string, unknown> = {
        tenant_id: world.tenantId,
        ...rest(world, records, 2 * at + Number(isExpired)),
      };
      const names = Object.keys(row).map((name) => `"${name}"`);
      const age = `interval '${after}' ${isExpired ? "+" : "-"} interval '5 minutes'`;
      await server.owner.query(
        `INSERT INTO ${table} (${names.join(", ")}, ${since}) VALUES (${names.map((_, n) => `$${n + 1}`).join(", ")}, now() - (${age}))`,
        Object.values(row),
      );
      added.push([table, since, isExpired, after]);
    }
  const left = async () => {
    const found: [string, boolean, number][] = [];
    for (const [table, since, gone, after] of added) {
      const edge = `now() - interval '${after}'`;
      const near = gone
        ? `BETWEEN ${edge} - interval '10 minutes' AND ${edge}`
        : `BETWEEN ${edge} AND ${edge} + interval '8 minutes'`;
      const [row] = await server.owner.query<{ count: number }[]>(
        `SELECT count(*)::int FROM ${table} WHERE tenant_id = $1 AND ${since} ${near}`,
        [world.tenantId],
      );
      found.push([table, gone, row?.count ?? 0]);
    }
    return found;
  };
  expect(await left()).toEqual(added.map(([table, , gone]) => [table, gone, 1]));
  await server.owner.query("UPDATE tenant SET active = false WHERE id = $1", [world.tenantId]);
  await housekeepingSchedule(await server.workerDatabase(world), server.platform.log).run();
  expect(await left()).toEqual(added.map(([table, , gone]) => [table, gone, gone ? 0 : 1]));
});
