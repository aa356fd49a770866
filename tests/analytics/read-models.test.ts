import fc from "fast-check";
import { catchUpFlow } from "../../server/analytics/flow.service";
import { lockFlow } from "../../server/analytics/flow.sql";
import { rebuildTenantFlows } from "../../server/analytics/flow-rebuild.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { createFlowConsumer } from "../../workers/analytics/flow.consumer";
import { runConsumers } from "../../workers/platform/process-events";
import { everything } from "../everything";
import { columnsOf, newProject, newTask, ok } from "../projects/projects";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import { until } from "../support/until";
import type { World } from "../support/world";
import { addToLog, keptOf, type LoggedEvent } from "./logged";
import { naiveTasks } from "./naive";

const server = testServer();

/** Of a column that was made and is gone again: the database has forgotten it, the log hasn't. */
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

/** Turns moves into a log that could have happened: nothing is moved that isn't there. */
function logOf(wanted: readonly Move[], columns: readonly number[], kinds: Map<number, string>, base: number) {
  const where = new Map<number, number>();
  const away = new Set<number>();
  let at = 0;
  const events: LoggedEvent[] = [
    { type: "column.created", at, data: { id: goneColumn, title: "Review", kind: "doing" } },
    { type: "column.deleted", at, data: { id: goneColumn, title: "Review", kind: "doing" } },
  ];
  for (const { task, to, what, later } of wanted) {
    const id = base + task;
    const column = columns[to] as number;
    const from = where.get(id);
    at += later;
    const say = (type: string, data: Record<string, unknown>) => events.push({ type, at, data });
    const put = (type: string) => {
      where.set(id, column);
      away.delete(id);
      say(type, { id, task_status_id: column });
    };
    if (what === "kind") {
      const first = columns[0] as number;
      const before = kinds.get(first);
      kinds.set(first, before === "todo" ? "doing" : "todo");
      say("column.updated", { id: first, title: "To do", kind: kinds.get(first), before: { kind: before } });
    } else if (what === "wait") {
      if (from !== undefined) say("task.updated", { id, blocker_ids: to === 0 ? [] : [base + to], before: {} });
    } else if (from === undefined) put(what === "arrive" ? "task.arrived" : "task.created");
    else if (what === "leave" || what === "delete") {
      where.delete(id);
      say(what === "leave" ? "task.left" : "task.deleted", { id });
    } else if (away.has(id)) put("task.restored");
    else if (what === "archive") {
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

test("in whatever parts the log is read: the same as in one go from revision 1, and as counted by hand", async () => {
  const world = await server.world();
  const base = 700_000_000;
  await fc.assert(
    fc.asyncProperty(
      fc.array(moves, { minLength: 5, maxLength: 40 }),
      fc.array(fc.integer({ min: 4, max: 16 }), { minLength: 1, maxLength: 9 }),
      async (wanted, parts) => {
        const project = await newProject(world, { title: "Flow" });
        const live = await columnsOf(world, project.id);
        const kinds = new Map<number, string>(live.map(({ id, kind }) => [id, kind]));
        kinds.set(goneColumn, "doing");
        const events = logOf(wanted, [...live.map(({ id }) => id), goneColumn], kinds, base);
        for (let from = 0, part = 0; from < events.length; part++) {
          const some = events.slice(from, (from += parts[part % parts.length] as number));
          await addToLog(world, project.id, some);
          for (const { type, data } of some)
            if (type === "column.updated") await world.tx((tx) => tx.rows(setKind, [data.id, data.kind]));
          await world.tx((tx) => catchUpFlow(tx, project.id));
        }
        const bit = await keptOf(server, world, project.id);
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
        ).toEqual(naiveTasks(events, kinds));
        await rebuildTenantFlows(server.owner, world.tenantId);
        expect(await keptOf(server, world, project.id)).toEqual(bit);
      },
    ),
    { numRuns: everything ? 200 : 3 },
  );
});

const flowConsumer = (restMs?: number) => createFlowConsumer({ ...server.platform, restMs });

async function consume(world: World, mark: number): Promise<void> {
  const flow = flowConsumer();
  await world.tx((tx) => runConsumers(tx, [flow.consumer], world.events(mark)));
  await flow.stop();
}

test("what people do on a board: its stays, once; the same events again, or in another order, change nothing", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const [, doing, done] = await columnsOf(world, project.id);
  const mark = world.events().length;
  const task = await newTask(world, project.id);
  const api = world.api(world.manager);
  for (const column of [doing, done, doing, done])
    ok(await api.put(`/task/${task.id}/status-update`, { task_status_id: column?.id }));
  await consume(
    world,
    server.published.findIndex((event) => event.tenantId === world.tenantId),
  );
  const kept = await keptOf(server, world, project.id);
  expect(kept.stays.map(({ task_status_id, left_at }) => [task_status_id, left_at === null])).toEqual([
    [expect.any(Number), false],
    [doing?.id, false],
    [done?.id, false],
    [doing?.id, false],
    [done?.id, true],
  ]);
  expect(kept.tasks).toMatchObject([{ task_id: task.id, kind: "done", reopened: 1, archived: false }]);
  const events = world.events(mark).toReversed();
  await consume(world, mark);
  const { consumer, stop } = flowConsumer();
  await world.tx((tx) => runConsumers(tx, [consumer], events));
  await stop();
  expect(await keptOf(server, world, project.id)).toEqual(kept);
});

test.each([60_000, 20])("a busy board is read at once, and again when it has rested for %s ms", async (restMs) => {
  const world = await server.world();
  const project = await newProject(world);
  const { consumer, stop } = flowConsumer(restMs);
  const counted = async () => (await keptOf(server, world, project.id)).tasks.length;
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
  else await until("what came while it rested", async () => (await counted()) === 3);
  await stop();
});

test("a deleted project takes what was read of it along, and its late events find nothing to do", async () => {
  const world = await server.world();
  const project = await newProject(world);
  await newTask(world, project.id);
  await world.tx((tx) => catchUpFlow(tx, project.id));
  expect((await keptOf(server, world, project.id)).stays).toHaveLength(1);
  const api = world.api(world.admin);
  ok(await api.put(`/project/${project.id}/archive`));
  ok(await api.delete(`/project/${project.id}`));
  expect(await world.tx((tx) => catchUpFlow(tx, project.id))).toBe(0);
  expect((await keptOf(server, world, project.id)).position).toEqual([]);
});

test("two workers at the same moment: the second waits, and reads on from where the first has come to", async () => {
  const world = await server.world();
  const project = await newProject(world);
  await newTask(world, project.id);
  const catchUp = (tx: Tx) => catchUpFlow(tx, project.id);
  await world.tx(catchUp);
  await newTask(world, project.id);
  // The first has only begun to read: nothing but its lock keeps the second away.
  const begun = async (tx: Tx) => (await tx.rows(lockFlow, [project.id])).length;
  for (const first of [begun, catchUp]) {
    const read = await oneAtATime(server, world, first, catchUp);
    expect(read[0]).toEqual({ status: "fulfilled", value: 1 });
    expect(read[1]).toEqual({ status: "fulfilled", value: first === begun ? 1 : 0 });
    await newTask(world, project.id);
  }
  expect((await keptOf(server, world, project.id)).stays).toHaveLength(3);
});
