import fc from "fast-check";
import { isPendingTaskChange } from "./board.pending";
import { at, FakeBoard, me, settle } from "../../../../tests/support/fake-board";
import { boardOf, taskOf, tasksIn } from "../../../../shared/tasks/tasks.board";

const columnOf = (board: FakeBoard, taskId: number) => taskOf(board.context.drawn, taskId)?.task_status_id;
const column = (board: FakeBoard, index: number) => board.story.columnIds[index] as number;
const first = (board: FakeBoard, index: number) => board.story.taskIds(column(board, index))[0] as number;

/** What the machine draws is what a fresh read gives. */
function expectConverged(board: FakeBoard): void {
  expect(board.context.pendingChanges).toEqual([]);
  expect(board.context.drawn).toEqual(boardOf(board.story.read()));
}

describe("without a connection", () => {
  it("pendingChanges wait, are marked as waiting, and are sent in order when it is back", async () => {
    const board = await new FakeBoard().open();
    board.reachable = false;
    board.connection("offline");
    const [one, two] = board.story.taskIds(column(board, 0)) as [number, number];
    board.send({ type: "MOVE", taskId: one, to: at(board, 1, 0) });
    board.send({ type: "MOVE", taskId: two, to: at(board, 1, 0) });
    board.send({ type: "ADD", tasks: [{ title: "Offline" }], to: at(board, 2, 3) });
    await settle();
    expect(board.actor.getSnapshot().hasTag("waiting")).toBe(true);
    expect(board.context.pendingChanges.map((pending) => pending.state)).toEqual(["waiting", "waiting", "waiting"]);
    expect(columnOf(board, one)).toBe(column(board, 1));

    board.sent.length = 0;
    board.reachable = true;
    board.connection("live");
    await settle();
    expect(board.sent.map((pending) => isPendingTaskChange(pending) && pending.taskId)).toEqual([
      one,
      two,
      expect.any(Number),
    ]);
    expect(board.actor.getSnapshot().hasTag("waiting")).toBe(false);
    board.catchUp();
    expectConverged(board);
  });

  it("a pending that is refused afterwards keeps its reason, the others go through", async () => {
    const board = await new FakeBoard().open();
    board.reachable = false;
    const [one, two] = board.story.taskIds(column(board, 0)) as [number, number];
    board.send({ type: "MOVE", taskId: one, to: at(board, 1, 0) });
    board.send({ type: "MOVE", taskId: two, to: at(board, 2, 0) });
    await settle();
    board.happens({ kind: "archive", task: board.story.indexOfTask(one) });
    board.reachable = true;
    board.connection("live");
    board.catchUp();
    await settle();
    board.catchUp();
    expect(board.context.pendingChanges).toMatchObject([
      { state: "refused", taskId: one, refusal: { code: "task.archived" } },
    ]);
    expect(columnOf(board, two)).toBe(column(board, 2));
  });

  it("cards made offline can be moved before the server knows them", async () => {
    const board = await new FakeBoard().open();
    board.reachable = false;
    board.send({ type: "ADD", tasks: [{ title: "One" }, { title: "Two" }], to: at(board, 0, 3) });
    const [, , , one, two] = tasksIn(board.context.drawn, column(board, 0)) as number[];
    expect([one, two].map((id) => taskOf(board.context.drawn, id as number)?.title)).toEqual(["One", "Two"]);
    board.send({ type: "MOVE", taskId: two as number, to: at(board, 1, 0) });
    await settle();
    board.reachable = true;
    board.connection("live");
    await settle();
    board.catchUp();
    const top = tasksIn(board.context.drawn, column(board, 1))[0] as number;
    expect(taskOf(board.context.drawn, top)?.title).toBe("Two");
    expectConverged(board);
  });

  it("what wasn't sent yet is undone by not sending it", async () => {
    const board = await new FakeBoard().open();
    board.reachable = false;
    board.send({ type: "ARCHIVE", taskId: first(board, 0) });
    await settle();
    board.send({ type: "UNMAKE", pendingIds: board.context.pendingChanges.map((pending) => pending.id) });
    expectConverged(board);
  });

  it("an answer that was lost doesn't make the second attempt a refusal", async () => {
    const board = await new FakeBoard().open();
    board.auto = false;
    const task = first(board, 0);
    board.send({ type: "MOVE", taskId: task, to: at(board, 1, 0) });
    board.reachable = false; // the network breaks after the server has written it
    const written = board.happens({ kind: "move", task: board.story.indexOfTask(task), column: 1, at: 0 }, me);
    await board.answer();
    expect(board.actor.getSnapshot().matches({ open: { queue: "held" } })).toBe(true);
    board.reachable = true;
    board.auto = true;
    board.connection("live");
    await settle();
    board.deliver(...written);
    expect(columnOf(board, task)).toBe(column(board, 1));
    expectConverged(board);
  });

  it("is tried again after a while, also when only the calls had failed", async () => {
    const board = await new FakeBoard().open();
    board.reachable = false;
    board.send({ type: "MOVE", taskId: first(board, 0), to: at(board, 1, 0) });
    await settle();
    board.reachable = true;
    board.clock.increment(4_000);
    await settle();
    board.catchUp();
    expectConverged(board);
  });
});

describe("losing access", () => {
  it("closes the board, whatever was in the hand", async () => {
    const board = await new FakeBoard().open();
    board.send({ type: "LIFT", taskId: first(board, 0), by: "pointer" });
    board.say({ type: "REVOKED" });
    expect(board.actor.getSnapshot().value).toBe("revoked");
  });

  it("shows when a reset may not read it again", async () => {
    const board = await new FakeBoard().open();
    board.readable = false;
    board.say({ type: "RESET" });
    await settle();
    expect(board.actor.getSnapshot().value).toBe("revoked");
  });
});

describe("two people at once", () => {
  const commands = fc.record({
    mine: fc.boolean(),
    task: fc.nat({ max: 20 }),
    column: fc.nat({ max: 2 }),
    index: fc.nat({ max: 6 }),
    deliver: fc.boolean(),
    cut: fc.boolean(),
  });

  it("end with the same board, whatever was refused", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 30 }), async (script) => {
        const board = await new FakeBoard().open();
        for (const { mine, task, column: columnAt, index, deliver, cut } of script) {
          board.reachable = !cut;
          const shown = board.story.columnIds.flatMap((id) => tasksIn(board.context.drawn, id));
          const taskId = shown[task % Math.max(1, shown.length)];
          if (mine && taskId !== undefined)
            board.send({ type: "MOVE", taskId, to: at(board, columnAt, index, taskId) });
          else board.happens({ kind: task % 7 === 0 ? "archive" : "move", task, column: columnAt, at: index } as never);
          if (deliver) board.catchUp();
          await settle();
        }
        board.reachable = true;
        board.connection("live");
        await settle();
        await settle();
        board.catchUp();
        expect(board.context.pendingChanges.filter((pending) => pending.state !== "refused")).toEqual([]);
        expect(board.context.drawn).toEqual(boardOf(board.story.read()));
      }),
      { numRuns: 80 },
    );
  });
});
