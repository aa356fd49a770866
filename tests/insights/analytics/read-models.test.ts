import fc from "fast-check";
import { catchUpFlow, rebuildTenantFlows } from "../../../server/insights/analytics/flow.service";
import { lockFlow } from "../../../server/insights/analytics/flow.sql";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { createFlowConsumer } from "../../../workers/insights/analytics/flow.consumer";
import { runConsumers } from "../../../workers/platform/process-events";
import { runsAll } from "../../run-size";
import { columnsOf, newProject, newTask, requireOk } from "../../work/projects/projects";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import { waitUntil } from "../../support/wait-until";
import type { World } from "../../support/world";
import { appendToLog, analyticsRowsOf, type LoggedEvent } from "./logged-events";
import { referenceTasks } from "./reference-tasks";

const server = testServer();

/** Id of a column that was created and deleted; it exists only in the event log. */
const goneColumn = 900_000_001;

const moves = fc.record({
  task: fc.integer({ min: 1, max: 6 }),
  to: fc.nat(3),
  what: fc.constantFrom(
    "move",
    "move",
    "move",
    "move",
    "archive",
    "restore",
    "leave",
    "arrive",
    "delete",
    "kind",
    "wait",
  ),
  later: fc.nat(3_000),
});
type Move = typeof moves extends fc.Arbitrary<infer T> ? T : never;

/** Turns random moves into a valid log: only existing tasks are moved. */
function logOf(requestedMoves: readonly Move[], columns: readonly number[], kinds: Map<number, string>, base: number) {
  const where = new Map<number, number>();
  const away = new Set<number>();
  let at = 0;
  const events: LoggedEvent[] = [
    { type: "column.created", at, data: { id: goneColumn, title: "Review", kind: "doing" } },
    { type: "column.deleted", at, data: { id: goneColumn, title: "Review", kind: "doing" } },
  ];
  for (const { task, to, what: action, later } of requestedMoves) {
    const id = base + task;
    const column = columns[to] as number;
    const from = where.get(id);
    at += later;
    const say = (type: string, data: Record<string, unknown>) => events.push({ type, at, data });
    const placeTask = (type: string) => {
      where.set(id, column);
      away.delete(id);
      say(type, { id, task_status_id: column });
    };
    if (action === "kind") {
      const first = columns[0] as number;
      const before = kinds.get(first);
      kinds.set(first, before === "todo" ? "doing" : "todo");
      say("column.updated", { id: first, title: "To do", kind: kinds.get(first), before: { kind: before } });
    } else if (action === "wait") {
      if (from !== undefined) say("task.updated", { id, blocker_ids: to === 0 ? [] : [base + to], before: {} });
    } else if (from === undefined) placeTask(action === "arrive" ? "task.arrived" : "task.created");
    else if (action === "leave" || action === "delete") {
      where.delete(id);
      say(action === "leave" ? "task.left" : "task.deleted", { id });
    } else if (away.has(id)) placeTask("task.restored");
    else if (action === "archive") {
      away.add(id);
      say("task.archived", { id, task_status_id: from });
    } else {
      where.set(id, column);
      say("task.moved", { id, task_status_id: column, from_task_status_id: from });
    }
  }
  return events;
}

const setKind = { name: "", text: "UPDATE task_status SET kind = $2 WHERE tenant_id = current_tenant() AND id = $1" };

test("processing the log in batches gives the same result as in one pass", async () => {
  const world = await server.world();
  const base = 700_000_000;
  await fc.assert(
    fc.asyncProperty(
      fc.array(moves, { minLength: 5, maxLength: 40 }),
      fc.array(fc.integer({ min: 4, max: 16 }), { minLength: 1, maxLength: 9 }),
      async (requestedMoves, parts) => {
        const project = await newProject(world, { title: "Flow" });
        const live = await columnsOf(world, project.id);
        const kinds = new Map<number, string>(live.map(({ id, kind }) => [id, kind]));
        kinds.set(goneColumn, "doing");
        const events = logOf(requestedMoves, [...live.map(({ id }) => id), goneColumn], kinds, base);
        for (let from = 0, part = 0; from < events.length; part++) {
          const some = events.slice(from, (from += parts[part % parts.length] as number));
          await appendToLog(world, project.id, some);
          for (const { type, data } of some)
            if (type === "column.updated") await world.tx((tx) => tx.rows(setKind, [data.id, data.kind]));
          await world.tx((tx) => catchUpFlow(tx, project.id));
        }
        const bit = await analyticsRowsOf(server, world, project.id);
        expect(
          bit.tasks.map((task) => ({
            ...task,
            project_id: undefined,
            ...Object.fromEntries(
              ["created_at", "started_at", "finished_at"].map((name) => [
                name,
                task[name] === null ? null : new Date(task[name] as string).toISOString(),
              ]),
            ),
          })),
        ).toEqual(referenceTasks(events, kinds));
        await rebuildTenantFlows(server.owner, world.tenantId);
        expect(await analyticsRowsOf(server, world, project.id)).toEqual(bit);
      },
    ),
    { numRuns: runsAll ? 200 : 3 },
  );
});

const flowConsumer = (restMs?: number) => createFlowConsumer({ ...server.platform, restMs });

async function consume(world: World, mark: number): Promise<void> {
  const flow = flowConsumer();
  await world.tx((tx) => runConsumers(tx, [flow.consumer], world.events(mark)));
  await flow.stop();
}

test("each move creates one column stay; replayed or reordered events change nothing", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const [, doing, done] = await columnsOf(world, project.id);
  const mark = world.events().length;
  const task = await newTask(world, project.id);
  const api = world.api(world.manager);
  for (const column of [doing, done, doing, done])
    requireOk(await api.put(`/task/${task.id}/status-update`, { task_status_id: column?.id }));
  await consume(
    world,
    server.published.findIndex((event) => event.tenantId === world.tenantId),
  );
  const storedRows = await analyticsRowsOf(server, world, project.id);
  expect(storedRows.stays.map(({ task_status_id, left_at }) => [task_status_id, left_at === null])).toEqual([
    [expect.any(Number), false],
    [doing?.id, false],
    [done?.id, false],
    [doing?.id, false],
    [done?.id, true],
  ]);
  expect(storedRows.tasks).toMatchObject([{ task_id: task.id, kind: "done", reopened: 1, archived: false }]);
  const events = world.events(mark).toReversed();
  await consume(world, mark);
  const { consumer, stop } = flowConsumer();
  await world.tx((tx) => runConsumers(tx, [consumer], events));
  await stop();
  expect(await analyticsRowsOf(server, world, project.id)).toEqual(storedRows);
});

test.each([60_000, 20])("a busy board's events are processed immediately, then after a %s ms pause", async (restMs) => {
  const world = await server.world();
  const project = await newProject(world);
  const { consumer, stop } = flowConsumer(restMs);
  const counted = async () => (await analyticsRowsOf(server, world, project.id)).tasks.length;
  const change = async () => {
    const mark = world.events().length;
    await newTask(world, project.id);
    await world.tx((tx) => runConsumers(tx, [consumer], world.events(mark)));
  };
  await change();
  expect(await counted()).toBe(1);
  await change();
  await change();
  if (restMs > 1_000) expect(await counted()).toBe(1);
  else await waitUntil("what came while it rested", async () => (await counted()) === 3);
  await stop();
});

test("deleting a project deletes its read models; late events are ignored", async () => {
  const world = await server.world();
  const project = await newProject(world);
  await newTask(world, project.id);
  await world.tx((tx) => catchUpFlow(tx, project.id));
  expect((await analyticsRowsOf(server, world, project.id)).stays).toHaveLength(1);
  const api = world.api(world.admin);
  requireOk(await api.put(`/project/${project.id}/archive`));
  requireOk(await api.delete(`/project/${project.id}`));
  expect(await world.tx((tx) => catchUpFlow(tx, project.id))).toBe(0);
  expect((await analyticsRowsOf(server, world, project.id)).position).toEqual([]);
});

test("two concurrent workers: the second continues where the first stopped", async () => {
  const world = await server.world();
  const project = await newProject(world);
  await newTask(world, project.id);
  const catchUp = (tx: Tx) => catchUpFlow(tx, project.id);
  await world.tx(catchUp);
  await newTask(world, project.id);
  // `begun` only takes the lock, so nothing but the lock makes the second transaction wait.
  const begun = async (tx: Tx) => (await tx.rows(lockFlow, [project.id])).length;
  for (const first of [begun, catchUp]) {
    const read = await runSerialized(server, world, first, catchUp);
    expect(read[0]).toEqual({ status: "fulfilled", value: 1 });
    expect(read[1]).toEqual({ status: "fulfilled", value: first === begun ? 1 : 0 });
    await newTask(world, project.id);
  }
  expect((await analyticsRowsOf(server, world, project.id)).stays).toHaveLength(3);
});
