import { UserPrivateEntity } from "../../../server/people/people/user-private.entity";
import { mayFollowStreams } from "../../../server/platform/live/stream-definitions";
import { directoryStream } from "../../../shared/kernel/events";
import { type Actor, findActor } from "../../../server/platform/session";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";

/** Row-level security of private rows, and the permission to subscribe to the directory's stream. */
const server = testServer();
let world: World;

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

test("without a reader no private row is visible", async () => {
  expect(await readAs(null)).toEqual([]);
});

test("users without permission see only their own private row", async () => {
  for (const reader of [world.finance.id, world.external.id, 9_007_199_254_740_991])
    expect(await readAs(reader)).toEqual([]);
  expect(await readAs(world.employee.id)).toEqual([world.employee.id]);
  expect(await readAs(world.manager.id)).toEqual([world.manager.id]);
});

test("user-edit holders see all private rows of their tenant only", async () => {
  expect(await readAs(world.hr.id)).toEqual([world.employee.id, world.manager.id].sort((a, b) => a - b));
  const other = await server.world();
  expect(
    await other.tx(async (tx) => {
      await tx.manager.query("SELECT set_config('app.reader_id', $1, true)", [String(world.hr.id)]);
      return tx.repo(UserPrivateEntity).count();
    }),
  ).toBe(0);
});

test("unreadable rows can neither be updated nor deleted", async () => {
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

test("external users and users without permission can't follow the directory", async () => {
  const may = (person: Person, tenantId = world.tenantId) =>
    world.tx(
      async (tx) =>
        (await mayFollowStreams(tx, [{ actor: await actorOf(person), stream: directoryStream(tenantId) }]))[0],
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
