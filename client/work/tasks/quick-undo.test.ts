/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { QueryClientProvider } from "@tanstack/react-query";
import { deleteComment } from "../../../shared/work/comments/comments.contract";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { SimulatedBoard } from "../../../tests/support/simulated-board";
import { type HeldCall, holdCalls } from "../../../tests/support/held-calls";
import english from "../../locales/en.json";
import { clearPendingChanges } from "../../platform/pending/pending-queue";
import { queryClient, useAction } from "../../platform/query";
import { isOtherField, isTitle, type TaskFields, useTaskFields } from "./fields/useTaskFields";
import { clearHistory, history$, type UndoStep, undoLast, type UndoNotice, undoNotices$ } from "../../undo/history";
import { undoableMutation } from "../../undo/undoable-mutation";

let calls: HeldCall[] = [];
let news: UndoNotice[] = [];

const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
const sent = (at: number) => {
  const call = calls[at];
  return { answer: async (body: unknown, status?: number) => (call?.answer(body, status), settle()), body: call?.body };
};

const listening = undoNotices$.subscribe((notice) => news.push(notice));
afterAll(() => listening());
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  clearHistory();
  calls = holdCalls();
  news = [];
});

/** Renders a hook in a component; `now` returns its latest value. */
async function hold<T>(use: () => T): Promise<{ now: () => T; leave: () => void }> {
  let now: T | undefined;
  const Held = () => {
    now = use();
    return null;
  };
  const root = createRoot(document.createElement("div"));
  const withQueryClient = (child: ReturnType<typeof createElement>) =>
    createElement(QueryClientProvider, { client: queryClient }, child);
  const messages = english as Record<string, string>;
  await act(async () =>
    root.render(withQueryClient(createElement(IntlProvider, { locale: "en", messages }, createElement(Held)))),
  );
  return { now: () => now as T, leave: () => act(() => root.unmount()) };
}

const world = new SimulatedBoard(2);
const [columnId] = world.columnIds as [number];
const [taskId] = world.taskIds(columnId) as [number];
const task = { ...(world.task(taskId) as BoardTask), title: "A", version: 5 } as unknown as TaskDetail;

describe("task panel fields", () => {
  const accepted = (version: number, before: string) => ({
    data: [{ id: taskId, version, task: { ...task, version }, undo: { id: taskId, version, title: before } }],
  });
  const changeOf = ({ body }: { body?: unknown }) => (body as { changes: unknown[] }).changes[0];
  beforeEach(clearPendingChanges);

  test("undo after two quick saves restores the first saved value", async () => {
    const { now, leave } = await hold<TaskFields>(() => useTaskFields(task));
    await act(async () => now().save("title", "B"));
    await sent(0).answer(accepted(6, "A"));
    await act(async () => now().save("title", "C"));
    expect(changeOf(sent(1))).toEqual({ id: taskId, version: 6, title: "C" });
    const going = undoLast();
    await settle();
    expect(calls).toHaveLength(2); // the undo waits for the response
    await sent(1).answer(accepted(7, "B"));
    expect(changeOf(sent(2))).toMatchObject({ id: taskId, version: 7, title: "B" });
    await sent(2).answer(accepted(8, "C"));
    await going;
    const before = undoLast();
    await settle();
    expect(changeOf(sent(3))).toMatchObject({ version: 6, title: "A" });
    await sent(3).answer({ data: [] });
    await before;
    leave();
  });

  test("undo before a save is sent withdraws it", async () => {
    const { now, leave } = await hold<TaskFields>(() => useTaskFields(task));
    await act(async () => now().save("priority", "high"));
    await act(async () => now().save("title", "B"));
    expect(now().value("title")).toBe("B");
    const going = undoLast();
    await settle();
    expect(now().value("title")).toBe("A");
    await sent(0).answer(accepted(6, "A"));
    await going;
    expect(calls).toHaveLength(1);
    leave();
  });

  test("a saved title doesn't render the panel's other fields", async () => {
    const title = await hold<TaskFields>(() => useTaskFields(task, { concerns: isTitle }));
    const others = await hold<TaskFields>(() => useTaskFields(task, { concerns: isOtherField }));
    const before = others.now();
    await act(async () => title.now().save("title", "B"));
    expect(title.now().value("title")).toBe("B");
    expect(others.now()).toBe(before);
    await act(async () => title.now().save("priority", "high"));
    expect(others.now().value("priority")).toBe("high");
    title.leave();
    others.leave();
  });

  test("a conflict keeps the entered value and can be overwritten", async () => {
    const { now, leave } = await hold<TaskFields>(() => useTaskFields(task));
    await act(async () => now().save("title", "B"));
    const present = { ...task, title: "X", version: 9 };
    const by = { id: 2, fullname: "Mia Berg", image: null };
    await sent(0).answer({ code: "task.stale", message: "Changed", data: [present], by }, 409);
    expect(now().value("title")).toBe("A");
    expect(now().failure("title")).toMatchObject({ wanted: "B", stale: true, by: "Mia", present: { title: "X" } });
    await act(async () => now().insist("title"));
    expect(now().failure("title")).toBeUndefined();
    expect(changeOf(sent(1))).toEqual({ id: taskId, version: 9, title: "B" });
    leave();
  });

  test("a rejected field change leaves no step, even if undo was pressed before", async () => {
    const { now, leave } = await hold<TaskFields>(() => useTaskFields(task));
    await act(async () => now().save("title", "B"));
    const going = undoLast();
    await sent(0).answer({ code: "task.stale", message: "Changed", data: [task] }, 409);
    await going;
    expect(calls).toHaveLength(1);
    expect(history$.value).toEqual({ undo: [], redo: [], busy: false });
    expect(news).toEqual([]);
    leave();
  });
});

describe("undoable calls", () => {
  const undoneSteps: string[] = [];
  const step = (text: string): UndoStep => ({ text, undo: async () => (undoneSteps.push(text), step(text)) });
  const use = () =>
    useAction(
      deleteComment,
      undoableMutation("deleted", (_, { params }) => step(`comment ${params?.id}`)),
    );
  beforeEach(() => void undoneSteps.splice(0));

  test("undo during a pending call undoes that call", async () => {
    const { now, leave } = await hold(use);
    await act(async () => now().mutate({ params: { id: 1 } }));
    await sent(0).answer({ message: "Gone" });
    await act(async () => now().mutate({ params: { id: 2 } }));
    const going = undoLast();
    await settle();
    expect(undoneSteps).toEqual([]);
    await sent(1).answer({ message: "Gone" });
    await going;
    expect(undoneSteps).toEqual(["comment 2"]);
    // Only the first call was offered; the second was undone before its offer.
    expect(news.map(({ type }) => type)).toEqual(["offered", "undone"]);
    leave();
  });

  test("a rejected call, or one answered after sign-out, leaves no step", async () => {
    const { now, leave } = await hold(use);
    await act(async () => now().mutate({ params: { id: 1 } }));
    expect(history$.value.undo).toHaveLength(1);
    await sent(0).answer({ code: "forbidden", message: "No" }, 403);
    expect(history$.value.undo).toEqual([]);
    await act(async () => now().mutate({ params: { id: 2 } }));
    clearHistory();
    await sent(1).answer({ message: "Gone" });
    expect(history$.value.undo).toEqual([]);
    expect(news).toEqual([]);
    leave();
  });
});
