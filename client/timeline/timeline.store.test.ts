/** @jest-environment jsdom */
import { boardOf, taskOf } from "../../shared/tasks/tasks.board";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { StoryWorld } from "../../tests/support/board-world";
import { type HeldCall, holdCalls } from "../../tests/support/held-calls";
import { clearHistory, history$, redoLast, undoLast } from "../undo/history";
import { emptyTimeline, isOpen, marksOf, type Plan, type TimelineState, withEvents } from "./timeline.state";
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

  const event = (type: string, data: object, actorId: number, revision = board.revision + 1) =>
    ({ revision, id: revision, type, at: "", actor: { id: actorId, fullname: "P", image: null }, data }) as never;
  const open: TimelineState = { ...emptyTimeline, phase: "open", plans: [plan] };
  const renamed = { id: taskId, title: "New", version: card.version + 1, before: {} };

  test("is marked when somebody else has changed it, and when what one wants of it waits for the network", () => {
    const marks = (state: TimelineState) => [...marksOf(state)];
    const changedBy = (actor: number) => withEvents(open, 1, [event("task.updated", renamed, actor)], 1);
    expect([marks(open), marks(changedBy(1)), marks(changedBy(2))]).toEqual([[], [], [[taskId, "news"]]]);
    const pending = { id: 1, projectId: 1, task: card, change: {}, savedAt: null };
    const wanting = (waiting: boolean) =>
      marks({ ...changedBy(2), pendingChanges: [{ ...pending, waiting } as never] });
    expect([wanting(false), wanting(true)]).toEqual([[[taskId, "news"]], [[taskId, "waiting"]]]);
  });

  test("follows its project's events, each once, and no other project's", () => {
    const next = withEvents(open, 1, [event("task.updated", renamed, 2)], 1);
    expect(next.plans[0]?.server.revision).toBe(board.revision + 1);
    const again = withEvents(next, 1, [event("task.updated", { ...renamed, title: "Older" }, 2)], 1);
    expect(taskOf(again.plans[0]?.drawn ?? board, taskId)?.title).toBe("New");
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

  test("that was wanted is over once the server has told of it, or of its end, and not before", () => {
    const pending = (savedAt: number | null) => ({ projectId: 1, task: card, savedAt }) as never;
    const [{ server }] = withEvents(open, 1, [event("task.updated", renamed, 1)], 1).plans as [Plan];
    expect([null, card.version, card.version + 1].map((at) => isOpen(pending(at), board))).toEqual([true, false, true]);
    expect([null, card.version + 1, card.version + 2].map((at) => isOpen(pending(at), server))).toEqual([
      true,
      false,
      true,
    ]);
    const [gone] = withEvents(open, 1, [event("task.deleted", { id: taskId, project_id: 1 }, 2)], 1).plans as [Plan];
    expect(isOpen(pending(null), gone.server)).toBe(false);
  });

  test("one project's reads that project when one gains it; that of all reads each", async () => {
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

  test("a project that comes without its board is asked for by itself, and the screen has all when it is there", async () => {
    const { archived: _, can: __, ...own } = plan.facts;
    const project = (id: number, board: unknown) => ({ ...own, id, archived: false, can: { edit: true }, board });
    const meta = { total: 2, page: 1, per_page: 20, last_page: 1 };
    const store = new TimelineStore(null, 1);
    const loading = store.load();
    await settle();
    await answer(0, { data: [project(1, null), project(2, world.read())], meta });
    const shown = () => store.state$.value.plans.map(({ facts: { id } }) => id).toSorted((a, b) => a - b);
    expect([shown(), store.state$.value.complete, calls[1]?.path]).toEqual([
      [2],
      false,
      expect.stringContaining("project_id=1"),
    ]);
    await answer(1, { data: [project(1, world.read())], meta });
    await loading;
    expect([shown(), store.state$.value.complete]).toEqual([[1, 2], true]);
  });
});
