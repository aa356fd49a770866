import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { unnamed } from "../../server/platform/database/unit-of-work";
import { createPushSender } from "../../server/platform/mail/push";
import { sendDue } from "../../workers/notifications/deliveries";
import { atOnce, claim } from "../../workers/notifications/deliveries.sql";
import { testServer } from "../support/server";
import { until } from "../support/until";
import type { Person, World } from "../support/world";
import { ok } from "../tasks/board";
import { officeConfig, testOffice } from "./office";

/** Who waits for what is slow, or for somebody's thousands: nobody else. */
const server = testServer(officeConfig);
const stand = testOffice(() => server);

// What is due of organisations of the files before would have its turn as well.
beforeEach(() => server.owner.query("DELETE FROM notification_delivery"));

const tell = async (world: World, who: Person) => void ok(await world.api(who).post("/notification/test"));

test("where a mail server keeps one organisation waiting, another's mail goes out", async () => {
  const worlds = [await server.world(), await server.world()];
  for (const world of worlds) await tell(world, world.employee);
  const sent: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const deliver = async ({ to }: { to: string }) => {
    sent.push(to);
    if (sent.length === 1) await answered;
  };
  const sending = sendDue({ ...stand.office(), mailer: { deliver } });
  await until("the other's mail is on its way", () => sent.length === 2);
  answer();
  await sending;
  expect(sent.toSorted()).toEqual(worlds.map(({ employee }) => employee.email).toSorted());
});

test("a push service that says nothing keeps no mail waiting", async () => {
  const world = await server.world();
  ok(await world.api(world.employee).post("/notification/push-subscription", stand.pushes.browser("silent")));
  await tell(world, world.employee);
  let answer = () => {};
  const answered = new Promise<"later">((resolve) => {
    answer = () => resolve("later");
  });
  let asked = false;
  const push = {
    send: () => {
      asked = true;
      return answered;
    },
  };
  await server.owner.query(
    "UPDATE notification_delivery SET due_at = now() - interval '1 hour' WHERE channel = 'push'",
  );
  const sending = sendDue({ ...stand.office(), push });
  await until("it is asked", () => asked);
  await tell(world, world.manager);
  await until("the mail is there", () => stand.mailsTo(world.manager.email).length === 1);
  answer();
  await sending;
});

test("one that said nothing isn't asked again for a while", async () => {
  let connections = 0;
  const silent = createServer(() => {
    connections += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  try {
    const config = { ...server.platform.config, pushOrigins: [origin, stand.pushes.origin] };
    const { send } = createPushSender(stand.office().workerDatabase, config, 50);
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

test("what can't be encrypted for a browser is given up", async () => {
  const noPoint = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString("base64url");
  const target = { endpoint: stand.pushes.browser("odd").endpoint, p256dh: noPoint, auth: "A".repeat(22) };
  expect(await stand.office().push.send(target, { payload: "{}", topic: "x" })).toBe("refused");
});

test("people of an organisation have turns: somebody's hundreds don't come before another's one", async () => {
  const world = await server.world();
  const { tenantId, manager, employee } = world;
  await tell(world, employee);
  await server.owner.query(
    `INSERT INTO notification_delivery (tenant_id, user_id, channel, notification_id, due_at, attempts)
     SELECT tenant_id, user_id, channel, notification_id, due_at - interval '1 hour', 1
     FROM notification_delivery, generate_series(1, 100) WHERE tenant_id = $1`,
    [tenantId],
  );
  await tell(world, manager);
  const values = ["7f3b0f7e-0000-4000-8000-000000000000", 90, atOnce, "mail", 0];
  const people = async () =>
    (await world.tx((tx) => tx.rows<{ user_id: number }>(claim, values))).map((row) => row.user_id);
  const first = await people();
  expect([first.length, first.filter((id) => id === manager.id).length]).toEqual([atOnce, 1]);
  expect((await people()).length).toBe(atOnce);
  await world.tx((tx) => tx.rows(unnamed("DELETE FROM notification_delivery")));
});
