import { tenantStream, userStream } from "../../shared/kernel/events";
import { createUnitOfWork, sql, type Tx, unnamedSql } from "../../server/platform/database/unit-of-work";
import { DepartmentEntity } from "../../server/people/departments/department.entity";
import { testServer } from "../support/server";
import type { World } from "../support/world";

const server = testServer();
const insertDepartment = sql(
  "uow.add",
  "INSERT INTO department (tenant_id, name, code) VALUES (current_tenant(), $1, $1) RETURNING id",
);
const selectDepartmentCodes = sql(
  "uow.codes",
  "SELECT code FROM department WHERE tenant_id = current_tenant() ORDER BY code",
);
const selectEvents = sql(
  "uow.log",
  "SELECT stream, revision, type FROM domain_event WHERE tenant_id = current_tenant() ORDER BY stream, revision",
);
const lockDepartment = sql(
  "uow.lock",
  "SELECT id FROM department WHERE tenant_id = current_tenant() AND code = $1 FOR UPDATE",
);
const selectDivisionByZero = unnamedSql("SELECT 1/0");

const namesIn = (world: World) =>
  world.tx(async (tx) => (await tx.rows<{ code: string }>(selectDepartmentCodes)).map((row) => row.code));
const tell = (tx: Tx, id: number) => tx.emit("tenant.updated", tenantStream(id), { id });

describe("failures", () => {
  test("a failed transaction leaves no rows, events, callbacks or revision", async () => {
    const world = await server.world();
    const after = jest.fn();
    const failing = world.tx(async (tx) => {
      await tx.rows(insertDepartment, ["lost"]);
      tell(tx, world.tenantId);
      tx.afterCommit(after);
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await namesIn(world)).toEqual([]);
    expect(after).not.toHaveBeenCalled();
    expect(world.events()).toEqual([]);
    await world.tx(async (tx) => tell(tx, world.tenantId));
    expect(world.events().map(({ event }) => event.revision)).toEqual([1]);
  });

  test("a swallowed statement error prevents the commit of rows and events", async () => {
    const world = await server.world();
    const swallowing = world.tx(async (tx) => {
      await tx.rows(insertDepartment, ["half"]);
      await tx.rows(selectDivisionByZero).catch(() => {});
      tell(tx, world.tenantId);
    });
    await expect(swallowing).rejects.toThrow();
    expect(await namesIn(world)).toEqual([]);
    expect(world.events()).toEqual([]);
    expect(await world.tx((tx) => tx.rows(selectEvents))).toEqual([]);
  });

  test("a swallowed statement error prevents the commit even without events", async () => {
    const world = await server.world();
    const afterwards = jest.fn();
    const swallowing = world.tx(async (tx) => {
      tx.afterCommit(afterwards);
      await tx.rows(insertDepartment, ["half"]);
      await tx.rows(selectDivisionByZero).catch(() => {});
    });
    await expect(swallowing).rejects.toThrow("rolled back");
    expect(await namesIn(world)).toEqual([]);
    expect(afterwards).not.toHaveBeenCalled();
  });

  test("a read-only transaction can't write", async () => {
    const world = await server.world();
    const writing = server.platform.unitOfWork({ tenantId: world.tenantId, readOnly: true }, (tx) =>
      tx.rows(insertDepartment, ["x"]),
    );
    await expect(writing).rejects.toMatchObject({ code: "25006" });
  });

  test("a transaction requires a valid tenant", async () => {
    for (const tenantId of [Number.NaN, 1.5, "1; DROP TABLE tenant" as never]) {
      await expect(server.platform.unitOfWork({ tenantId }, (tx) => tx.rows(selectDepartmentCodes))).rejects.toThrow(
        "No tenant",
      );
    }
  });

  test("repositories can't access another tenant's rows, even with their ids", async () => {
    const [world, otherWorld] = [await server.world(), await server.world()];
    const { id } = await otherWorld.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Theirs", code: "T" }));
    await world.tx(async (tx) => {
      const departments = tx.repo(DepartmentEntity);
      expect(await departments.findOne({ id })).toBeNull();
      expect(await departments.find({ where: { tenantId: otherWorld.tenantId } })).toEqual([]);
      expect(await departments.update({ id }, { name: "Mine" })).toBe(0);
      expect(await departments.delete({ id })).toBe(0);
      const own = await departments.insert({ name: "x", code: "x", tenantId: otherWorld.tenantId });
      expect(own.tenantId).toBe(world.tenantId);
    });
    expect(await namesIn(otherWorld)).toEqual(["T"]);
  });
});

describe("guarantees", () => {
  test("a read-only transaction has one snapshot", async () => {
    const world = await server.world();
    const snapshots = await server.platform.unitOfWork({ tenantId: world.tenantId, readOnly: true }, async (tx) => {
      const before = await tx.rows(selectDepartmentCodes);
      await world.tx((other) => other.rows(insertDepartment, ["meanwhile"]));
      return [before, await tx.rows(selectDepartmentCodes)];
    });
    expect(snapshots).toEqual([[], []]);
    expect(await namesIn(world)).toEqual(["meanwhile"]);
  });

  test("revisions have no gaps under concurrent and failing writers", async () => {
    const world = await server.world();
    const { tenantId, admin } = world;
    const writes = Array.from({ length: 60 }, (_, n) =>
      world.tx(async (tx) => {
        const streams = n % 2 === 0 ? ["tenant", "user"] : ["user", "tenant"];
        for (const kind of streams) {
          if (kind === "tenant") tell(tx, tenantId);
          else tx.emit("user.access_changed", userStream(admin.id), { id: n });
        }
        if (n % 5 === 0) throw new Error("on purpose");
      }),
    );
    const results = await Promise.allSettled(writes);
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(12);
    const rows = await world.tx((tx) => tx.rows<{ stream: string; revision: number }>(selectEvents));
    for (const stream of [`tenant:${tenantId}`, `user:${admin.id}`]) {
      const revisions = rows.filter((row) => row.stream === stream).map((row) => row.revision);
      expect(revisions).toEqual(Array.from({ length: 48 }, (_, n) => n + 1));
      const emitted = world.events().filter((event) => event.stream === stream);
      expect(new Set(emitted.map(({ event }) => event.revision)).size).toBe(48);
    }
  });

  test("events of one transaction are published in order, as they are stored", async () => {
    const world = await server.world();
    const stream = userStream(world.admin.id);
    await world.tx(async (tx) => {
      for (const id of [3, 1, 2]) tx.emit("user.access_changed", stream, { id });
    });
    expect(world.events().map(({ event }) => [event.revision, (event.data as { id: number }).id])).toEqual([
      [1, 3],
      [2, 1],
      [3, 2],
    ]);
    const stored = await server.owner.query(
      "SELECT id, revision, type, at, data FROM domain_event WHERE tenant_id = $1 ORDER BY revision",
      [world.tenantId],
    );
    expect(
      world.events().map(({ event: { id, revision, type, at, data } }) => ({ id, revision, type, at, data })),
    ).toEqual(stored.map((row: { at: Date }) => ({ ...row, at: row.at.toISOString() })));
  });

  test("streams are locked in order of their names, so that no deadlock occurs", async () => {
    const world = await server.world();
    const people = [world.admin, world.hr, world.employee].map(({ id }) => userStream(id));
    await world.tx(async (tx) => {
      for (const stream of people.toReversed()) tx.emit("user.access_changed", stream, { id: 1 });
    });
    expect(world.events().map(({ stream }) => stream)).toEqual(people.toSorted());
  });

  test("a deadlocked transaction is retried and succeeds", async () => {
    const world = await server.world();
    await world.tx(async (tx) => {
      for (const code of ["a", "b"]) await tx.rows(insertDepartment, [code]);
    });
    const runs = { first: 0, second: 0 };
    let holding = 0;
    let bothHold = () => {};
    const deadlocked = new Promise<void>((resolve) => (bothHold = resolve));
    const both = (who: keyof typeof runs, first: string, second: string) =>
      world.tx(async (tx) => {
        runs[who]++;
        await tx.rows(lockDepartment, [first]);
        if (++holding === 2) bothHold();
        await deadlocked;
        await tx.rows(lockDepartment, [second]);
      });
    await Promise.all([both("first", "a", "b"), both("second", "b", "a")]);
    // PostgreSQL aborts one of the transactions, and on a busy machine occasionally both.
    expect(runs.first + runs.second).toBeGreaterThan(2);
  });

  test("events are published after the commit", async () => {
    const world = await server.world();
    const visible: Promise<unknown[]>[] = [];
    const unit = createUnitOfWork(server.platform.database, (events) => {
      for (const { event } of events)
        visible.push(server.owner.query("SELECT FROM domain_event WHERE id = $1", [event.id]));
    });
    await unit({ tenantId: world.tenantId }, async (tx) => tell(tx, world.tenantId));
    expect((await Promise.all(visible)).map((rows) => rows.length)).toEqual([1]);
  });
});
