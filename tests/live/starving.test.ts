import { projectStream, userStream } from "../../shared/kernel/events";
import { readCurrentUser } from "../../shared/identity/session/session.contract";
import { archiveTask } from "../../shared/work/tasks/tasks.contract";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { LiveClient } from "../support/live-client";
import { waitUntil } from "../support/wait-until";
import { describeOnBothBackends } from "./live-fixture";

describeOnBothBackends("one account at its worst", (stage) => {
  async function scene() {
    const world = await stage.world();
    const greedy = await world.person("Greedy");
    const project = await world.project([greedy], [1, 0, 0]);
    const elsewhere = await stage.world();
    return { world, greedy, project, other: await elsewhere.person("Olive") };
  }

  function watched(tenantId: number) {
    const { platform } = stage.server.app;
    const real = platform.socketWork;
    const concurrency = { now: 0, most: 0 };
    platform.socketWork = (async (options, work) => {
      if (options.tenantId !== tenantId) return real(options, work);
      concurrency.most = Math.max(concurrency.most, ++concurrency.now);
      return real(options, work).finally(() => (concurrency.now -= 1));
    }) as UnitOfWork;
    return { concurrency, end: () => (platform.socketWork = real) };
  }

  test("many concurrent subscriptions of a session are checked sequentially", async () => {
    const { world, greedy, project, other } = await scene();
    const sockets = [await greedy.connect(), await greedy.connect(), await greedy.connect()];
    const { concurrency, end } = watched(world.tenant.id);
    try {
      const order: string[] = [];
      const all = sockets.flatMap((socket) =>
        Array.from({ length: 30 }, () => socket.subscribe(projectStream(project.id), 0)),
      );
      const mine = Promise.all(all).then((acks) => (order.push("greedy"), acks));
      const theirs = other.http.call(readCurrentUser, {}).then((answer) => (order.push("other"), answer));
      const socket = other.connect().then((client) => client.subscribe(userStream(other.id)));
      expect((await theirs).status).toBe(200);
      expect(await socket).toMatchObject({ status: "live" });
      const acks = await mine;
      expect(new Set(acks.map(({ status }) => status))).toEqual(new Set(["live"]));
      expect(order).toEqual(["other", "greedy"]);
      expect(concurrency.most).toBe(1);
    } finally {
      end();
    }
  });

  test("two thousand subscriptions end the connection and don't affect other users", async () => {
    const { greedy, project, other } = await scene();
    const socket = await greedy.connect();
    for (let n = 0; n < 2_000; n++) void socket.subscribe(projectStream(project.id), 0).catch(() => {});
    await socket.disconnected();
    expect((await other.http.call(readCurrentUser, {})).status).toBe(200);
    expect(await (await other.connect()).subscribe(userStream(other.id))).toMatchObject({ status: "live" });
  });

  test("a flood of messages, even unknown ones, ends the connection", async () => {
    const { greedy, other } = await scene();
    const socket = await greedy.connect();
    for (let n = 0; n < 1_100; n++) socket.say("nonsense", { n });
    await socket.disconnected();
    expect((await (await other.connect()).subscribe(userStream(other.id))).status).toBe("live");
  });

  test("a session can have at most twenty sockets", async () => {
    const { greedy, other } = await scene();
    const open = await Promise.all(Array.from({ length: 20 }, () => greedy.connect()));
    for (const socket of open) expect((await socket.subscribe(userStream(greedy.id))).status).toBe("live");
    const { base } = stage.server;
    const extraConnection = await LiveClient.connect(base, greedy.host, greedy.seeded.token);
    await extraConnection.disconnected();
    expect((await (await other.connect()).subscribe(userStream(other.id))).status).toBe("live");
    open[0]?.close();
    await waitUntil("a place is free", async () => {
      const again = await LiveClient.connect(base, greedy.host, greedy.seeded.token);
      const refused = again.disconnected().then(() => false);
      const live = again.subscribe(userStream(greedy.id)).then(() => true);
      live.catch(() => {}); // rejected when its connection ends
      return Promise.race([refused, live]).finally(() => again.close());
    });
  });

  test("sockets and calls use separate connection pools", async () => {
    const { world, greedy, project } = await scene();
    const { platform } = stage.server.app;
    const socket = await greedy.connect();
    for (const [taken, size] of [
      [platform.unitOfWork, 16],
      [platform.socketWork, 4],
    ] as const) {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      let inside = 0;
      let all = () => {};
      const full = new Promise<void>((resolve) => (all = resolve));
      // A single tenant can't use the whole pool for calls.
      const tenantOf = (n: number) => world.tenant.id + (n < 12 ? 0 : 1);
      const holding = Array.from({ length: size }, (_, n) =>
        taken({ tenantId: tenantOf(n), readOnly: true }, async () => {
          if (++inside === size) all();
          await released;
        }),
      );
      await full;
      if (size === 16) expect((await socket.subscribe(projectStream(project.id))).status).toBe("live");
      else expect((await greedy.http.call(readCurrentUser, {})).status).toBe(200);
      release();
      await Promise.all(holding);
    }
  });

  test("an expired plan ends board streams but still allows the tenant's stream", async () => {
    const { world, greedy, project } = await scene();
    const task = project.taskIds[0]?.[0] as number;
    const socket = await greedy.watch(project);
    await greedy.http.call(archiveTask, { params: { id: task }, body: {} });
    await stage.seed.rows("UPDATE tenant SET plan_ends_at = now() - interval '1 second' WHERE id = $1", [
      world.tenant.id,
    ]);
    stage.server.live.checkPlans();
    await socket.revoked(projectStream(project.id));
    const again = await greedy.connect();
    expect(await again.subscribe(projectStream(project.id), 0)).toEqual({ status: "forbidden" });
    expect(await again.subscribe(userStream(greedy.id), 0)).toMatchObject({ status: "reset" });
  });
});
