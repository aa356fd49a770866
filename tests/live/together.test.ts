import type { FastifyInstance } from "fastify";
import { ConnectionChecks } from "../../server/platform/live/connection-checks";
import type { StreamPolicy } from "../../server/platform/live/follow-access";
import type { LiveSocket } from "../../server/platform/live/live";
import { subscribeToStream } from "../../server/platform/live/subscribe";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { mayFollowStreams } from "../../server/platform/live/stream-definitions";
import { projectStream, type StreamName, tenantStream, userStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import * as viewing from "../../shared/identity/viewing/viewing.contract";
import * as contract from "../../shared/work/tasks/tasks.contract";
import type { Person } from "../support/live-world";
import type { SeededProject } from "../support/seed";
import { waitUntil } from "../support/wait-until";
import { liveFixture } from "./live-fixture";

/** Simultaneous subscriptions are checked in one batch, each with its own permissions. */
describe("simultaneous reconnects", () => {
  const stage = liveFixture(() => null);

  async function socketOf(person: Person): Promise<LiveSocket> {
    await person.connect();
    const mine = () =>
      [...stage.server.live.io.of("/").sockets.values()].filter(({ data }) => data.token === person.seeded.token);
    await waitUntil("the connection is there", () => mine().length > 0);
    return mine()[0] as LiveSocket;
  }

  function asking(policy: StreamPolicy = mayFollowStreams) {
    const { platform } = stage.server.app;
    const counts = { transactions: 0 };
    const socketWork = ((options, work) => {
      counts.transactions += 1;
      return platform.socketWork(options, work);
    }) as UnitOfWork;
    const checks = new ConnectionChecks({ platform: { ...platform, socketWork } } as FastifyInstance, policy);
    const ask = (socket: LiveSocket, stream: StreamName, since: number | null = null) =>
      subscribeToStream(checks, socket, { stream, since }, () => true);
    return { ask, counts, checks };
  }

  async function moves(person: Person, project: SeededProject, times: number): Promise<void> {
    const id = project.taskIds[0]?.[0] as number;
    for (let turn = 0; turn < times; turn++) {
      const task_status_id = project.columnIds[(turn + 1) % 2];
      const { status } = await person.http.call(contract.moveTask, { params: { id }, body: { task_status_id } });
      expect(status).toBe(200);
    }
  }

  const inRoom = (socket: LiveSocket, stream: StreamName) => [...socket.rooms].some((room) => room.includes(stream));
  const statuses = (answers: readonly { status: string }[]) => answers.map(({ status }) => status);

  test("a batch takes two transactions and applies each user's permissions", async () => {
    const [world, other] = [await stage.world(), await stage.world()];
    const [ada, ben, eve] = [await world.person("Ada"), await world.person("Ben"), await world.person("Eve")];
    const [cleo, chief] = [await world.person("Cleo", "external"), await world.person("Chief", "administrator")];
    const olive = await other.person("Olive", "administrator");
    const project = await world.project(
      [{ person: ada, role: "owner" }, ben, { person: cleo, role: "guest" }],
      [1, 0, 0],
    );
    const bens = await world.project([ben], [1, 0, 0]);
    const stream = projectStream(project.id);
    const sockets = await Promise.all([ada, ben, eve, cleo, chief].map(socketOf));
    const theirs = await socketOf(olive);
    const { ask, counts } = asking();

    const answers = await Promise.all([...sockets.map((socket) => ask(socket, stream)), ask(theirs, stream)]);
    expect(statuses(answers)).toEqual(["live", "live", "forbidden", "live", "live", "forbidden"]);
    expect(counts.transactions).toBe(2 + 1); // one check before and one after joining; the other tenant's user fails the first
    expect([...sockets, theirs].map((socket) => inRoom(socket, stream))).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
    ]);

    const [a, b, e, c] = sockets as [LiveSocket, LiveSocket, LiveSocket, LiveSocket];
    const mixed = await Promise.all([
      ask(a, projectStream(bens.id)),
      ask(b, projectStream(bens.id)),
      ask(c, projectStream(bens.id)),
      ask(a, userStream(ada.id)),
      ask(e, userStream(ada.id)),
      ask(e, tenantStream(world.tenant.id)),
      ask(e, tenantStream(other.tenant.id)),
      ask(e, projectStream(999_999_999)),
    ]);
    expect(statuses(mixed)).toEqual([
      "forbidden",
      "live",
      "forbidden",
      "live",
      "forbidden",
      "live",
      "forbidden",
      "forbidden",
    ]);
    await moves(ada, project, 1);
  });

  test("in a batch of subscriptions only those of an ended session are refused", async () => {
    const [world, other] = [await stage.world(), await stage.world()];
    const [ada, ben, olive] = [await world.person("Ada"), await world.person("Ben"), await other.person("Olive")];
    const project = await world.project([ada, ben], [1, 0, 0]);
    const [adas, bens] = [await socketOf(ada), await socketOf(ben)];
    await stage.seed.rows("DELETE FROM session WHERE tenant_id = $1 AND user_id = $2", [world.tenant.id, ben.id]);
    const { ask, checks } = asking();
    const [mine, ended] = await Promise.allSettled([
      ask(adas, projectStream(project.id)),
      ask(bens, projectStream(project.id)),
    ]);
    expect(mine).toMatchObject({ value: { status: "live" } });
    expect(ended).toMatchObject({ reason: { code: "session.required" } });

    const tokens = [ada.seeded.token, olive.seeded.token, ada.seeded.token, "A".repeat(43)];
    const all = await Promise.all(
      tokens.map((token) => checks.ask(world.tenant.id, { token, connection: null, streams: [] })),
    );
    expect(all.map(({ found }) => found && "id" in found && found.id)).toEqual([ada.id, null, ada.id, null]);
  });

  test("a session viewing as another user is checked with that user's permissions", async () => {
    const world = await stage.world();
    const [ada, eve, chief] = [
      await world.person("Ada"),
      await world.person("Eve"),
      await world.person("Chief", "administrator"),
    ];
    const project = await world.project([ada], [1, 0, 0]);
    const own = await socketOf(chief);
    expect((await chief.http.call(viewing.beginViewing, { body: { user_id: eve.id } })).status).toBe(200);
    await waitUntil("it has ended", () => !own.connected);
    const sockets = [await socketOf(ada), await socketOf(chief), await socketOf(eve)];
    const { ask, counts, checks } = asking();
    const answers = await Promise.all(sockets.map((socket) => ask(socket, projectStream(project.id))));
    expect(statuses(answers)).toEqual(["live", "forbidden", "forbidden"]);
    expect(counts.transactions).toBe(3); // two checks for Ada and Eve together (Eve fails the first), and one for the session viewing as another user
    // Checks on connecting, before the server knows that the session views as another user.
    const found = await Promise.all(
      [ada, chief, eve].map(({ seeded: { token } }) =>
        checks.ask(world.tenant.id, { token, connection: null, streams: [] }),
      ),
    );
    expect(found.map((each) => each.found)).toMatchObject([
      { id: ada.id },
      { id: eve.id, viewing: { viewer: { id: chief.id } } },
      { id: eve.id },
    ]);
    expect(found.map((each) => Boolean(each.found && "viewing" in each.found && each.found.viewing))).toEqual([
      false,
      true,
      false,
    ]);
  });

  test("a batched replay sends users their missed events, and external users fewer", async () => {
    const world = await stage.world();
    const [ada, ben, cleo] = [
      await world.person("Ada"),
      await world.person("Ben"),
      await world.person("Cleo", "external"),
    ];
    const project = await world.project(
      [{ person: ada, role: "owner" }, ben, { person: cleo, role: "guest" }],
      [1, 0, 0],
    );
    const stream = projectStream(project.id);
    await moves(ada, project, 4);
    const withheld = { event: "time_entry.created", at: 3 };
    await stage.seed.rows("UPDATE domain_event SET type = $3 WHERE tenant_id = $1 AND stream = $2 AND revision = $4", [
      world.tenant.id,
      stream,
      withheld.event,
      withheld.at,
    ]);
    const [a, b, c] = [await socketOf(ada), await socketOf(ben), await socketOf(cleo)];
    const { ask, counts } = asking();
    const together = () =>
      Promise.all([
        ask(a, stream, 0),
        ask(b, stream, 2),
        ask(c, stream, 1),
        ask(b, stream, 4),
        ask(b, stream, 9),
        ask(a, stream),
      ]);
    const answers = await together();
    expect(counts.transactions).toBe(2);
    const revisionsOf = (answer: (typeof answers)[number]) =>
      answer.status === "replay" ? answer.events.map(({ revision, type }) => `${revision} ${type}`) : answer;
    expect(answers.map(revisionsOf)).toEqual([
      ["1 task.moved", "2 task.moved", "3 time_entry.created", "4 task.moved"],
      ["3 time_entry.created", "4 task.moved"],
      ["2 task.moved", "3 withheld", "4 task.moved"],
      expect.objectContaining({ status: "live", revision: 4 }),
      expect.objectContaining({ status: "reset", revision: 4 }),
      expect.objectContaining({ status: "live", revision: 4 }),
    ]);
    expect(answers[0]).toMatchObject({ events: [{ actor: { id: ada.id, fullname: "Ada", image: null } }, {}, {}, {}] });
    expect([await ask(a, stream, 0), await ask(c, stream, 1)]).toEqual([answers[0], answers[2]]);
    await stage.seed.rows("DELETE FROM domain_event WHERE tenant_id = $1 AND stream = $2 AND revision = 2", [
      world.tenant.id,
      stream,
    ]);
    expect(statuses(await together())).toEqual(["reset", "replay", "reset", "live", "reset", "live"]);
  });

  test("replays too large for one batch are answered separately", async () => {
    const world = await stage.world();
    const ada = await world.person("Ada");
    const projects = await Promise.all(Array.from({ length: 6 }, () => world.project([ada], [1, 0, 0])));
    for (const { id } of projects) {
      await stage.seed.rows(
        `WITH events AS (INSERT INTO domain_event (tenant_id, stream, revision, type, data, processed_at)
           SELECT $1, $2, n, 'task.moved', '{}', now() FROM generate_series(1, 500) AS n)
         INSERT INTO event_stream (tenant_id, name, revision) VALUES ($1, $2, 500)`,
        [world.tenant.id, projectStream(id)],
      );
    }
    const socket = await socketOf(ada);
    const { ask, counts } = asking();
    await Promise.all(projects.map(({ id }) => ask(socket, projectStream(id))));
    const before = counts.transactions;
    const answers = await Promise.all(projects.map(({ id }) => ask(socket, projectStream(id), 0)));
    expect(answers.map((answer) => answer.status === "replay" && answer.events.length)).toEqual(Array(6).fill(500));
    expect(counts.transactions - before).toBe(3); // one transaction for a batch of four, and two separate ones
  });

  test("a failing check in a batch doesn't affect the other checks", async () => {
    const world = await stage.world();
    const [ada, ben] = [await world.person("Ada"), await world.person("Ben")];
    const project = await world.project([ada, ben], [1, 0, 0]);
    const [a, b] = [await socketOf(ada), await socketOf(ben)];
    const moody: StreamPolicy = async (tx, requests) => {
      if (requests.some(({ actor }) => actor.id === ben.id)) throw new Problem("notFound");
      return mayFollowStreams(tx, requests);
    };
    const { ask } = asking(moody);
    const [mine, his] = await Promise.allSettled([a, b].map((socket) => ask(socket, projectStream(project.id))));
    expect(mine).toMatchObject({ value: { status: "live" } });
    expect(his).toMatchObject({ reason: { code: "notFound" } });
  });

  test("an expired plan refuses replays and board subscriptions", async () => {
    const world = await stage.world();
    const [ada, ben] = [await world.person("Ada"), await world.person("Ben")];
    const project = await world.project([ada, ben], [1, 0, 0]);
    const [a, b] = [await socketOf(ada), await socketOf(ben)];
    await stage.seed.rows("UPDATE tenant SET plan_ends_at = now() - interval '1 second' WHERE id = $1", [
      world.tenant.id,
    ]);
    const { ask } = asking();
    const answers = await Promise.all([
      ask(a, projectStream(project.id), 0),
      ask(b, projectStream(project.id), 0),
      ask(a, userStream(ada.id), 0),
      ask(b, userStream(ben.id)),
    ]);
    expect(statuses(answers)).toEqual(["forbidden", "forbidden", "reset", "live"]);
  });

  test("subscriptions of an inactive tenant are refused", async () => {
    const world = await stage.world();
    const [ada, ben] = [await world.person("Ada"), await world.person("Ben")];
    const [a, b] = [await socketOf(ada), await socketOf(ben)];
    await stage.seed.rows("UPDATE tenant SET active = false WHERE id = $1", [world.tenant.id]);
    const { ask, checks } = asking();
    const streams = await Promise.allSettled([ask(a, userStream(ada.id)), ask(b, userStream(ben.id))]);
    expect(streams).toMatchObject([{ reason: { code: "session.required" } }, { reason: { code: "session.required" } }]);
    const tokens = [ada.seeded.token, "A".repeat(43)];
    const found = await Promise.all(
      tokens.map((token) => checks.ask(world.tenant.id, { token, connection: null, streams: [] })),
    );
    expect(found.map((each) => each.found)).toMatchObject([{ code: "tenant.inactive" }, { code: "tenant.inactive" }]);
  });
});

/** Replays are limited in bytes too, not only in number of events. */
describe("long replays", () => {
  const stage = liveFixture(() => null);

  test("a replay over the byte limit gets a reset, and a shorter one is sent", async () => {
    const world = await stage.world();
    const ada = await world.person("Ada");
    const stream = userStream(ada.id);
    await stage.seed.rows(
      `WITH s AS (INSERT INTO event_stream (tenant_id, name, revision) VALUES ($1, $2, 10)
         ON CONFLICT (tenant_id, name) DO UPDATE SET revision = 10 RETURNING revision)
       INSERT INTO domain_event (tenant_id, stream, revision, type, data, processed_at)
       SELECT $1, $2, n, 'booking.mine', jsonb_build_object('bookings', '[]'::jsonb, 'note', repeat('x', 1000000)), now()
       FROM s, generate_series(1, 10) AS n`,
      [world.tenant.id, stream],
    );
    const client = await ada.connect();
    expect(await client.subscribe(stream, 0)).toMatchObject({ status: "reset", revision: 10 });
    expect(await client.subscribe(stream, 7)).toMatchObject({ status: "replay", revision: 10 });
  });
});
