/** @jest-environment jsdom */
import { holdCalls, type HeldCall } from "../../../../tests/support/held-calls";
import { clearPendingChanges } from "../../../platform/pending/pending-queue";
import type { ProblemError } from "../../../platform/problem-error";
import { clearHistory, history$, redoLast, undoLast, type UndoNotice, undoNotices$ } from "../../../undo/history";
import { newCard } from "../pending/new-card";
import { taskQueue } from "../pending/task-queue";
import { createTask } from "./create-task";

let calls: HeldCall[] = [];
let offered: UndoNotice[] = [];
let refused: ProblemError[] = [];
const listening = undoNotices$.subscribe((notice) => offered.push(notice));
afterAll(() => listening());
beforeEach(() => {
  clearHistory();
  clearPendingChanges();
  calls = holdCalls();
  [offered, refused] = [[], []];
});

const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
async function answer(at: number, body: unknown, status?: number): Promise<void> {
  calls[at]?.answer(body, status);
  await settle();
}

function create(title: string) {
  const card = newCard(1, 10, { title, priority: "high" });
  createTask(
    { card, description: "<p>Blue</p>" },
    {
      textOf: (key) => `${key} created`,
      linkTo: ({ id }) => ({ label: `Open ${id}`, onTake: () => undefined }),
      onRefused: (error) => refused.push(error),
    },
  );
  return card;
}

test("createTask sends the fields and the description, and offers to open and undo", async () => {
  const card = create("Order cups");
  expect(calls.map(({ body }) => body)).toEqual([
    { title: "Order cups", priority: "high", description: "<p>Blue</p>", task_status_id: 10 },
  ]);
  await answer(0, { data: { ...card, id: 7, key: "WEB-7", version: 1 } });
  expect(offered).toMatchObject([{ type: "offered", step: { text: "WEB-7 created", link: { label: "Open 7" } } }]);
  const undoing = undoLast();
  await settle();
  expect(calls[1]?.body).toMatchObject({ changes: [{ id: 7, version: 1, archived: true }] });
  await answer(1, { data: [] });
  await undoing;
});

test("undo withdraws a task that isn't sent yet, and redo sends it", async () => {
  create("Order cups");
  create("Order spoons");
  await undoLast();
  expect(taskQueue.changes.value).toHaveLength(1);
  await redoLast();
  expect(taskQueue.changes.value.map((pending) => pending.kind === "create" && pending.task.title)).toEqual([
    "Order cups",
    "Order spoons",
  ]);
});

test("a refused task leaves the queue and the history, and the refusal is reported", async () => {
  create("Order cups");
  await answer(0, { message: "Invalid", code: "request.invalid", errors: { due_date: ["Too late"] } }, 422);
  expect(refused.map(({ errors }) => errors)).toEqual([{ due_date: ["Too late"] }]);
  expect(taskQueue.changes.value).toEqual([]);
  expect(history$.value.undo).toEqual([]);
});
