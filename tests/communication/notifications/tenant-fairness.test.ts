import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { createPushSender } from "../../../server/communication/notifications/push";
import { sendDueDeliveries } from "../../../workers/communication/notifications/deliveries";
import { deliveryBatchSize, claimDeliveries } from "../../../workers/communication/notifications/deliveries.sql";
import { testServer } from "../../support/server";
import { waitUntil } from "../../support/wait-until";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { deliveryConfig, deliveryFixture } from "./delivery-fixture";

/** Slow services, or a user with thousands of deliveries, must not delay other users. */
const server = testServer(deliveryConfig);
const stand = deliveryFixture(() => server);

// Due deliveries of earlier test files would be sent as well.
beforeEach(() => server.owner.query("DELETE FROM notification_delivery"));

const notify = async (world: World, who: Person) => void requireOk(await world.api(who).post("/notification/test"));

test("a slow mail server of one tenant doesn't delay another tenant", async () => {
  const worlds = [await server.world(), await server.world()];
  for (const world of worlds) await notify(world, world.employee);
  const sent: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const deliver = async ({ to }: { to: string }) => {
    sent.push(to);
    if (sent.length === 1) await answered;
  };
  const sendingRun = sendDueDeliveries({ ...stand.dependencies(), mailer: { deliver } });
  await waitUntil("the other's mail is on its way", () => sent.length === 2);
  answer();
  await sendingRun;
  expect(sent.toSorted()).toEqual(worlds.map(({ employee }) => employee.email).toSorted());
});

test("a push service that doesn't respond doesn't delay mail", async () => {
  const world = await server.world();
  requireOk(await world.api(world.employee).post("/notification/push-subscription", stand.pushes.browser("silent")));
  await notify(world, world.employee);
  let answer = () => {};
  const answered = new Promise<"later">((resolve) => {
    answer = () => resolve("later");
  });
  let started = false;
  const push = {
    send: () => {
      started = true;
      return answered;
    },
  };
  await server.owner.query(
    "UPDATE notification_delivery SET due_at = now() - interval '1 hour' WHERE channel = 'push'",
  );
  const sendingRun = sendDueDeliveries({ ...stand.dependencies(), push });
  await waitUntil("it is asked", () => started);
  await notify(world, world.manager);
  await waitUntil("the mail is there", () => stand.mailsTo(world.manager.email).length === 1);
  answer();
  await sendingRun;
});

test("a push service that timed out is skipped for some time", async () => {
  let connections = 0;
  const silent = createServer(() => {
    connections += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  try {
    const config = { ...server.platform.config, pushOrigins: [origin, stand.pushes.origin] };
    const { send } = createPushSender(stand.dependencies().workerDatabase, config, 50);
    const to = (address: string) => {
      const { keys, endpoint } = stand.pushes.browser("patient");
      return send({ endpoint: address || endpoint, ...keys }, { payload: "{}", topic: "x" });
    };
    await expect(to(`${origin}/1`)).rejects.toThrow();
    expect(await to(`${origin}/2`)).toBe("later");
    expect(connections).toBe(1);
  } finally {
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  }
});

test("a push with unusable browser keys is refused", async () => {
  const noPoint = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString("base64url");
  const target = { endpoint: stand.pushes.browser("odd").endpoint, p256dh: noPoint, auth: "A".repeat(22) };
  expect(await stand.dependencies().push.send(target, { payload: "{}", topic: "x" })).toBe("refused");
});

test("one user's hundreds of deliveries don't delay another user's", async () => {
  const world = await server.world();
  const { tenantId, manager, employee } = world;
  await notify(world, employee);
  await server.owner.query(
    `INSERT INTO notification_delivery (tenant_id, user_id, channel, notification_id, due_at, attempts)
     SELECT tenant_id, user_id, channel, notification_id, due_at - interval '1 hour', 1
     FROM notification_delivery, generate_series(1, 100) WHERE tenant_id = $1`,
    [tenantId],
  );
  await notify(world, manager);
  const values = ["7f3b0f7e-0000-4000-8000-000000000000", 90, deliveryBatchSize, "mail", 0];
  const people = async () =>
    (await world.tx((tx) => tx.rows<{ user_id: number }>(claimDeliveries, values))).map((row) => row.user_id);
  const first = await people();
  expect([first.length, first.filter((id) => id === manager.id).length]).toEqual([deliveryBatchSize, 1]);
  expect((await people()).length).toBe(deliveryBatchSize);
  await world.tx((tx) => tx.rows(unnamedSql("DELETE FROM notification_delivery")));
});
