/** @jest-environment jsdom */
import { boardOf, taskOf } from "../../shared/tasks/tasks.board";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { StoryWorld } from "../../tests/support/board-world";
import { type HeldCall, holdCalls } from "../../tests/support/held-calls";
import { clearHistory, history$, redoLast, undoLast } from "../undo/history";
import { emptyTimeline, type Plan } from "./timeline.state";
import { TimelineStore } from "./timeline.store";

let calls: HeldCall[] = [];
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
const answer = async (at: number, body: unknown) => (calls[at]?.answer(body), settle());
beforeEach(() => {
  clearHistory();
  calls = holdCalls();
});

const world = new StoryWorld(2);
const [columnId] = world.columnIds as [number];
const [taskId] = world.taskIds(columnId) as [number];

describe("a bar of the timeline", () => {
  const board = boardOf(world.read());
  const facts = { id: 1, title: "Website", code: "WEB", color: "blue", start_date: null, end_date: null };
  const plan = { facts: { ...facts, archived: false, can: { edit: true } }, server: board, drawn: board } as Plan;
  const card = world.task(taskId) as BoardTask;
  const changed = (due_date: string) => {
    const undo = { id: taskId, version: card.version + 1, due_date: card.due_date };
    return { data: [{ id: taskId, version: card.version + 1, task: { ...card, due_date }, undo }] };
  };
  const timeline = () => {
    const store = new TimelineStore(1, 1);
    store.state$.next({ ...emptyTimeline, phase: "open", plans: [plan] });
    return store;
  };
  const due = (store: TimelineStore) => taskOf(store.state$.value.plans[0]?.drawn ?? board, taskId)?.due_date;

  test("that waits for the one before it is taken back by not sending it, and done again by sending it", async () => {
    const store = timeline();
    store.want(1, card, { due_date: "2027-01-05" }, "first");
    store.want(1, card, { due_date: "2027-01-06" }, "second");
    await settle();
    const going = undoLast();
    await going;
    expect(due(store)).toBe("2027-01-05");
    await answer(0, changed("2027-01-05"));
    expect(calls).toHaveLength(1);
    await redoLast();
    await settle();
    expect(calls[1]?.body).toMatchObject({ changes: [{ id: taskId, due_date: "2027-01-06" }] });
  });

  test("that is on its way is waited for", async () => {
    const store = timeline();
    store.want(1, card, { due_date: "2027-01-05" }, "first");
    await settle();
    const going = undoLast();
    await settle();
    expect(calls).toHaveLength(1);
    await answer(0, changed("2027-01-05"));
    expect(calls[1]?.body).toMatchObject({ undoing: true, changes: [{ due_date: card.due_date }] });
    await answer(1, { data: [] });
    await going;
    expect(history$.value.undo).toEqual([]);
  });
});
