/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { QueryClientProvider } from "@tanstack/react-query";
import { deleteComment } from "../../shared/comments/comments.contract";
import type { TaskDetail } from "../../shared/tasks/task-detail.contract";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { StoryWorld } from "../../tests/support/board-world";
import { type HeldCall, holdCalls } from "../../tests/support/held-calls";
import english from "../locales/en.json";
import { queryClient, useAction } from "../platform/query";
import { type TaskFields, useTaskFields } from "../tasks/fields/useTaskFields";
import { clearHistory, history$, type Step, undoLast, type UndoNews, undoNews$ } from "./history";
import { undoable } from "./undoable";

let calls: HeldCall[] = [];
let news: UndoNews[] = [];

const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
const sent = (at: number) => {
  const call = calls[at];
  return { answer: async (body: unknown, status?: number) => (call?.answer(body, status), settle()), body: call?.body };
};

const listening = undoNews$.subscribe((said) => news.push(said));
afterAll(() => listening.unsubscribe());
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  clearHistory();
  calls = holdCalls();
  news = [];
});

/** What a hook answers while its component is on the screen. */
async function hold<T>(use: () => T): Promise<{ now: () => T; leave: () => void }> {
  let now: T | undefined;
  const Held = () => {
    now = use();
    return null;
  };
  const root = createRoot(document.createElement("div"));
  const around = (child: ReturnType<typeof createElement>) =>
    createElement(QueryClientProvider, { client: queryClient }, child);
  const messages = english as Record<string, string>;
  await act(async () =>
    root.render(around(createElement(IntlProvider, { locale: "en", messages }, createElement(Held)))),
  );
  return { now: () => now as T, leave: () => act(() => root.unmount()) };
}

const world = new StoryWorld(2);
const [columnId] = world.columnIds as [number];
const [taskId] = world.taskIds(columnId) as [number];
const task = { ...(world.task(taskId) as BoardTask), title: "A", version: 5 } as unknown as TaskDetail;

describe("a field of the panel", () => {
  const saved = (version: number) => ({ data: { ...task, version } });
  const undoOf = ({ body }: { body?: unknown }) => (body as { changes: unknown[] }).changes[0];

  test("saved twice in a hurry goes back to what was saved first, not to what was there before both", async () => {
    const { now, leave } = await hold<TaskFields>(() => useTaskFields(task));
    await act(async () => now().save("title", "B"));
    await sent(0).answer(saved(6));
    await act(async () => now().save("title", "C"));
    const going = undoLast();
    await settle();
    expect(calls).toHaveLength(2); // the answer is waited for
    await sent(1).answer(saved(7));
    expect(undoOf(sent(2))).toMatchObject({ id: taskId, version: 7, title: "B" });
    await sent(2).answer({ data: [{ id: taskId, version: 8, task: null, undo: { id: taskId, title: "C" } }] });
    await going;
    const before = undoLast();
    await settle();
    expect(undoOf(sent(3))).toMatchObject({ version: 6, title: "A" });
    await sent(3).answer({ data: [] });
    await before;
    leave();
  });

  test("that is refused is no step, also for who takes it back before that is known", async () => {
    const { now, leave } = await hold<TaskFields>(() => useTaskFields(task));
    await act(async () => now().save("title", "B"));
    const going = undoLast();
    await sent(0).answer({ code: "task.stale", message: "Changed", data: task }, 409);
    await going;
    expect(calls).toHaveLength(1);
    expect(history$.value).toEqual({ undo: [], redo: [], busy: false });
    expect(news).toEqual([]);
    leave();
  });
});

describe("a call that can be taken back", () => {
  const taken: string[] = [];
  const step = (text: string): Step => ({ text, undo: async () => (taken.push(text), step(text)) });
  const use = () =>
    useAction(
      deleteComment,
      undoable("deleted", (_, { params }) => step(`comment ${params?.id}`)),
    );
  beforeEach(() => void taken.splice(0));

  test("is the one that is meant while it is on its way", async () => {
    const { now, leave } = await hold(use);
    await act(async () => now().mutate({ params: { id: 1 } }));
    await sent(0).answer({ message: "Gone" });
    await act(async () => now().mutate({ params: { id: 2 } }));
    const going = undoLast();
    await settle();
    expect(taken).toEqual([]);
    await sent(1).answer({ message: "Gone" });
    await going;
    expect(taken).toEqual(["comment 2"]);
    // What was offered is the first one; the second was asked back before there was anything to offer.
    expect(news.map(({ type }) => type)).toEqual(["offered", "undone"]);
    leave();
  });

  test("that is refused, or answered after the sign-out, is no step", async () => {
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
