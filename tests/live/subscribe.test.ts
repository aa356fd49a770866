import { protocolVersion, replayLimit } from "../../shared/kernel/streams";
import { projectStream, tenantStream, userStream } from "../../shared/kernel/events";
import * as contract from "../../shared/work/tasks/tasks.contract";
import { LiveClient } from "../support/live-client";
import type { LiveWorld, Person } from "../support/live-world";
import type { SeededProject } from "../support/seed";
import { describeOnBothBackends } from "./live-fixture";

async function moves(person: Person, project: SeededProject, times: number): Promise<void> {
  const id = project.taskIds[0]?.[0] as number;
  for (let turn = 0; turn < times; turn++) {
    const task_status_id = project.columnIds[(turn + 1) % 2];
    const { status } = await person.http.call(contract.moveTask, { params: { id }, body: { task_status_id } });
    expect(status).toBe(200);
  }
}

describeOnBothBackends("subscribing", (stage) => {
  async function scene(): Promise<{ world: LiveWorld; ada: Person; ben: Person; project: SeededProject }> {
    const world = await stage.world();
    const ada = await world.person("Ada");
    const ben = await world.person("Ben");
    return { world, ada, ben, project: await world.project([ada, ben], [1, 0, 0]) };
  }

  describe("refused connections and streams", () => {
    test.each([
      ["without a token", undefined],
      ["with an unknown token", "A".repeat(43)],
      ["with an object for a token", { $ne: null }],
    ])("a connection %s is refused", async (_, token) => {
      const { world } = await scene();
      await expect(LiveClient.connect(stage.server.base, world.tenant.host, token)).rejects.toThrow("unauthenticated");
    });

    test.each([
      ["of an earlier version of the protocol", protocolVersion - 1, "outdated"],
      ["without a protocol version", undefined, "outdated"],
      ["with a textual version", String(protocolVersion), "outdated"],
      ["with a later version than this server's", protocolVersion + 1, "unavailable"],
    ])("a connection %s is refused", async (_, protocol, reason) => {
      const { world, ada } = await scene();
      const connecting = LiveClient.connect(stage.server.base, world.tenant.host, ada.seeded.token, { protocol });
      await expect(connecting).rejects.toThrow(reason);
    });

    test("a connection with another tenant's token is refused", async () => {
      const [first, second] = [await scene(), await scene()];
      const connecting = LiveClient.connect(stage.server.base, first.world.tenant.host, second.ada.seeded.token);
      await expect(connecting).rejects.toThrow("unauthenticated");
    });

    test("a connection with an unknown host name is refused", async () => {
      const { ada } = await scene();
      await expect(LiveClient.connect(stage.server.base, "nowhere.test", ada.seeded.token)).rejects.toThrow(
        "unauthenticated",
      );
    });

    test("a connection to an inactive tenant is refused with the reason", async () => {
      const { world, ada } = await scene();
      await stage.seed.rows("UPDATE tenant SET active = false WHERE id = $1", [world.tenant.id]);
      await expect(ada.connect()).rejects.toThrow("tenant_inactive");
    });

    test("a connection during a database outage gets unavailable and keeps the session", async () => {
      const { ada } = await scene();
      const { platform } = stage.server.app;
      const real = platform.socketWork;
      platform.socketWork = () => Promise.reject(new Error("the database is away"));
      try {
        await expect(ada.connect()).rejects.toThrow("unavailable");
      } finally {
        platform.socketWork = real;
      }
      expect((await ada.connect()).socket.connected).toBe(true);
    });

    test("streams of inaccessible, other tenants' and unknown projects are forbidden", async () => {
      const { world, project } = await scene();
      const other = await scene();
      const eve = await (await world.person("Eve")).connect();
      for (const id of [project.id, other.project.id, 999_999_999]) {
        expect(await eve.subscribe(projectStream(id))).toEqual({ status: "forbidden" });
      }
      // Proves that there was an event, which Eve didn't receive.
      const ben = await other.ben.watch(other.project);
      await moves(other.ada, other.project, 1);
      await ben.revision(projectStream(other.project.id), 1);
      expect(eve.events).toEqual([]);
    });

    test("other users' and other tenants' streams are forbidden", async () => {
      const { ada, ben } = await scene();
      const other = await scene();
      const socket = await ada.connect();
      for (const stream of [userStream(ben.id), userStream(other.ada.id), tenantStream(other.world.tenant.id)]) {
        expect(await socket.subscribe(stream)).toEqual({ status: "forbidden" });
      }
    });

    test.each([
      ["no stream", {}],
      ["nothing", null],
      ["a text", "project:1"],
      ["an unknown kind", { stream: "planet:1", since: 0 }],
      ["zero", { stream: "project:0", since: 0 }],
      ["an internal socket room", { stream: "1/project:1", since: 0 }],
      ["a fraction", { stream: "project:1.5", since: 0 }],
      ["a list", { stream: ["project:1"], since: 0 }],
      ["a negative revision", { stream: "project:1", since: -1 }],
      ["a text for a revision", { stream: "project:1", since: "0; DROP TABLE task" }],
      ["an enormous number", { stream: "project:99999999999999999999", since: 0 }],
    ])("a malformed subscription is forbidden: %s", async (_, message) => {
      const { ada, project } = await scene();
      const socket = await ada.connect();
      expect(await socket.ask("subscribe", message)).toEqual({ status: "forbidden" });
      expect(await socket.subscribe(projectStream(project.id))).toMatchObject({ status: "live" });
    });

    test("malformed messages of any kind don't break the socket", async () => {
      const { ada, project } = await scene();
      const socket = await ada.connect();
      const anything = [undefined, null, 7, "x", [], { stream: 7 }, { stream: "project:7", taskId: {}, over: "x" }];
      for (const name of ["subscribe", "unsubscribe", "focus", "events", "nonsense"]) {
        for (const message of anything) socket.say(name, message);
      }
      expect(await socket.subscribe(projectStream(project.id))).toMatchObject({ status: "live" });
      expect(socket.socket.connected).toBe(true);
    });
  });

  test("without a revision, a subscription is live at the current revision", async () => {
    const { ada, project } = await scene();
    const socket = await ada.connect();
    expect(await socket.subscribe(projectStream(project.id))).toMatchObject({ status: "live", revision: 0 });
    await moves(ada, project, 2);
    await socket.revision(projectStream(project.id), 2);
    expect(await socket.subscribe(projectStream(project.id), 2)).toMatchObject({ status: "live", revision: 2 });
  });

  test("with a revision, a subscription replays exactly the missed events", async () => {
    const { ada, ben, project } = await scene();
    const stream = projectStream(project.id);
    const watcher = await ben.watch(project);
    await moves(ada, project, 5);
    await watcher.revision(stream, 5);
    const late = await (await ben.connect()).subscribe(stream, 2);
    const live = watcher
      .of(stream)
      .map(({ stream: _, ...event }) => event)
      .filter((event) => event.revision > 2);
    expect(late).toMatchObject({ status: "replay", revision: 5, events: live.sort((a, b) => a.revision - b.revision) });
    expect(live[0]).toMatchObject({ type: "task.moved", actor: { id: ada.id, fullname: "Ada", image: null } });
  });

  test("a subscription from a too old or future revision gets a reset", async () => {
    const { world, ada, project } = await scene();
    const stream = projectStream(project.id);
    const socket = await ada.connect();
    expect(await socket.subscribe(stream, 10)).toMatchObject({ status: "reset", revision: 0 });
    const eventCount = replayLimit + 1;
    await stage.seed.rows(
      `INSERT INTO domain_event (tenant_id, stream, revision, type, data, processed_at)
       SELECT $1, $2, n, 'task.moved', '{}', now() FROM generate_series(1, $3::int) AS n`,
      [world.tenant.id, stream, eventCount],
    );
    await stage.seed.rows("INSERT INTO event_stream (tenant_id, name, revision) VALUES ($1, $2, $3)", [
      world.tenant.id,
      stream,
      eventCount,
    ]);
    expect(await socket.subscribe(stream, 0)).toMatchObject({ status: "reset", revision: eventCount });
    expect(await socket.subscribe(stream, 1)).toMatchObject({ status: "replay", revision: eventCount });
    await stage.seed.rows("DELETE FROM domain_event WHERE tenant_id = $1 AND revision = 300", [world.tenant.id]);
    expect(await socket.subscribe(stream, 1)).toMatchObject({ status: "reset", revision: eventCount });
  });

  test("a connection follows its user's and its tenant's streams automatically", async () => {
    const { world, ada, ben } = await scene();
    const [adas, bens] = [await ada.connect(), await ben.connect()];
    await stage.server.core.unitOfWork({ tenantId: world.tenant.id }, async (tx) => {
      tx.emit("settings.updated", userStream(ada.id), {
        language: "de",
        theme: null,
        sidebar: null,
        time_zone: null,
        task_layout: null,
        week_start: null,
        shortcuts: null,
      });
      tx.emit("tenant.updated", tenantStream(world.tenant.id), { id: world.tenant.id });
    });
    await adas.event("settings.updated");
    await Promise.all([adas.event("tenant.updated"), bens.event("tenant.updated")]);
    expect(bens.events.map((event) => event.type)).toEqual(["tenant.updated"]);
    expect(await adas.subscribe(userStream(ada.id), 0)).toMatchObject({ status: "replay", revision: 1 });
  });

  test("unsubscribing stops the stream's events and returns the revision", async () => {
    const { ada, ben, project } = await scene();
    const [quiet, loud] = [await ben.watch(project), await ben.watch(project)];
    quiet.socket.emit("unsubscribe", { stream: projectStream(project.id) });
    await loud.subscribe(projectStream(project.id)); // processed after the unsubscribe message
    await quiet.subscribe(userStream(ben.id));
    await moves(ada, project, 1);
    await loud.revision(projectStream(project.id), 1);
    expect(quiet.events).toEqual([]);
    expect((await ada.board(project)).revision).toBe(1);
  });
});
