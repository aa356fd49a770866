import { eventsAtMost } from "../../server/notifications/tell.service";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";

/** What comes in a burst is one notification; a burst has an end. */
const server = testServer();

const told = async (world: World) => void ok(await world.api(world.employee).post("/notification/test"));
const counts = async ({ tenantId }: World): Promise<number[]> => {
  const rows = await server.owner.query("SELECT count FROM notification WHERE tenant_id = $1 ORDER BY id", [tenantId]);
  return rows.map(({ count }: { count: number }) => count);
};

test("with as many as one may stand for, the next begins a new one", async () => {
  const world = await server.world();
  await told(world);
  await server.owner.query("UPDATE notification SET count = $2 WHERE tenant_id = $1", [
    world.tenantId,
    eventsAtMost - 1,
  ]);
  await told(world);
  expect(await counts(world)).toEqual([eventsAtMost]);
  await told(world);
  await told(world);
  expect(await counts(world)).toEqual([eventsAtMost, 2]);
});

test.each([
  ["3 hours 50 minutes", [3]],
  ["4 hours 10 minutes", [2, 1]],
])("%s after its first, however often something came", async (since, expected) => {
  const world = await server.world();
  await told(world);
  await told(world);
  const age = "UPDATE notification SET began_at = now() - $2::interval WHERE tenant_id = $1";
  await server.owner.query(age, [world.tenantId, since]);
  await told(world);
  expect(await counts(world)).toEqual(expected);
});
