import fc from "fast-check";
import { retryMs } from "../../../platform/pending/send-failure";
import { isPendingCardChange } from "../pending/task-changes";
import { taskQueue } from "../pending/task-queue";
import { targetPosition, FakeBoard, me, waitForImmediates } from "../../../../tests/support/fake-board";
import { boardFromReply, taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";

const columnOf = (board: FakeBoard, taskId: number) => taskById(board.context.drawn, taskId)?.task_status_id;
const column = (board: FakeBoard, index: number) => board.simulation.columnIds[index] as number;
const first = (board: FakeBoard, index: number) => board.simulation.taskIds(column(board, index))[0] as number;

function expectConverged(board: FakeBoard): void {
  expect(board.context.pendingChanges).toEqual([]);
  expect(board.context.drawn).toEqual(boardFromReply(board.simulation.read()));
}

describe("offline changes", () => {
  it("offline changes are marked as waiting and sent in order on reconnect", async () => {
    const board = await new FakeBoard().open();
    board.reachable = false;
    board.connection("offline");
    const [one, two] = board.simulation.taskIds(column(board, 0)) as [number, number];
    board.send({ type: "MOVE", taskId: one, to: targetPosition(board, 1, 0) });
    board.send({ type: "MOVE", taskId: two, to: targetPosition(board, 1, 0) });
    board.send({ type: "ADD", tasks: [{ title: "Offline" }], to: targetPosition(board, 2, 3) });
    await waitForImmediates();
    expect(board.context.waiting).toBe(true);
    expect(board.context.pendingChanges.map((pending) => pending.state)).toEqual(["waiting", "waiting", "waiting"]);
    expect(columnOf(board, one)).toBe(column(board, 1));

    board.sent.length = 0;
    board.reachable = true;
    board.connection("live");
    await waitForImmediates();
    expect(board.sent.map((pending) => isPendingCardChange(pending) && pending.taskId)).toEqual([
      one,
      two,
      expect.any(Number),
    ]);
    expect(board.context.waiting).toBe(false);
    board.catchUp();
    expectConverged(board);
  });

  it("a change refused after reconnecting keeps its reason, other changes are sent", async () => {
    const board = await new FakeBoard().open();
    board.reachable = false;
    const [one, two] = board.simulation.taskIds(column(board, 0)) as [number, number];
    board.send({ type: "MOVE", taskId: one, to: targetPosition(board, 1, 0) });
    board.send({ type: "MOVE", taskId: two, to: targetPosition(board, 2, 0) });
    await waitForImmediates();
    board.applyOnServer({ kind: "archive", task: board.simulation.indexOfTask(one) });
    board.reachable = true;
    board.connection("live");
    board.catchUp();
    await waitForImmediates();
    board.catchUp();
    expect(board.context.pendingChanges).toMatchObject([
      { state: "refused", taskId: one, refusal: { code: "task.archived" } },
    ]);
    expect(columnOf(board, two)).toBe(column(board, 2));
  });

  it("tasks created offline can be moved before the server knows them", async () => {
    const board = await new FakeBoard().open();
    board.reachable = false;
    board.send({ type: "ADD", tasks: [{ title: "One" }, { title: "Two" }], to: targetPosition(board, 0, 3) });
    const [, , , one, two] = taskIdsInColumn(board.context.drawn, column(board, 0)) as number[];
    expect([one, two].map((id) => taskById(board.context.drawn, id as number)?.title)).toEqual(["One", "Two"]);
    board.send({ type: "MOVE", taskId: two as number, to: targetPosition(board, 1, 0) });
    await waitForImmediates();
    board.reachable = true;
    board.connection("live");
    await waitForImmediates();
    board.catchUp();
    const top = taskIdsInColumn(board.context.drawn, column(board, 1))[0] as number;
    expect(taskById(board.context.drawn, top)?.title).toBe("Two");
    expectConverged(board);
  });

  it("undoing an unsent change removes it from the queue", async () => {
    const board = await new FakeBoard().open();
    board.reachable = false;
    board.send({ type: "ARCHIVE", taskId: first(board, 0) });
    await waitForImmediates();
    taskQueue.withdraw(...board.context.pendingChanges.map((pending) => pending.id));
    expectConverged(board);
  });

  it("a lost response doesn't refuse the second attempt", async () => {
    const board = await new FakeBoard().open();
    board.auto = false;
    const task = first(board, 0);
    board.send({ type: "MOVE", taskId: task, to: targetPosition(board, 1, 0) });
    board.reachable = false; // the network fails after the server has saved the move
    const moveEvents = board.applyOnServer(
      { kind: "move", task: board.simulation.indexOfTask(task), column: 1, at: 0 },
      me,
    );
    await board.answer();
    expect(taskQueue.isOffline).toBe(true);
    board.reachable = true;
    board.auto = true;
    board.connection("live");
    await waitForImmediates();
    board.deliver(...moveEvents);
    expect(columnOf(board, task)).toBe(column(board, 1));
    expectConverged(board);
  });

  it("a failed call is retried after a delay even while the stream is connected", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate"] });
    const board = await new FakeBoard().open();
    board.reachable = false;
    board.send({ type: "MOVE", taskId: first(board, 0), to: targetPosition(board, 1, 0) });
    await waitForImmediates();
    board.reachable = true;
    jest.advanceTimersByTime(retryMs);
    jest.useRealTimers();
    await waitForImmediates();
    board.catchUp();
    expectConverged(board);
  });
});

describe("losing access", () => {
  it("losing access closes the board even during a drag", async () => {
    const board = await new FakeBoard().open();
    board.send({ type: "LIFT", taskId: first(board, 0), by: "pointer" });
    board.say({ type: "REVOKED" });
    expect(board.actor.getSnapshot().value).toBe("revoked");
  });

  it("a reset without permission to reread shows the loss of access", async () => {
    const board = await new FakeBoard().open();
    board.readable = false;
    board.say({ type: "RESET" });
    await waitForImmediates();
    expect(board.actor.getSnapshot().value).toBe("revoked");
  });
});

describe("concurrent users", () => {
  const commands = fc.record({
    mine: fc.boolean(),
    task: fc.nat({ max: 20 }),
    column: fc.nat({ max: 2 }),
    index: fc.nat({ max: 6 }),
    deliver: fc.boolean(),
    cut: fc.boolean(),
  });

  it("both users end with the same board, whatever was refused", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 30 }), async (script) => {
        const board = await new FakeBoard().open();
        for (const { mine, task, column: columnAt, index, deliver, cut } of script) {
          board.reachable = !cut;
          const visibleIds = board.simulation.columnIds.flatMap((id) => taskIdsInColumn(board.context.drawn, id));
          const taskId = visibleIds[task % Math.max(1, visibleIds.length)];
          if (mine && taskId !== undefined)
            board.send({ type: "MOVE", taskId, to: targetPosition(board, columnAt, index, taskId) });
          else
            board.applyOnServer({
              kind: task % 7 === 0 ? "archive" : "move",
              task,
              column: columnAt,
              at: index,
            } as never);
          if (deliver) board.catchUp();
          await waitForImmediates();
        }
        board.reachable = true;
        board.connection("live");
        await waitForImmediates();
        await waitForImmediates();
        board.catchUp();
        expect(board.context.pendingChanges.filter((pending) => pending.state !== "refused")).toEqual([]);
        expect(board.context.drawn).toEqual(boardFromReply(board.simulation.read()));
      }),
      { numRuns: 80 },
    );
  });
});
