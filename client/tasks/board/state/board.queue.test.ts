import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { person, StoryWorld } from "../../../../tests/support/board-world";
import { acknowledge, type Answer, nextPending, refuse, wasDoneBefore } from "./board.queue";
import { type PendingEdit, fresh, type PendingMove, type PendingChange } from "./board.pending";

const board = new StoryWorld(3);
const [columnId, nextColumnId] = board.columnIds as [number, number];
const [taskId, otherId] = board.taskIds(columnId) as [number, number];
const task = board.task(taskId) as BoardTask;

const to = { columnId: nextColumnId, beforeId: null, afterId: null };
const move = (id: string, more: Partial<PendingMove> = {}): PendingMove => {
  return { ...fresh, id, kind: "move", taskId, to, task, version: 2, answer: null, ...more };
};
const change = (id: string, more: Partial<PendingEdit> = {}): PendingEdit => {
  return {
    ...fresh,
    id,
    kind: "change",
    changes: [{ id: taskId, version: 2, title: "New" }],
    undoing: false,
    cards: [],
    answer: null,
    ...more,
  };
};
const landed: Answer = { kind: "move", task_status_id: nextColumnId, rank: "a0", version: 4, progress: 0 };

const find = (list: readonly PendingChange[], id: string) => list.find((one) => one.id === id);

describe("after an answer", () => {
  const versionOf = (list: readonly PendingChange[], id: string) => {
    const found = find(list, id);
    if (found?.kind === "move") return found.version;
    return found?.kind === "change" ? found.changes[0]?.version : undefined;
  };

  test("what waits on the same task names the version that it made; what takes back names the one it takes back", () => {
    const list = [
      move("sent", { state: "sent" }),
      move("moves on"),
      change("renames"),
      change("takes back", { undoing: true }),
      move("another card", { taskId: otherId }),
    ];
    const after = acknowledge(list, "sent", landed);
    expect(find(after, "sent")).toMatchObject({ state: "done", answer: { version: 4 } });
    expect(["moves on", "renames", "takes back", "another card"].map((id) => versionOf(after, id))).toEqual([
      4, 4, 2, 2,
    ]);
  });

  test("what is on its way already isn't changed, nor is anything by an answer that nobody waits for", () => {
    const list = [move("first", { state: "sent" }), move("second", { state: "sent" })];
    expect(versionOf(acknowledge(list, "first", landed), "second")).toBe(2);
    expect(acknowledge(list, "unknown", landed)).toEqual(list);
  });

  test("a new task's own id takes the place of the one it was drawn with, in everything that names it", () => {
    const made = { ...task, id: 77, version: 1 };
    const create: PendingChange = {
      ...fresh,
      id: "create",
      kind: "create",
      taskId: -1,
      to,
      task: { ...task, id: -1 },
      seen: null,
      answer: null,
    };
    const list = [
      create,
      move("it", { taskId: -1, task: { ...task, id: -1 } }),
      move("below it", { taskId: otherId, to: { ...to, beforeId: -1 } }),
      change("its title", { changes: [{ id: -1, title: "New" }] }),
    ];
    const after = acknowledge(list, "create", { kind: "task", task: made });
    expect(find(after, "it")).toMatchObject({ taskId: 77, task: { id: 77 }, version: 1 });
    expect(find(after, "below it")).toMatchObject({ taskId: otherId, to: { beforeId: 77 } });
    expect(find(after, "its title")).toMatchObject({ changes: [{ id: 77 }] });
  });
});

describe("a second attempt that is refused as stale", () => {
  const again = move("again", { state: "sent", attempts: 2 });
  const there = { ...task, task_status_id: nextColumnId, rank: "a5", version: 9, progress: 40 };
  const somebody = { actor: person(2), type: "task.moved", columnId: nextColumnId };

  test("had got through the first time, where the card is where it was to go", () => {
    expect(wasDoneBefore(again, "task.stale", there)).toEqual({
      kind: "move",
      task_status_id: nextColumnId,
      rank: "a5",
      version: 9,
      progress: 40,
    });
  });

  test.each<[string, PendingChange, string, unknown]>([
    ["somebody else has moved it there", { ...again, conflict: somebody }, "task.stale", there],
    ["it is elsewhere", again, "task.stale", { ...there, task_status_id: columnId }],
    ["it was the first attempt", { ...again, attempts: 1 }, "task.stale", there],
    ["it was refused for another reason", again, "task.archived", there],
    ["nothing is known of the card", again, "task.stale", null],
  ])("had not, where %s", (_, pending, code, record) => {
    expect(wasDoneBefore(pending, code, record)).toBeNull();
  });

  test("of an archiving had got through where the card is archived now, unless by somebody else", () => {
    const archive: PendingChange = {
      ...fresh,
      id: "archive",
      kind: "archive",
      taskId,
      task,
      state: "sent",
      attempts: 2,
    };
    expect(wasDoneBefore(archive, "task.archived", null)).toEqual({ kind: "yes" });
    expect(wasDoneBefore(archive, "task.stale", null)).toBeNull();
    expect(wasDoneBefore({ ...archive, conflict: somebody }, "task.archived", null)).toBeNull();
  });
});

describe("a refusal", () => {
  const refusal = { code: "task.stale", message: "Changed" };

  test("takes along later moves of the card, and is about where it was to go in the end", () => {
    const last = { columnId, beforeId: otherId, afterId: null };
    const list = [
      move("first", { state: "sent" }),
      move("second"),
      move("third", { to: last }),
      move("other", { taskId: otherId }),
    ];
    const after = refuse(list, "first", refusal);
    expect(after.map(({ id, state }) => [id, state])).toEqual([
      ["first", "refused"],
      ["other", "waiting"],
    ]);
    expect(find(after, "first")).toMatchObject({ to: last, refusal });
    expect(nextPending(after)?.id).toBe("other");
  });

  test("of a card takes the place of the one before it; of many cards it isn't kept", () => {
    const list = [move("old", { state: "refused" }), move("new", { state: "sent" }), change("many", { state: "sent" })];
    expect(refuse(list, "new", refusal).map(({ id }) => id)).toEqual(["new", "many"]);
    expect(refuse(list, "many", refusal).map(({ id }) => id)).toEqual(["old", "new"]);
  });
});
