import { protocolVersion, replayLimit } from "../../shared/kernel/streams";
import { projectStream, tenantStream, userStream } from "../../shared/kernel/events";
import * as contract from "../../shared/tasks/tasks.contract";
import { LiveClient } from "../support/live-client";
import type { LiveWorld, Person } from "../support/live-world";
import type { SeededProject } from "../support/seed";
import { describeOnBothBackends } from "./stage";

/** Moves the first card to and fro: each time one event. */
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

  describe("is refused", () => {
    test.each([
      ["without a token", undefined],
      ["with one that nobody has", "A".repeat(43)],
      ["with an object for a token", { $ne: null }],
    ])("a connection %s", async (_, token) => {
      const { world } = await scene();
      await expect(LiveClient.connect(stage.server.base, world.tenant.host, token)).rejects.toThrow("unauthenticated");
    });

    test.each([
      ["of an earlier version of the protocol", protocolVersion - 1, "outdated"],
      ["of a page from before there were versions", undefined, "outdated"],
      ["that says it in words", String(protocolVersion), "outdated"],
      ["of a later version than this server's: another may have it", protocolVersion + 1, "unavailable"],
    ])("a connection %s", async (_, protocol, reason) => {
      const { world, ada } = await scene();
      const connecting = LiveClient.connect(stage.server.base, world.tenant.host, ada.seeded.token, { protocol });
      await expect(connecting).rejects.toThrow(reason);
    });

    test("a connection with another tenant's token", async () => {
      const [here, there] = [await scene(), await scene()];
      const connecting = LiveClient.connect(stage.server.base, here.world.tenant.host, there.ada.seeded.token);
      await expect(connecting).rejects.toThrow("unauthenticated");
    });

    test("a connection under a host name that nobody has", async () => {
      const { ada } = await scene();
      await expect(LiveClient.connect(stage.server.base, "nowhere.test", ada.seeded.token)).rejects.toThrow(
        "unauthenticated",
      );
    });

    test("a connection to a tenant that is switched off, with its reason", async () => {
      const { world, ada } = await scene();
      await stage.seed.rows("UPDATE tenant SET active = false WHERE id = $1", [world.tenant.id]);
      await expect(ada.connect()).rejects.toThrow("tenant_inactive");
    });

    test("a connection while nobody can be asked who it is: not as a stranger, so that the session isn't forgotten", async () => {
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

    test("the stream of a project that one isn't in, that another tenant has, or that doesn't exist", async () => {
      const { world, project } = await scene();
      const other = await scene();
      const eve = await (await world.person("Eve")).connect();
      for (const id of [project.id, other.project.id, 999_999_999]) {
        expect(await eve.subscribe(projectStream(id))).toEqual({ status: "forbidden" });
      }
      // There was something to hear, and she heard nothing of it.
      const ben = await other.ben.watch(other.project);
      await moves(other.ada, other.project, 1);
      await ben.revision(projectStream(other.project.id), 1);
      expect(eve.events).toEqual([]);
    });

    test("someone else's own stream, and another tenant's", async () => {
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
      ["a room of ours", { stream: "1/project:1", since: 0 }],
      ["a fraction", { stream: "project:1.5", since: 0 }],
      ["a list", { stream: ["project:1"], since: 0 }],
      ["a negative revision", { stream: "project:1", since: -1 }],
      ["a text for a revision", { stream: "project:1", since: "0; DROP TABLE task" }],
      ["an enormous number", { stream: "project:99999999999999999999", since: 0 }],
    ])("what isn't well-formed: %s", async (_, message) => {
      const { ada, project } = await scene();
      const socket = await ada.connect();
      expect(await socket.ask("subscribe", message)).toEqual({ status: "forbidden" });
      expect(await socket.subscribe(projectStream(project.id))).toMatchObject({ status: "live" }); // it still listens
    });

    test("messages without an answer to give, and focus and unsubscribe of all shapes, do no harm", async () => {
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

  test("without a past: live, with the revision the stream is at", async () => {
    const { ada, project } = await scene();
    const socket = await ada.connect();
    expect(await socket.subscribe(projectStream(project.id))).toEqual({ status: "live", revision: 0 });
    await moves(ada, project, 2);
    await socket.revision(projectStream(project.id), 2);
    expect(await socket.subscribe(projectStream(project.id), 2)).toEqual({ status: "live", revision: 2 });
  });

  test("with a past: exactly the missed events, as they were sent live", async () => {
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
    expect(late).toEqual({ status: "replay", revision: 5, events: live.sort((a, b) => a.revision - b.revision) });
    expect(live[0]).toMatchObject({ type: "task.moved", actor: { id: ada.id, fullname: "Ada", image: null } });
  });

  test("too far behind, or ahead of what there is: reset", async () => {
    const { world, ada, project } = await scene();
    const stream = projectStream(project.id);
    const socket = await ada.connect();
    expect(await socket.subscribe(stream, 10)).toEqual({ status: "reset", revision: 0 });
    const many = replayLimit + 1;
    await stage.seed.rows(
      `INSERT INTO domain_event (tenant_id, stream, revision, type, data, processed_at)
       SELECT $1, $2, n, 'task.moved', '{}', now() FROM generate_series(1, $3::int) AS n`,
      [world.tenant.id, stream, many],
    );
    await stage.seed.rows("INSERT INTO event_stream (tenant_id, name, revision) VALUES ($1, $2, $3)", [
      world.tenant.id,
      stream,
      many,
    ]);
    expect(await socket.subscribe(stream, 0)).toEqual({ status: "reset", revision: many });
    expect(await socket.subscribe(stream, 1)).toMatchObject({ status: "replay", revision: many });
    await stage.seed.rows("DELETE FROM domain_event WHERE tenant_id = $1 AND revision = 300", [world.tenant.id]);
    expect(await socket.subscribe(stream, 1)).toEqual({ status: "reset", revision: many }); // cut from the log
  });

  test("one's own and the tenant's stream come by themselves, and nobody else's", async () => {
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
      });
      tx.emit("tenant.updated", tenantStream(world.tenant.id), { id: world.tenant.id });
    });
    await adas.event("settings.updated");
    await Promise.all([adas.event("tenant.updated"), bens.event("tenant.updated")]);
    expect(bens.events.map((event) => event.type)).toEqual(["tenant.updated"]);
    expect(await adas.subscribe(userStream(ada.id), 0)).toMatchObject({ status: "replay", revision: 1 });
  });

  test("what is unsubscribed is heard no more; an answer to the call itself tells the revision", async () => {
    const { ada, ben, project } = await scene();
    const [quiet, loud] = [await ben.watch(project), await ben.watch(project)];
    quiet.socket.emit("unsubscribe", { stream: projectStream(project.id) });
    await loud.subscribe(projectStream(project.id)); // behind it in line
    await quiet.subscribe(userStream(ben.id));
    await moves(ada, project, 1);
    await loud.revision(projectStream(project.id), 1);
    expect(quiet.events).toEqual([]);
    expect((await ada.board(project)).revision).toBe(1);
  });
});
