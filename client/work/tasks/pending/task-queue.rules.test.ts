import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import type { ChangedTask } from "../../../../shared/work/tasks/bulk.contract";
import { simulatedPerson, SimulatedBoard } from "../../../../tests/support/simulated-board";
import { nextPending } from "../../../platform/pending/pending";
import { acknowledgeChange, type SendReply, refuseChange, findAppliedBefore } from "./task-queue.rules";
import { type PendingEdit, newPendingChange, type PendingMove, type PendingChange } from "./task-changes";

const board = new SimulatedBoard(3);
const [columnId, nextColumnId] = board.columnIds as [number, number];
const [taskId, otherId] = board.taskIds(columnId) as [number, number];
const task = board.task(taskId) as BoardTask;

const to = { columnId: nextColumnId, beforeId: null, afterId: null };
const move = (id: string, overrides: Partial<PendingMove> = {}): PendingMove => {
  return { ...newPendingChange, id, kind: "move", taskId, to, task, version: 2, answer: null, ...overrides };
};
const change = (id: string, overrides: Partial<PendingEdit> = {}): PendingEdit => {
  return {
    ...newPendingChange,
    id,
    kind: "change",
    changes: [{ id: taskId, version: 2, title: "New" }],
    undoing: false,
    cards: [],
    answer: null,
    ...overrides,
  };
};
const landed: SendReply = { kind: "move", task_status_id: nextColumnId, rank: "a0", version: 4, progress: 0 };

const find = (list: readonly PendingChange[], id: string) => list.find((one) => one.id === id);

describe("accepted changes", () => {
  const versionOf = (list: readonly PendingChange[], id: string) => {
    const found = find(list, id);
    if (found?.kind === "move") return found.version;
    return found?.kind === "change" ? found.changes[0]?.version : undefined;
  };

  test("waiting changes of the same task adopt the new version; undos keep their own", () => {
    const list = [
      move("sent", { state: "sent" }),
      move("moves on"),
      change("renames"),
      change("takes back", { undoing: true }),
      move("another card", { taskId: otherId }),
    ];
    const after = acknowledgeChange(list, "sent", landed);
    expect(find(after, "sent")).toMatchObject({ state: "done", answer: { version: 4 } });
    expect(["moves on", "renames", "takes back", "another card"].map((id) => versionOf(after, id))).toEqual([
      4, 4, 2, 2,
    ]);
  });

  test("a waiting change of other fields keeps its version", () => {
    const tags = { changes: [{ id: taskId, version: 2, tags: [1] }] };
    const list = [change("title", { state: "sent" }), change("tags", tags), change("title again")];
    const after = acknowledgeChange(list, "title", {
      kind: "changed",
      tasks: [{ id: taskId, version: 5 } as ChangedTask],
    });
    expect(["tags", "title again"].map((id) => versionOf(after, id))).toEqual([2, 5]);
  });

  test("a response doesn't affect changes that were already sent", () => {
    const list = [move("first", { state: "sent" }), move("second", { state: "sent" })];
    expect(versionOf(acknowledgeChange(list, "first", landed), "second")).toBe(2);
    expect(acknowledgeChange(list, "unknown", landed)).toEqual(list);
  });

  test("a new task's server id replaces its temporary id everywhere", () => {
    const createdTask = { ...task, id: 77, version: 1 };
    const create: PendingChange = {
      ...newPendingChange,
      id: "create",
      kind: "create",
      taskId: -1,
      to,
      task: { ...task, id: -1 },
      seenId: null,
      answer: null,
    };
    const list = [
      create,
      move("it", { taskId: -1, task: { ...task, id: -1 } }),
      move("below it", { taskId: otherId, to: { ...to, beforeId: -1 } }),
      change("its title", { changes: [{ id: -1, title: "New" }] }),
    ];
    const after = acknowledgeChange(list, "create", { kind: "task", task: createdTask });
    expect(find(after, "it")).toMatchObject({ taskId: 77, task: { id: 77 }, version: 1 });
    expect(find(after, "below it")).toMatchObject({ taskId: otherId, to: { beforeId: 77 } });
    expect(find(after, "its title")).toMatchObject({ changes: [{ id: 77 }] });
  });
});

describe("retries refused as stale", () => {
  const again = move("again", { state: "sent", attempts: 2 });
  const movedTask = { ...task, task_status_id: nextColumnId, rank: "a5", version: 9, progress: 40 };
  const otherUserMove = { actor: simulatedPerson(2), type: "task.moved", columnId: nextColumnId };

  test("a stale retry counts as done if the card is at its target", () => {
    expect(findAppliedBefore(again, "task.stale", movedTask)).toEqual({
      kind: "move",
      task_status_id: nextColumnId,
      rank: "a5",
      version: 9,
      progress: 40,
    });
  });

  test.each<[string, PendingChange, string, unknown]>([
    ["somebody else has moved it there", { ...again, conflict: otherUserMove }, "task.stale", movedTask],
    ["it is elsewhere", again, "task.stale", { ...movedTask, task_status_id: columnId }],
    ["it was the first attempt", { ...again, attempts: 1 }, "task.stale", movedTask],
    ["it was refused for another reason", again, "task.archived", movedTask],
    ["nothing is known of the card", again, "task.stale", null],
  ])("a stale retry isn't counted as done when %s", (_, pending, code, record) => {
    expect(findAppliedBefore(pending, code, record)).toBeNull();
  });

  test("a retried archive counts as done unless another user archived the task", () => {
    const archive: PendingChange = {
      ...newPendingChange,
      id: "archive",
      kind: "archive",
      taskId,
      task,
      state: "sent",
      attempts: 2,
    };
    expect(findAppliedBefore(archive, "task.archived", null)).toEqual({ kind: "yes" });
    expect(findAppliedBefore(archive, "task.stale", null)).toBeNull();
    expect(findAppliedBefore({ ...archive, conflict: otherUserMove }, "task.archived", null)).toBeNull();
  });
});

describe("refused changes", () => {
  const refusal = { code: "task.stale", message: "Changed" };

  test("a refusal drops later moves of the card and keeps their final target", () => {
    const last = { columnId, beforeId: otherId, afterId: null };
    const list = [
      move("first", { state: "sent" }),
      move("second"),
      move("third", { to: last }),
      move("other", { taskId: otherId }),
    ];
    const after = refuseChange(list, "first", refusal);
    expect(after.map(({ id, state }) => [id, state])).toEqual([
      ["first", "refused"],
      ["other", "waiting"],
    ]);
    expect(find(after, "first")).toMatchObject({ to: last, refusal });
    expect(nextPending(after)?.id).toBe("other");
  });

  test("a refusal replaces the card's earlier one; a bulk refusal isn't kept", () => {
    const list = [move("old", { state: "refused" }), move("new", { state: "sent" }), change("many", { state: "sent" })];
    expect(refuseChange(list, "new", refusal).map(({ id }) => id)).toEqual(["new", "many"]);
    expect(refuseChange(list, "many", refusal).map(({ id }) => id)).toEqual(["old", "new"]);
  });
});
