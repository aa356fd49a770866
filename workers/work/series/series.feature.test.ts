import type { Tx } from "../../../server/platform/database/unit-of-work";
import { seriesFeature } from "./series.feature";

const [completionConsumer] = seriesFeature.consumers ?? [];

async function statementsOf(type: string, data: object): Promise<string[]> {
  const names: string[] = [];
  const rows = async ({ name }: { name: string }) => {
    names.push(name);
    return [];
  };
  const event = { type, at: "2026-01-13T12:00:00Z", data: { id: 1, ...data } };
  await completionConsumer?.consume({ rows } as unknown as Tx, event as never, "project:1");
  return names;
}

test.each([
  ["task.updated", { title: "Order tea" }],
  ["task.updated", { progress: 100 }],
  ["task.moved", { progress: 100 }],
  ["subtask.updated", { task_id: 2, task: { progress: 100 } }],
])("the event %s with %j sends no statement", async (type, data) => {
  expect(await statementsOf(type, data)).toEqual([]);
});

test.each([
  ["task.updated", { progress: 50 }],
  ["task.moved", { progress: 0 }],
  ["task.restored", { progress: 0 }],
  ["subtask.deleted", { task_id: 2, task: { progress: 50 } }],
])("the event %s with %j withdraws the date of an open task", async (type, data) => {
  expect(await statementsOf(type, data)).toEqual(["taskSeries.clearCompletionOfOpenTasks"]);
});

test("a finished task plans the next date", async () => {
  expect(await statementsOf("task.updated", { finished: true, progress: 100 })).toEqual(["taskSeries.ofLastTask"]);
});
