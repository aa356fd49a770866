import { initialCard } from "../../../../shared/work/tasks/tasks.field-lists";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { sendTaskChange } from "./send-task-change";
import { newPendingChange, type PendingChange } from "./task-changes";

interface Sent {
  endpoint: { path: string; method: string };
  params?: object;
  body?: object;
  idempotencyKey?: string;
}
const sent: Sent[] = [];
jest.mock("../../../platform/api", () => ({
  ...jest.requireActual("../../../platform/api"),
  call: async (endpoint: Sent["endpoint"], request: Omit<Sent, "endpoint">) => {
    sent.push({ endpoint, ...request });
    return { data: { id: 70, rank: "m", version: 4 } };
  },
}));

const card = (overrides: Partial<BoardTask> = {}) =>
  ({ ...initialCard(), id: -1, title: "Copy", task_status_id: 3, rank: "m", version: 1, ...overrides }) as BoardTask;
const send = async (pending: object) => {
  sent.length = 0;
  const answer = await sendTaskChange({ ...newPendingChange, id: "key-1", ...pending } as PendingChange);
  return {
    answer,
    asked: sent.map(({ endpoint, ...asked }) => ({ at: `${endpoint.method} ${endpoint.path}`, ...asked })),
  };
};

test("a move sends its neighbors except those not yet on the server", async () => {
  const move = { kind: "move", taskId: 7, task: card(), version: 3, answer: null };
  const between = await send({ ...move, to: { columnId: 4, beforeId: 8, afterId: 9 } });
  expect(between.answer).toEqual({ kind: "move", id: 70, rank: "m", version: 4 });
  const body = { task_status_id: 4, before_id: 8, after_id: 9, version: 3 };
  expect(between.asked).toEqual([{ at: "PUT /task/:id/status-update", params: { id: 7 }, body }]);
  const alone = await send({ ...move, to: { columnId: 4, beforeId: -2, afterId: null } });
  expect(alone.asked[0]?.body).toEqual({ task_status_id: 4, version: 3 });
});

test("a new task is sent with its idempotency key and only the fields that were set", async () => {
  const create = {
    kind: "create",
    taskId: -1,
    to: { columnId: 4, beforeId: 8, afterId: null },
    seenId: null,
    answer: null,
  };
  const plain = await send({ ...create, task: card() });
  expect(plain.asked).toEqual([
    { at: "POST /task", body: { title: "Copy", task_status_id: 4, before_id: 8 }, idempotencyKey: "key-1" },
  ]);
  const values = { task: card({ field_values: { 5: 8 } }), fieldKinds: { 5: "number" } };
  const withValues = await send({ ...create, ...values });
  expect(withValues.asked[0]?.body).toMatchObject({ field_values: { 5: 8 }, field_kinds: { 5: "number" } });
  const sentBody = await send({ ...create, task: card({ priority: "high", due_date: "2041-03-04", tag_ids: [6] }) });
  expect(sentBody.asked[0]?.body).toEqual({
    title: "Copy",
    task_status_id: 4,
    before_id: 8,
    priority: "high",
    due_date: "2041-03-04",
    tags: [6],
  });
});

test("archiving sends the task id, and sorting sends the column ids", async () => {
  const archived = await send({ kind: "archive", taskId: 7, task: card() });
  expect([archived.answer, archived.asked[0]?.params]).toEqual([{ kind: "yes" }, { id: 7 }]);
  const sorted = await send({ kind: "sort", projectId: 5, columnIds: [3, 2, 1] });
  expect(sorted.answer).toEqual({ kind: "yes" });
  expect(sorted.asked[0]).toMatchObject({ params: { id: 5, ids: [3, 2, 1] } });
  expect(sorted.asked[0]?.at).toMatch(/^PUT /);
});
