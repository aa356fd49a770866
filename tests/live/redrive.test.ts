import { pino } from "pino";
import type { DataSource } from "typeorm";
import type { Broadcast } from "../../server/platform/live/broadcast";
import { connectDatabase } from "../../server/platform/database/database";
import {
  type CommittedEvent,
  createUnitOfWork,
  sql,
  type UnitOfWork,
} from "../../server/platform/database/unit-of-work";
import type { EventBatch } from "../../shared/kernel/streams";
import { projectStream, type StreamName, tenantStream, userStream } from "../../shared/kernel/events";
import type { Consumer } from "../../workers/platform/consumer";
import { processEvents } from "../../workers/platform/process-events";
import { redriveLostEvents, redriveBatchSize } from "../../workers/platform/redrive";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { DatabaseSeeder, type SeededTenant } from "../support/seed";
import { waitUntil } from "../support/wait-until";
import { describeOnBothBackends } from "./live-fixture";

const bump = sql(
  "test.bump",
  "UPDATE app_user SET theme = 'dark', fullname = fullname || '+' WHERE tenant_id = current_tenant() AND id = $1",
);

const quiet = { log: pino({ level: "silent" }) };

describe("events missing from the queue", () => {
  let seed: DatabaseSeeder;
  let app: DataSource;
  let workerDatabase: DataSource;
  let tenant: SeededTenant;
  let personId: number;
  let stream: StreamName;
  let crashing: UnitOfWork;
  let sent: EventBatch[];
  const broadcast: Broadcast = {
    events: (_, batch) => void sent.push(batch),
    accessChanged: () => {},
    flushed: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };

  beforeAll(async () => {
    const url = await freshDatabaseUrl("redrive");
    seed = DatabaseSeeder.at(url);
    app = await connectDatabase({ url, role: "portal_app" });
    workerDatabase = await connectDatabase({ url, role: "portal_worker", poolSize: 4 });
    crashing = createUnitOfWork(app, () => {});
  });
  afterAll(async () => {
    await app.destroy();
    await workerDatabase.destroy();
    await seed.close();
  });
  beforeEach(async () => {
    await seed.rows("DELETE FROM domain_event");
    tenant = await seed.tenant();
    personId = (await seed.person(tenant, "Ada")).id;
    stream = userStream(personId);
    sent = [];
  });

  const emits = (...themes: string[]) =>
    crashing({ tenantId: tenant.id, actor: { id: personId, fullname: "Ada", image: null } }, async (tx) => {
      for (const theme of themes)
        tx.emit("settings.updated", stream, {
          language: null,
          theme,
          sidebar: null,
          time_zone: null,
          task_layout: null,
          week_start: null,
          shortcuts: null,
        });
    });
  const aged = () => seed.rows("UPDATE domain_event SET at = at - interval '10 seconds'");
  const log = () =>
    seed.rows<{ theme: string; processed: boolean; parked: boolean; attempts: number; last_error: string | null }>(
      `SELECT data->>'theme' AS theme, processed_at IS NOT NULL AS processed, parked_at IS NOT NULL AS parked, attempts, last_error
       FROM domain_event WHERE type = 'settings.updated' ORDER BY id`,
    );
  const nameOf = async () =>
    (await seed.rows<{ fullname: string }>("SELECT fullname FROM app_user WHERE id = $1", [personId]))[0]?.fullname;

  const counting: Consumer = {
    name: "counting",
    events: ["settings.updated"],
    consume: async (tx, event) => {
      await tx.rows(bump, [personId]);
      if ((event.data as { theme: string }).theme === "poison") throw new Error("can't stomach this");
    },
  };
  const eventContext = () => ({ unitOfWork: crashing, broadcast, consumers: [counting], ...quiet });
  const drive = () => redriveLostEvents(workerDatabase, (batch) => processEvents(eventContext(), batch), quiet);

  test("unpublished events are found in the log, sent and processed once", async () => {
    await emits("a", "b");
    expect(await drive()).toBe(0); // too recent: they may still be in the queue
    await aged();
    expect(await drive()).toBe(2);
    expect(await drive()).toBe(0);
    expect(await log()).toMatchObject([{ processed: true }, { processed: true }]);
    expect(await nameOf()).toBe("Ada++");
    expect(sent).toMatchObject([
      { stream, events: [{ revision: 1, actor: { id: personId, fullname: "Ada" } }, { revision: 2 }] },
    ]);
  });

  test("a job from before a restore isn't processed for the event that has its id now", async () => {
    await emits("before");
    await aged();
    let job: CommittedEvent[] = [];
    await redriveLostEvents(workerDatabase, async (batch) => void (job = batch), quiet);
    await seed.rows("SELECT begin_epoch()");
    await processEvents(eventContext(), job);
    expect([await nameOf(), await log()]).toMatchObject(["Ada", [{ processed: false }]]);
    expect(await drive()).toBe(1);
    expect([await nameOf(), await log()]).toMatchObject(["Ada+", [{ processed: true }]]);
    expect(sent[1]?.epoch).not.toBe(sent[0]?.epoch);
  });

  test("the oldest events are taken first when they exceed one round", async () => {
    await emits(...Array.from({ length: redriveBatchSize + 60 }, (_, at) => `t${at}`));
    await seed.rows("UPDATE domain_event SET at = now() - interval '1 hour' - revision * interval '1 second'");
    const taken: number[] = [];
    await redriveLostEvents(
      workerDatabase,
      async (batch) => void taken.push(...batch.map(({ event }) => event.revision)),
      quiet,
    );
    expect(taken).toEqual(Array.from({ length: redriveBatchSize }, (_, at) => redriveBatchSize + 60 - at));
  });

  test("long events are taken in small batches, since Redis limits output buffers", async () => {
    const long = 1_000_000;
    await emits(...Array.from({ length: 12 }, () => "x".repeat(long)));
    await aged();
    expect([await drive(), await drive(), await drive()]).toEqual([4, 4, 4]);
    expect(await drive()).toBe(0);
    for (const batch of sent) expect(JSON.stringify(batch).length).toBeLessThan(8 * long);
  });

  test("events found by several workers at the same moment are processed once", async () => {
    await emits(...Array.from({ length: 30 }, (_, at) => `t${at}`));
    await aged();
    await Promise.all([drive(), drive(), drive()]);
    expect(await nameOf()).toBe(`Ada${"+".repeat(30)}`);
    expect((await log()).every((event) => event.processed)).toBe(true);
  });

  test("events of several tenants are processed within their tenant", async () => {
    await emits("a");
    const other = await seed.tenant();
    const ben = await seed.person(other, "Ben");
    await crashing({ tenantId: other.id }, async (tx) => {
      tx.emit("settings.updated", userStream(ben.id), {
        language: null,
        theme: "b",
        sidebar: null,
        time_zone: null,
        task_layout: null,
        week_start: null,
        shortcuts: null,
      });
    });
    await aged();
    await drive();
    expect(await log()).toMatchObject([{ processed: true }, { processed: true }]);
    expect(await nameOf()).toBe("Ada+"); // Ben's event in another tenant doesn't affect Ada
  });

  test("a tenant with thousands of missed events alternates with other tenants", async () => {
    await emits(...Array.from({ length: 2 * redriveBatchSize + 60 }, (_, at) => `t${at}`));
    await seed.rows("UPDATE domain_event SET at = at - interval '1 hour'");
    const other = await seed.tenant();
    await crashing({ tenantId: other.id }, async (tx) =>
      tx.emit("tenant.updated", tenantStream(other.id), { id: other.id }),
    );
    await aged();
    const served = new Set<number>();
    const turns: number[][] = [];
    const note = async (batch: CommittedEvent[]) => {
      turns.push([batch[0]?.tenantId ?? 0, batch.length]);
      await processEvents(eventContext(), batch);
    };
    while ((await redriveLostEvents(workerDatabase, note, { ...quiet, served })) > 0);
    expect(turns).toEqual([
      [tenant.id, redriveBatchSize],
      [other.id, 1],
      [tenant.id, redriveBatchSize],
      [tenant.id, 60],
    ]);
  });

  test("a failing event is split from its batch, and the other events are processed", async () => {
    await emits("a", "poison", "b");
    await aged();
    await drive();
    expect(await log()).toMatchObject([
      { theme: "a", processed: true, attempts: 0 },
      { theme: "poison", processed: false, attempts: 1, last_error: expect.stringContaining("can't stomach this") },
      { theme: "b", processed: true, attempts: 0 },
    ]);
    expect(await nameOf()).toBe("Ada++");
  });

  test("an event that fails five times is parked and can be retried later", async () => {
    await emits("poison");
    await aged();
    for (let attempt = 1; attempt <= 5; attempt++) expect(await drive()).toBe(1);
    expect(await drive()).toBe(0);
    expect(await log()).toMatchObject([{ processed: false, parked: true, attempts: 5 }]);
    await seed.rows(`UPDATE domain_event SET parked_at = NULL, attempts = 0, data = data || '{"theme": "cured"}'`);
    expect(await drive()).toBe(1);
    expect(await log()).toMatchObject([{ processed: true, parked: false }]);
    expect(await nameOf()).toBe("Ada+");
  });

  test("events of unknown types wait for a newer worker without blocking other events", async () => {
    await emits(...Array.from({ length: redriveBatchSize }, (_, at) => `t${at}`));
    await seed.rows("UPDATE domain_event SET type = 'kind.of_tomorrow', at = at - interval '1 hour'");
    await emits("a");
    await aged();
    expect(await drive()).toBe(1);
    expect(await drive()).toBe(0);
    expect(await nameOf()).toBe("Ada+");

    const consumers = [{ ...counting, events: ["kind.of_tomorrow"] as never }];
    const kinds = ["settings.updated", "kind.of_tomorrow"];
    const newer = () =>
      redriveLostEvents(workerDatabase, (batch) => processEvents({ ...eventContext(), consumers, kinds }, batch), {
        ...quiet,
        kinds,
      });
    expect(await newer()).toBe(redriveBatchSize);
    expect(await newer()).toBe(0);
    expect(await nameOf()).toBe(`Ada${"+".repeat(redriveBatchSize + 1)}`);
  });

  test("an older worker sends events of unknown types and leaves them unprocessed", async () => {
    let published: CommittedEvent[] = [];
    const tell = createUnitOfWork(app, (events) => (published = events));
    await tell({ tenantId: tenant.id }, async (tx) =>
      tx.emit("kind.of_tomorrow" as "tenant.updated", stream, { id: 1 }),
    );
    await processEvents(eventContext(), published);
    expect(sent.flatMap((batch) => batch.events.map(({ type }) => type))).toEqual(["kind.of_tomorrow"]);
    const rows = await seed.rows("SELECT attempts, processed_at, parked_at FROM domain_event");
    expect(rows).toEqual([{ attempts: 0, processed_at: null, parked_at: null }]);
  });

  test("a failed event is still sent to the screens", async () => {
    await emits("poison");
    await aged();
    await drive();
    expect(sent.flatMap((batch) => batch.events.map((event) => event.revision))).toEqual([1]);
  });

  test("events are marked processed only after they are sent", async () => {
    await emits("a");
    await aged();
    const deaf: Broadcast = { ...broadcast, flushed: () => Promise.reject(new Error("Redis is away")) };
    const work = (batch: CommittedEvent[]) => processEvents({ ...eventContext(), broadcast: deaf }, batch);
    const failed = new Set<number>();
    await redriveLostEvents(workerDatabase, work, { ...quiet, failed });
    expect([...failed]).toEqual([tenant.id]);
    expect(await log()).toMatchObject([{ processed: false, attempts: 0 }]);
    expect(await drive()).toBe(1);
  });
});

describeOnBothBackends("a worker that is older than the server", (stage) => {
  test("redrive sends any number of unknown events and leaves them to a newer worker", async () => {
    const world = await stage.world();
    const ada = await world.person("Ada");
    const own = userStream(ada.id);
    const socket = await ada.connect();
    const { database } = stage.server.core;
    const many = redriveBatchSize + 10;
    await stage.server.core.unitOfWork({ tenantId: world.tenant.id }, async (tx) => {
      for (let n = 0; n < many; n++) tx.emit("kind.of_tomorrow" as "tenant.updated", own, { id: n });
      tx.emit("tenant.updated", tenantStream(world.tenant.id), { id: world.tenant.id });
    });
    await socket.revision(own, many);
    await stage.seed.rows("UPDATE domain_event SET at = at - interval '10 seconds' WHERE tenant_id = $1", [
      world.tenant.id,
    ]);
    const waiting = async () =>
      (
        await stage.seed.rows<{ type: string }>(
          "SELECT type FROM domain_event WHERE tenant_id = $1 AND processed_at IS NULL AND parked_at IS NULL",
          [world.tenant.id],
        )
      ).map(({ type }) => type);
    await waitUntil("what it knows is done", async () => !(await waiting()).includes("tenant.updated"));
    await createUnitOfWork(database, () => {})({ tenantId: world.tenant.id }, async (tx) => {
      tx.emit("tenant.updated", tenantStream(world.tenant.id), { id: world.tenant.id });
    });
    await stage.seed.rows("UPDATE domain_event SET at = now() - interval '5 seconds' WHERE type = 'tenant.updated'");
    await waitUntil("redrive goes on", async () => !(await waiting()).includes("tenant.updated"));
    expect(await waiting()).toEqual(Array.from({ length: many }, () => "kind.of_tomorrow"));
  });
});

describeOnBothBackends("a crash between commit and queue", (stage) => {
  test("running workers find unpublished events and send them", async () => {
    const world = await stage.world();
    const ada = await world.person("Ada");
    const project = await world.project([ada], [1, 0, 0]);
    const socket = await ada.watch(project);
    const { database } = stage.server.core;
    await createUnitOfWork(database, () => {})({ tenantId: world.tenant.id }, async (tx) => {
      tx.emit("column.sorted", projectStream(project.id), { project_id: project.id, ids: project.columnIds });
    });
    await stage.seed.rows("UPDATE domain_event SET at = at - interval '10 seconds' WHERE tenant_id = $1", [
      world.tenant.id,
    ]);
    await socket.event("column.sorted");
  });
});
