import type { DataSource } from "typeorm";
import { connectDatabase } from "../../server/platform/database/database";
import { type StreamName, tenantStream, userStream } from "../../shared/kernel/events";
import { replayLimit } from "../../shared/kernel/streams";
import { eventLogSchedule, pruneEvents } from "../../workers/platform/event-log";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { describeOnBothBackends } from "./live-fixture";

/** Transient events are pruned from the log, and history events are kept. A client that requests pruned events must read again. */
const server = testServer();
let worker: DataSource;
beforeAll(async () => {
  worker = await server.workerDatabase();
});

let world: World;
let stream: StreamName;
beforeEach(async () => {
  world = await server.world();
  stream = userStream(world.employee.id);
});

interface Row {
  type?: string;
  days?: number;
  parked?: boolean;
}

async function insertEvents(rows: readonly Row[], of: World = world, on: StreamName = stream): Promise<void> {
  for (const [at, { type = "request_list.changed", days = 0, parked = false }] of rows.entries()) {
    await server.owner.query(
      `INSERT INTO domain_event (tenant_id, stream, revision, type, data, at, processed_at, parked_at)
       VALUES ($1, $2, $3, $4, '{}', now() - make_interval(days => $5),
         CASE WHEN NOT $6 THEN now() END, CASE WHEN $6 THEN now() END)`,
      [of.tenantId, on, at + 1, type, days, parked],
    );
  }
  await at(rows.length, of, on);
}

const at = (revision: number, of: World = world, on: StreamName = stream) =>
  server.owner.query(
    `INSERT INTO event_stream (tenant_id, name, revision) VALUES ($1, $2, $3)
     ON CONFLICT (tenant_id, name) DO UPDATE SET revision = $3`,
    [of.tenantId, on, revision],
  );

const left = async (of: World = world, on: StreamName = stream) =>
  (
    await server.owner.query<{ revision: number }[]>(
      "SELECT revision FROM domain_event WHERE tenant_id = $1 AND stream = $2 ORDER BY revision",
      [of.tenantId, on],
    )
  ).map(({ revision }) => Number(revision));

const prune = (most?: number) => pruneEvents(worker, world.tenantId, most);

describe("kept events", () => {
  test("history events are kept regardless of their age", async () => {
    const types = ["task.moved", "time_entry.created", "notification.created", "inbox.added", "timer.stopped"];
    await insertEvents(types.map((type) => ({ type, days: 1_000 })));
    expect(await prune()).toBe(0);
    expect(await left()).toEqual([1, 2, 3, 4, 5]);
  });

  test("unprocessed and parked events are kept", async () => {
    await insertEvents([{ days: 30, parked: true }, { days: 30 }]);
    await server.owner.query("UPDATE domain_event SET parked_at = NULL WHERE tenant_id = $1", [world.tenantId]);
    expect(await prune()).toBe(1);
    expect(await left()).toEqual([1]);
  });

  test("events within the replay limit are kept", async () => {
    await insertEvents([{ days: 6 }, {}, {}]);
    await at(replayLimit);
    expect(await prune()).toBe(0);
    expect(await left()).toEqual([1, 2, 3]);
  });

  test("other tenants' events and the stream's revision are kept", async () => {
    const other = await server.world();
    const on = tenantStream(other.tenantId);
    await insertEvents([{ days: 30 }], other, on);
    await insertEvents([{ days: 30 }]);
    expect(await prune()).toBe(1);
    expect(await left(other, on)).toEqual([1]);
    const [{ revision }] = (await server.owner.query<{ revision: number }[]>(
      "SELECT revision FROM event_stream WHERE tenant_id = $1 AND name = $2",
      [world.tenantId, stream],
    )) as [{ revision: number }];
    expect(Number(revision)).toBe(1);
  });
});

describe("pruned events", () => {
  test("transient events older than a week are pruned in batches", async () => {
    await insertEvents([...Array.from({ length: 7 }, () => ({ days: 8 })), {}]);
    expect(await prune(3)).toBe(7);
    expect(await left()).toEqual([8]);
    expect(await prune(3)).toBe(0);
  });

  test("events beyond the replay limit are pruned", async () => {
    await insertEvents([{}, {}, {}]);
    await at(replayLimit + 2);
    expect(await prune()).toBe(2);
    expect(await left()).toEqual([3]);
  });

  test("the schedule prunes every tenant, including inactive ones", async () => {
    const other = await server.world();
    const on = tenantStream(other.tenantId);
    await insertEvents([{ days: 30 }], other, on);
    await insertEvents([{ days: 30 }]);
    await server.owner.query("UPDATE tenant SET active = false WHERE id = $1", [other.tenantId]);
    await eventLogSchedule(await server.workerDatabase(world, other), server.platform.log).run();
    expect([await left(), await left(other, on)]).toEqual([[], []]);
  });
});

describeOnBothBackends("a log that was cut", (stage) => {
  test("subscribing from a pruned event gets a reset, and from a kept one a replay", async () => {
    const { tenant, person } = await stage
      .world()
      .then(async (fixture) => ({ ...fixture, person: await fixture.person("Ada") }));
    const own = userStream(person.id);
    await stage.seed.rows(
      `INSERT INTO domain_event (tenant_id, stream, revision, type, data, at, processed_at)
       SELECT $1, $2, place, 'request_list.changed', '{}', now(), now() FROM generate_series(1, 3) AS place`,
      [tenant.id, own],
    );
    await stage.seed.rows("INSERT INTO event_stream (tenant_id, name, revision) VALUES ($1, $2, 3)", [tenant.id, own]);
    const socket = await person.connect();
    expect(await socket.subscribe(own, 0)).toMatchObject({ status: "replay", revision: 3 });
    // Ages the event only now, since the process's own schedule may run at any time.
    await stage.seed.rows(
      "UPDATE domain_event SET at = now() - interval '8 days' WHERE tenant_id = $1 AND stream = $2 AND revision = 1",
      [tenant.id, own],
    );
    const database = await connectDatabase({ url: stage.databaseUrl, role: "portal_worker", poolSize: 1 });
    await pruneEvents(database, tenant.id).finally(() => database.destroy());
    expect(await socket.subscribe(own, 0)).toMatchObject({ status: "reset", revision: 3 });
    expect(await socket.subscribe(own, 1)).toMatchObject({ status: "replay", revision: 3 });
    expect(await socket.subscribe(own, 3)).toMatchObject({ status: "live", revision: 3 });
  });
});
