import { UserPrivateEntity } from "../../server/people/user-private.entity";
import { mayFollow } from "../../server/streams.policy";
import { directoryStream } from "../../shared/kernel/events";
import { type Actor, findActor } from "../../server/platform/session";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";

/** What the database itself keeps: private rows, whatever a statement selects. And who may follow the directory. */
const server = testServer();
let world: World;

/** A transaction in which this person reads; null: nobody has said who. */
const readAs = (reader: number | null) =>
  world.tx(async (tx) => {
    if (reader !== null) await tx.manager.query("SELECT set_config('app.reader_id', $1, true)", [String(reader)]);
    const rows = await tx.repo(UserPrivateEntity).find();
    return rows.map(({ userId }) => userId).sort((a, b) => a - b);
  });

const actorOf = (person: Person) =>
  world.tx(async (tx) => ((await findActor(tx, person.token)) as { actor: Actor }).actor);

beforeAll(async () => {
  world = await server.world();
  const ids = [world.employee.id, world.manager.id];
  await server.owner.query(
    "INSERT INTO user_private (tenant_id, user_id, salary, currency) SELECT $1, unnest($2::bigint[]), 4200, 'USD'",
    [world.tenantId, ids],
  );
});

test("nobody has said who reads: no row, however it is asked for", async () => {
  expect(await readAs(null)).toEqual([]);
});

test("finance, a colleague and somebody who doesn't exist see none of others' rows; the person sees their own", async () => {
  for (const reader of [world.finance.id, world.external.id, 9_007_199_254_740_991])
    expect(await readAs(reader)).toEqual([]);
  expect(await readAs(world.employee.id)).toEqual([world.employee.id]);
  expect(await readAs(world.manager.id)).toEqual([world.manager.id]);
});

test("holders of user-edit see all of them, and of another tenant none", async () => {
  expect(await readAs(world.hr.id)).toEqual([world.employee.id, world.manager.id].sort((a, b) => a - b));
  const other = await server.world();
  expect(
    await other.tx(async (tx) => {
      await tx.manager.query("SELECT set_config('app.reader_id', $1, true)", [String(world.hr.id)]);
      return tx.repo(UserPrivateEntity).count();
    }),
  ).toBe(0);
});

test("who may not read a row may neither write nor remove it", async () => {
  const write = (reader: number, text: string) =>
    world.tx(async (tx) => {
      await tx.manager.query("SELECT set_config('app.reader_id', $1, true)", [String(reader)]);
      return tx.manager.query(text);
    });
  const [, changed] = await write(
    world.manager.id,
    `UPDATE user_private SET salary = 1 WHERE user_id = ${world.employee.id}`,
  );
  expect(changed).toBe(0);
  const insert = `INSERT INTO user_private (tenant_id, user_id) VALUES (${world.tenantId}, ${world.finance.id})`;
  await expect(write(world.manager.id, insert)).rejects.toThrow(/row-level security/);
});

test("who sees the directory may follow it: not from outside, not without the permission, not another tenant's", async () => {
  const may = (person: Person, tenantId = world.tenantId) =>
    world.tx(
      async (tx) => (await mayFollow(tx, [{ actor: await actorOf(person), stream: directoryStream(tenantId) }]))[0],
    );
  expect(await may(world.employee)).toBe(true);
  expect(await may(world.employee, world.tenantId + 1)).toBe(false);
  expect(await may(world.external)).toBe(false);
  const role = await world.tx((tx) =>
    tx.manager.query(
      "INSERT INTO role (tenant_id, name, permissions) VALUES (current_tenant(), 'Powerless', '{project-list}') RETURNING id",
    ),
  );
  expect(await may(await world.person("employee", { roleId: Number(role[0].id) }))).toBe(false);
});
