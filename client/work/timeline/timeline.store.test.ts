/** @jest-environment jsdom */
import { boardFromReply, taskById } from "../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { SimulatedBoard } from "../../../tests/support/simulated-board";
import { type HeldCall, holdCalls } from "../../../tests/support/held-calls";
import { clearPendingChanges } from "../../platform/pending/pending-queue";
import { newPendingChange } from "../tasks/pending/task-changes";
import { clearHistory, history$, redoLast, undoLast } from "../../undo/history";
import {
  emptyTimeline,
  barMarksOf,
  type ProjectPlan,
  type TimelineState,
  withEvents,
  withPendingChanges,
} from "./timeline.state";
import { TimelineStore } from "./timeline.store";

let calls: HeldCall[] = [];
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
const answer = async (at: number, body: unknown) => (calls[at]?.answer(body), settle());
beforeEach(() => {
  clearHistory();
  calls = holdCalls();
});

const world = new SimulatedBoard(2);
const [columnId] = world.columnIds as [number];
const [taskId] = world.taskIds(columnId) as [number];

describe("timeline bars", () => {
  const board = boardFromReply(world.read());
  const facts = { id: 1, title: "Website", code: "WEB", color: "blue", start_date: null, end_date: null };
  const plan = {
    facts: { ...facts, archived: false, can: { edit: true } },
    server: board,
    drawn: board,
    pending: [],
    deletedIds: [],
  } as unknown as ProjectPlan;
  const card = world.task(taskId) as BoardTask;
  const changed = (due_date: string) => {
    const undo = { id: taskId, version: card.version + 1, due_date: card.due_date };
    return { data: [{ id: taskId, version: card.version + 1, task: { ...card, due_date }, undo }] };
  };
  const timeline = () => {
    const store = new TimelineStore(1, 1);
    leave = store.open();
    calls.splice(0); // reading the projects
    store.state$.set({ ...emptyTimeline, phase: "open", plans: [plan] });
    return store;
  };
  let leave = () => {};
  afterEach(() => {
    clearPendingChanges();
    leave();
    leave = () => {};
  });
  const due = (store: TimelineStore) => taskById(store.state$.value.plans[0]?.drawn ?? board, taskId)?.due_date;

  test("undoing a queued change withdraws it, and redo sends it again", async () => {
    const store = timeline();
    store.want([{ task: card, change: { due_date: "2027-01-05" } }], "first");
    store.want([{ task: card, change: { due_date: "2027-01-06" } }], "second");
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

  test("undo waits for a change that is being sent", async () => {
    const store = timeline();
    store.want([{ task: card, change: { due_date: "2027-01-05" } }], "first");
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

  test("several bars are moved with one call and undone in one step", async () => {
    const store = timeline();
    const [otherId] = world.taskIds(columnId).slice(1) as [number];
    const other = world.task(otherId) as BoardTask;
    const requestedChanges = [card, other].map((task) => ({ task, change: { due_date: "2027-01-05" } }));
    store.want(requestedChanges, "2 tasks moved");
    await settle();
    const sent = requestedChanges.map(({ task: { id, version } }) => ({ id, version, due_date: "2027-01-05" }));
    expect(calls[0]?.body).toEqual({ changes: sent });
    await answer(0, {
      data: sent.map(({ id, version }) => ({
        id,
        version: version + 1,
        undo: { id, version: version + 1, due_date: null },
      })),
    });
    expect(history$.value.undo).toHaveLength(1);
    const going = undoLast();
    await settle();
    expect(calls[1]?.body).toMatchObject({ undoing: true, changes: [{ due_date: null }, { due_date: null }] });
    await answer(1, { data: [] });
    await going;
  });

  test("a refusal among several changes names the task, and all are rolled back", async () => {
    const store = timeline();
    const [otherId] = world.taskIds(columnId).slice(1) as [number];
    const other = world.task(otherId) as BoardTask;
    const refused: string[] = [];
    store.refused$.subscribe(({ task, message }) => refused.push(`${task.id} ${message}`));
    store.want(
      [card, other].map((task) => ({ task, change: { due_date: "2027-01-05" } })),
      "2 tasks moved",
    );
    await settle();
    calls[0]?.answer({ message: "Some fields are wrong", errors: { "changes.1.due_date": ["Outside"] } }, 422);
    await settle();
    expect(refused).toEqual([`${otherId} Outside`]);
    expect(due(store)).toBe(card.due_date);
    expect(history$.value.undo).toEqual([]);
  });

  const event = (type: string, data: object, actorId: number, revision = board.revision + 1) =>
    ({ revision, id: revision, type, at: "", actor: { id: actorId, fullname: "P", image: null }, data }) as never;
  const open: TimelineState = { ...emptyTimeline, phase: "open", plans: [plan] };
  const renamed = { id: taskId, title: "New", version: card.version + 1, before: {} };

  test("a bar is marked when changed by another user or waiting for the network", () => {
    const marks = (state: TimelineState) => [...barMarksOf(state)];
    const changedBy = (actor: number) => withEvents(open, 1, [event("task.updated", renamed, actor)], 1);
    expect([marks(open), marks(changedBy(1)), marks(changedBy(2))]).toEqual([[], [], [[taskId, "news"]]]);
    const pending = {
      ...newPendingChange,
      id: "1",
      kind: "change",
      changes: [{ id: taskId }],
      cards: [],
      answer: null,
    };
    const wanting = (waiting: boolean) => marks(withPendingChanges(changedBy(2), [pending as never], waiting));
    expect([wanting(false), wanting(true)]).toEqual([[[taskId, "news"]], [[taskId, "waiting"]]]);
  });

  test("events of its project are applied once, events of other projects never", () => {
    const next = withEvents(open, 1, [event("task.updated", renamed, 2)], 1);
    expect(next.plans[0]?.server.revision).toBe(board.revision + 1);
    const again = withEvents(next, 1, [event("task.updated", { ...renamed, title: "Older" }, 2)], 1);
    expect(taskById(again.plans[0]?.drawn ?? board, taskId)?.title).toBe("New");
    expect(withEvents(open, 2, [event("task.updated", renamed, 2)], 1)).toBe(open);
    const archived = withEvents(open, 1, [event("project.archived", { id: 1 }, 2)], 1);
    expect(archived.plans[0]?.facts).toMatchObject({ archived: true, can: { edit: false }, title: "Website" });
    const dated = withEvents(
      open,
      1,
      [event("project.updated", { id: 1, title: "Shop", end_date: "2027-02-01" }, 2)],
      1,
    );
    expect(dated.plans[0]?.facts).toMatchObject({
      title: "Shop",
      code: "WEB",
      start_date: null,
      end_date: "2027-02-01",
    });
  });

  test("an accepted change is shown until the server reports it or deletes the task", () => {
    const saved = { id: taskId, version: card.version + 1, task: { ...card, due_date: "2027-01-05" }, undo: null };
    const pending = {
      ...newPendingChange,
      id: "1",
      kind: "change",
      state: "done",
      changes: [{ id: taskId }],
      cards: [],
    };
    const state = withPendingChanges(open, [{ ...pending, answer: [saved] } as never], false);
    const pendingCount = ({ plans: [one] }: TimelineState) => one?.pending.length;
    expect([state, withEvents(state, 1, [event("task.updated", renamed, 1)], 1)].map(pendingCount)).toEqual([1, 0]);
    expect(pendingCount(withEvents(state, 1, [event("task.deleted", { id: taskId, project_id: 1 }, 2)], 1))).toBe(0);
  });

  test("the full timeline loads any new project, a project's timeline only its own", async () => {
    const heard = async (store: TimelineStore, type: string, data: object) => {
      store["hear"](event(type, data, 2));
      await settle();
      return calls.splice(0).length;
    };
    const [own, all] = [new TimelineStore(1, 1), new TimelineStore(null, 1)];
    for (const type of ["project.created", "project.restored"]) {
      expect([await heard(own, type, { id: 2 }), await heard(own, type, { id: 1 })]).toEqual([0, 1]);
      expect(await heard(all, type, { id: 2 })).toBe(1);
    }
    expect(await heard(own, "member.added", { project_id: 2 })).toBe(0);
    expect(await heard(own, "member.added", { project_id: 1 })).toBe(1);
    expect(await heard(all, "member.added", { project_id: 2 })).toBe(1);
  });

  test.each(["project.imported", "project_field.kind_restored"])("%s reads the project again", async (type) => {
    const store = timeline();
    store["apply"](1, [event("task.updated", renamed, 1)]);
    await settle();
    expect(calls).toHaveLength(0);
    store["apply"](1, [event(type, {}, 2, board.revision + 2)]);
    await settle();
    expect(calls.map(({ path }) => path)).toEqual([expect.stringContaining("project_id=1")]);
  });

  test("a project without its board is loaded separately before the screen is complete", async () => {
    const { archived: _, can: __, ...own } = plan.facts;
    const project = (id: number, board: unknown) => ({ ...own, id, archived: false, can: { edit: true }, board });
    const meta = { total: 2, page: 1, per_page: 20, last_page: 1 };
    const store = new TimelineStore(null, 1);
    const loading = store.load();
    await settle();
    await answer(0, { data: [project(1, null), project(2, world.read())], meta });
    const visiblePlanIds = () => store.state$.value.plans.map(({ facts: { id } }) => id).toSorted((a, b) => a - b);
    expect([visiblePlanIds(), store.state$.value.complete, calls[1]?.path]).toEqual([
      [2],
      false,
      expect.stringContaining("project_id=1"),
    ]);
    await answer(1, { data: [project(1, world.read())], meta });
    await loading;
    expect([visiblePlanIds(), store.state$.value.complete]).toEqual([[1, 2], true]);
  });
});
