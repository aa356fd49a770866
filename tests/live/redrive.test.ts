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
import { redrive, redriveAtOnce } from "../../workers/platform/redrive";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { Seed, type SeededTenant } from "../support/seed";
import { until } from "../support/until";
import { describeOnBothBackends } from "./stage";

const bump = sql(
  "test.bump",
  "UPDATE app_user SET theme = 'dark', fullname = fullname || '+' WHERE tenant_id = current_tenant() AND id = $1",
);

const quiet = { log: pino({ level: "silent" }) };

describe("events that the queue doesn't bring", () => {
  let seed: Seed;
  let app: DataSource;
  let workerDatabase: DataSource;
  let tenant: SeededTenant;
  let personId: number;
  let stream: StreamName;
  /** Commits, and the process dies before anything is put on the queue. */
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
    seed = Seed.at(url);
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

  /** Adds a plus to the name per event; refuses what is poisoned. */
  const counting: Consumer = {
    name: "counting",
    events: ["settings.updated"],
    consume: async (tx, event) => {
      await tx.rows(bump, [personId]);
      if ((event.data as { theme: string }).theme === "poison") throw new Error("can't stomach this");
    },
  };
  const workshop = () => ({ unitOfWork: crashing, broadcast, consumers: [counting], ...quiet });
  const drive = () => redrive(workerDatabase, (batch) => processEvents(workshop(), batch), quiet);

  test("are found in the log, sent and worked on, once", async () => {
    await emits("a", "b");
    expect(await drive()).toBe(0); // they may still be on their way
    await aged();
    expect(await drive()).toBe(2);
    expect(await drive()).toBe(0);
    expect(await log()).toMatchObject([{ processed: true }, { processed: true }]);
    expect(await nameOf()).toBe("Ada++");
    expect(sent).toMatchObject([
      { stream, events: [{ revision: 1, actor: { id: personId, fullname: "Ada" } }, { revision: 2 }] },
    ]);
  });

  test("are taken oldest first, where there are more than fit into one round", async () => {
    await emits(...Array.from({ length: redriveAtOnce + 60 }, (_, at) => `t${at}`));
    // The younger an event's place in the log, the longer ago it is said to have been.
    await seed.rows("UPDATE domain_event SET at = now() - interval '1 hour' - revision * interval '1 second'");
    const taken: number[] = [];
    await redrive(workerDatabase, async (batch) => void taken.push(...batch.map(({ event }) => event.revision)), quiet);
    expect(taken).toEqual(Array.from({ length: redriveAtOnce }, (_, at) => redriveAtOnce + 60 - at));
  });

  test("that are long come some at a time: Redis ends connections of servers for which tens of megabytes wait", async () => {
    const long = 1_000_000;
    await emits(...Array.from({ length: 12 }, () => "x".repeat(long)));
    await aged();
    expect([await drive(), await drive(), await drive()]).toEqual([4, 4, 4]);
    expect(await drive()).toBe(0);
    for (const batch of sent) expect(JSON.stringify(batch).length).toBeLessThan(8 * long);
  });

  test("that two workers find at the same moment are worked on once", async () => {
    await emits(...Array.from({ length: 30 }, (_, at) => `t${at}`));
    await aged();
    await Promise.all([drive(), drive(), drive()]);
    expect(await nameOf()).toBe(`Ada${"+".repeat(30)}`);
    expect((await log()).every((event) => event.processed)).toBe(true);
  });

  test("of several tenants are worked on inside each", async () => {
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
      });
    });
    await aged();
    await drive();
    expect(await log()).toMatchObject([{ processed: true }, { processed: true }]);
    expect(await nameOf()).toBe("Ada+"); // Ben's event, in his tenant, can't touch her
  });

  test("of a tenant that has missed thousands come by turns with those of others, however much later these were", async () => {
    await emits(...Array.from({ length: 2 * redriveAtOnce + 60 }, (_, at) => `t${at}`));
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
      await processEvents(workshop(), batch);
    };
    while ((await redrive(workerDatabase, note, { ...quiet, served })) > 0);
    expect(turns).toEqual([
      [tenant.id, redriveAtOnce],
      [other.id, 1],
      [tenant.id, redriveAtOnce],
      [tenant.id, 60],
    ]);
  });

  test("one that fails is split from its batch: the others' work stays, and is done once", async () => {
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

  test("what fails five times is parked, left alone, and can be run again", async () => {
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

  test("of kinds that a worker doesn't know wait for a newer one; what is behind them doesn't", async () => {
    await emits(...Array.from({ length: redriveAtOnce }, (_, at) => `t${at}`));
    await seed.rows("UPDATE domain_event SET type = 'kind.of_tomorrow', at = at - interval '1 hour'");
    await emits("a");
    await aged();
    expect(await drive()).toBe(1);
    expect(await drive()).toBe(0);
    expect(await nameOf()).toBe("Ada+");

    const consumers = [{ ...counting, events: ["kind.of_tomorrow"] as never }];
    const kinds = ["settings.updated", "kind.of_tomorrow"];
    const newer = () =>
      redrive(workerDatabase, (batch) => processEvents({ ...workshop(), consumers, kinds }, batch), {
        ...quiet,
        kinds,
      });
    expect(await newer()).toBe(redriveAtOnce);
    expect(await newer()).toBe(0);
    expect(await nameOf()).toBe(`Ada${"+".repeat(redriveAtOnce + 1)}`);
  });

  test("that the queue brings to an older worker are on the screens, and stay unmarked", async () => {
    let published: CommittedEvent[] = [];
    const tell = createUnitOfWork(app, (events) => (published = events));
    await tell({ tenantId: tenant.id }, async (tx) =>
      tx.emit("kind.of_tomorrow" as "tenant.updated", stream, { id: 1 }),
    );
    await processEvents(workshop(), published);
    expect(sent.flatMap((batch) => batch.events.map(({ type }) => type))).toEqual(["kind.of_tomorrow"]);
    const rows = await seed.rows("SELECT attempts, processed_at, parked_at FROM domain_event");
    expect(rows).toEqual([{ attempts: 0, processed_at: null, parked_at: null }]);
  });

  test("a failed event was sent to the screens all the same: they wait for nobody's consumer", async () => {
    await emits("poison");
    await aged();
    await drive();
    expect(sent.flatMap((batch) => batch.events.map((event) => event.revision))).toEqual([1]);
  });

  test("events reach the screens before they count as done, or not at all", async () => {
    await emits("a");
    await aged();
    const deaf: Broadcast = { ...broadcast, flushed: () => Promise.reject(new Error("Redis is away")) };
    const work = (batch: CommittedEvent[]) => processEvents({ ...workshop(), broadcast: deaf }, batch);
    const failed = new Set<number>();
    await redrive(workerDatabase, work, { ...quiet, failed });
    expect([...failed]).toEqual([tenant.id]);
    expect(await log()).toMatchObject([{ processed: false, attempts: 0 }]);
    expect(await drive()).toBe(1);
  });
});

describeOnBothBackends("a worker that is older than the server", (stage) => {
  test("brings what it doesn't know to the screens and leaves it to a newer one, however much of it there is", async () => {
    const world = await stage.world();
    const ada = await world.person("Ada");
    const own = userStream(ada.id);
    const socket = await ada.connect();
    const { database } = stage.server.core;
    const many = redriveAtOnce + 10;
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
    await until("what it knows is done", async () => !(await waiting()).includes("tenant.updated"));
    // Committed later, and not behind all those that wait.
    await createUnitOfWork(database, () => {})({ tenantId: world.tenant.id }, async (tx) => {
      tx.emit("tenant.updated", tenantStream(world.tenant.id), { id: world.tenant.id });
    });
    await stage.seed.rows("UPDATE domain_event SET at = now() - interval '5 seconds' WHERE type = 'tenant.updated'");
    await until("redrive goes on", async () => !(await waiting()).includes("tenant.updated"));
    expect(await waiting()).toEqual(Array.from({ length: many }, () => "kind.of_tomorrow"));
  });
});

describeOnBothBackends("a crash between commit and queue", (stage) => {
  test("the running workers find what was left and bring it to the screens", async () => {
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
