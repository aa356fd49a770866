import fc from "fast-check";
import { simulationSteps } from "../../../../tests/support/board-simulation.steps";
import { targetPosition, FakeBoard, me, other, waitForImmediates } from "../../../../tests/support/fake-board";
import { boardFromReply, taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { taskQueue } from "../pending/task-queue";
import { changeNoteMs } from "./board.machine";

const columnOf = (board: FakeBoard, taskId: number) => taskById(board.context.drawn, taskId)?.task_status_id;
const column = (board: FakeBoard, index: number) => board.simulation.columnIds[index] as number;
const first = (board: FakeBoard, index: number) => board.simulation.taskIds(column(board, index))[0] as number;

function expectConverged(board: FakeBoard): void {
  expect(board.context.pendingChanges).toEqual([]);
  expect(board.context.drawn).toEqual(boardFromReply(board.simulation.read()));
}

describe("opening a board", () => {
  it("opening reads the board and follows its stream from that revision", async () => {
    const board = await new FakeBoard().open();
    expect(board.actor.getSnapshot().matches({ open: { line: "live", copy: "current", hand: "empty" } })).toBe(true);
    expectConverged(board);
  });

  it("an unreadable board ends as forbidden with status 404", async () => {
    const board = new FakeBoard();
    board.readable = false;
    await board.open();
    expect(board.actor.getSnapshot().value).toBe("forbidden");
    expect(board.context.problem?.status).toBe(404);
  });
});

describe("board events", () => {
  it("board events are applied exactly once and in order, however they arrive", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(simulationSteps, { minLength: 1, maxLength: 25 }),
        fc.infiniteStream(fc.nat({ max: 99 })),
        async (pendingChanges, dice) => {
          const board = await new FakeBoard().open();
          for (const step of pendingChanges) board.applyOnServer(step);
          const arriving = board.log
            .filter(() => (dice.next().value as number) > 20)
            .flatMap((event) => ((dice.next().value as number) > 70 ? [event, event] : [event]))
            .map((event) => ({ event, at: dice.next().value as number }))
            .sort((a, b) => a.at - b.at);
          for (const { event } of arriving) board.deliver(event);
          board.waitForGap();
          board.catchUp();
          expectConverged(board);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("events after a gap are held back until it is filled", async () => {
    const board = await new FakeBoard().open();
    const task = first(board, 0);
    const lost = board.applyOnServer({ kind: "move", task: 0, column: 1, at: 0 });
    const late = board.applyOnServer({ kind: "update", task: 1, title: "Late", user: 3 });
    board.deliver(...late);
    expect(columnOf(board, task)).toBe(column(board, 0));
    expect(board.waitForGap()).toBe(true);
    board.deliver(...lost);
    expect(columnOf(board, task)).toBe(column(board, 1));
    expectConverged(board);
  });

  it("a reset rereads the board and keeps pending changes", async () => {
    const board = await new FakeBoard().open();
    board.reachable = false;
    const task = first(board, 0);
    board.send({ type: "MOVE", taskId: task, to: targetPosition(board, 1, 0) });
    await waitForImmediates();
    for (let count = 0; count < 30; count++) board.applyOnServer({ kind: "create", column: 2, title: `New ${count}` });
    board.say({ type: "RESET" });
    await waitForImmediates();
    expect(taskIdsInColumn(board.context.server, column(board, 2))).toHaveLength(33);
    expect(columnOf(board, task)).toBe(column(board, 1));
    expect(board.orders.some((order) => order.type === "RESUME")).toBe(true);
    board.reachable = true;
    board.connection("live");
    await waitForImmediates();
    board.catchUp();
    expectConverged(board);
  });

  it.each(["project.imported", "project_field.kind_restored"])(
    "%s rereads the board, because its tasks have no events",
    async (type) => {
      const board = await new FakeBoard().open();
      board.applyOnServer({ kind: "create", column: 2, title: "Imported" });
      const event = { type, revision: board.context.server.revision + 1, data: {} };
      board.say({ type: "EVENTS", events: [event as never] });
      await waitForImmediates();
      expect(taskIdsInColumn(board.context.server, column(board, 2))).toHaveLength(4);
      expect(board.orders.some((order) => order.type === "RESUME")).toBe(true);
    },
  );

  it("live changes by other users mark the card; replayed changes don't", async () => {
    const board = await new FakeBoard().open();
    const [mine, theirs, missed] = board.simulation.taskIds(column(board, 0)) as [number, number, number];
    board.deliver(...board.applyOnServer({ kind: "move", task: 0, column: 1, at: 0 }, me));
    board.deliver(...board.applyOnServer({ kind: "move", task: 1, column: 1, at: 0 }, other));
    board.connection("reconnecting");
    board.deliver(...board.applyOnServer({ kind: "move", task: 2, column: 1, at: 0 }, other));
    expect(board.context.changes[mine]).toBeUndefined();
    expect(board.context.changes[missed]).toBeUndefined();
    expect(board.context.changes[theirs]).toMatchObject({ actor: other, type: "task.moved", arrived: true });
    board.clock.increment(changeNoteMs - 1);
    expect(board.context.changes[theirs]).toBeDefined();
    board.clock.increment(1);
    expect(board.context.changes).toEqual({});
  });

  it("a second change of a card is shown for its full time", async () => {
    const board = await new FakeBoard().open();
    const task = first(board, 0);
    board.deliver(...board.applyOnServer({ kind: "update", task: 0, title: "One", user: 3 }));
    board.clock.increment(changeNoteMs - 10);
    board.deliver(...board.applyOnServer({ kind: "update", task: 0, title: "Two", user: 3 }));
    board.clock.increment(20);
    expect(board.context.changes[task]).toBeDefined();
    board.clock.increment(changeNoteMs);
    expect(board.context.changes).toEqual({});
  });
});

describe("moving a card", () => {
  it("a move is shown immediately and stays when response and event arrive", async () => {
    for (const eventFirst of [true, false]) {
      const board = await new FakeBoard().open();
      board.late = true;
      const task = first(board, 0);
      board.send({ type: "MOVE", taskId: task, to: targetPosition(board, 1, 1) });
      const visibleIndex = () => taskIdsInColumn(board.context.drawn, column(board, 1)).indexOf(task);
      expect(visibleIndex()).toBe(1);
      await waitForImmediates();
      if (eventFirst) board.deliver(...board.log);
      expect(visibleIndex()).toBe(1);
      await board.answer();
      expect(visibleIndex()).toBe(1);
      if (!eventFirst) {
        expect(board.context.pendingChanges).toMatchObject([{ state: "done" }]); // accepted; the event is still missing
        board.deliver(...board.log);
      }
      expect(visibleIndex()).toBe(1);
      expectConverged(board);
    }
  });

  it("a move to the same position sends nothing", async () => {
    const board = await new FakeBoard().open();
    const task = first(board, 0);
    board.send({ type: "MOVE", taskId: task, to: targetPosition(board, 0, 0, task) });
    expect(board.context.pendingChanges).toEqual([]);
    expect(board.sent).toEqual([]);
  });

  it("a move sends its neighbors and the version that was seen", async () => {
    const board = await new FakeBoard().open();
    const [above, below] = board.simulation.taskIds(column(board, 1)) as [number, number];
    board.send({ type: "MOVE", taskId: first(board, 0), to: targetPosition(board, 1, 1) });
    await waitForImmediates();
    expect(board.sent[0]).toMatchObject({ to: { beforeId: above, afterId: below }, version: 1 });
  });

  it("a refused move goes back with its reason while other events arrive", async () => {
    const board = await new FakeBoard().open();
    board.auto = false;
    const task = first(board, 0);
    board.send({ type: "MOVE", taskId: task, to: targetPosition(board, 1, 0) });
    // Another user moves the same card first, and updates another one.
    const theirs = board.applyOnServer({ kind: "move", task: board.simulation.indexOfTask(task), column: 2, at: 0 });
    const otherEvents = board.applyOnServer({ kind: "update", task: 4, title: "Meanwhile", user: 3 });
    board.deliver(...theirs, ...otherEvents);
    expect(columnOf(board, task)).toBe(column(board, 1)); // stays at the user's position until the server responds
    await board.answer();
    expect(columnOf(board, task)).toBe(column(board, 2)); // at the server's position
    const [refused] = board.context.pendingChanges;
    expect(refused).toMatchObject({
      state: "refused",
      refusal: { code: "task.stale" },
      conflict: { actor: other, columnId: column(board, 2) },
    });
    expect(board.context.drawn).toEqual(boardFromReply(board.simulation.read()));
    taskQueue.drop(refused?.id as string);
    expectConverged(board);
  });

  it("a refused move of an archived task can be kept as a copy", async () => {
    const board = await new FakeBoard().open();
    board.auto = false;
    const task = first(board, 0);
    const title = taskById(board.context.drawn, task)?.title;
    board.send({ type: "MOVE", taskId: task, to: targetPosition(board, 1, 0) });
    board.deliver(...board.applyOnServer({ kind: "archive", task: board.simulation.indexOfTask(task) }));
    await board.answer();
    const [refused] = board.context.pendingChanges;
    expect(refused).toMatchObject({ state: "refused", conflict: { type: "task.archived" }, task: { title } });
    board.auto = true;
    board.send({ type: "KEEP_COPY", pendingId: refused?.id as string });
    await waitForImmediates();
    board.deliver(...board.log);
    const titles = taskIdsInColumn(board.context.drawn, column(board, 1)).map(
      (id) => taskById(board.context.drawn, id)?.title,
    );
    expect(titles).toContain(title);
    expectConverged(board);
  });

  it("a second move sends the version that the first one created", async () => {
    const board = await new FakeBoard().open();
    board.auto = false;
    const task = first(board, 0);
    board.send({ type: "MOVE", taskId: task, to: targetPosition(board, 1, 0) });
    board.send({ type: "MOVE", taskId: task, to: targetPosition(board, 2, 0) });
    expect(columnOf(board, task)).toBe(column(board, 2));
    await board.answer();
    await board.answer();
    expect(board.sent.map((pending) => pending.kind === "move" && pending.version)).toEqual([1, 2]);
    board.deliver(...board.log);
    expectConverged(board);
  });
});

describe("new tasks", () => {
  it("new tasks are shown once even if their events precede the responses", async () => {
    const board = await new FakeBoard().open();
    board.late = true;
    const columnId = column(board, 2);
    const ofTitle = (title: string) =>
      taskIdsInColumn(board.context.drawn, columnId).filter((id) => taskById(board.context.drawn, id)?.title === title)
        .length;
    board.send({
      type: "ADD",
      tasks: [{ title: "Pack" }, { title: "Pack" }, { title: "Ship" }],
      to: targetPosition(board, 2, 0),
    });
    for (const [sent, pack, ship] of [
      [1, 2, 1],
      [2, 2, 1],
      [3, 2, 1],
    ]) {
      await waitForImmediates();
      board.deliver(...board.log);
      expect([board.sent.length, ofTitle("Pack"), ofTitle("Ship")]).toEqual([sent, pack, ship]);
      await board.answer();
      expect([ofTitle("Pack"), ofTitle("Ship")]).toEqual([pack, ship]);
    }
    expectConverged(board);
  });

  it("another user's new task with the same title is shown in addition", async () => {
    const board = await new FakeBoard().open();
    board.late = true;
    const theirs = board.applyOnServer({ kind: "create", column: 2, title: "Pack" });
    board.send({ type: "ADD", tasks: [{ title: "Pack" }], to: targetPosition(board, 2, 0) });
    const before = taskIdsInColumn(board.context.drawn, column(board, 2)).length;
    board.deliver(...theirs);
    expect(taskIdsInColumn(board.context.drawn, column(board, 2))).toHaveLength(before + 1);
  });
});

describe("dragged cards", () => {
  it("a dragged card stays dragged while events move, change and delete it", async () => {
    for (const step of ["move", "update", "archive", "delete"] as const) {
      const board = await new FakeBoard().open();
      const task = first(board, 0);
      board.send({ type: "LIFT", taskId: task, by: "pointer" });
      board.send({ type: "HOVER", place: targetPosition(board, 1, 0) });
      const index = board.simulation.indexOfTask(task);
      board.deliver(
        ...board.applyOnServer({ kind: step, task: index, column: 2, at: 0, title: "Changed", user: 3 } as never),
      );
      expect(board.context.drag).toMatchObject({ taskId: task, over: { columnId: column(board, 1) } });
      board.send({ type: "DROP" });
      await waitForImmediates();
      // An updated title doesn't cause the move to be refused; the other changes do. The conflict names the other user.
      const state = step === "update" ? "done" : "refused";
      expect(board.context.pendingChanges).toMatchObject([{ state, conflict: { actor: other } }]);
      board.deliver(...board.log);
      expect(board.context.drawn).toEqual(boardFromReply(board.simulation.read()));
    }
  });

  it("a drop position is defined by its neighbors, even if other cards change", async () => {
    const board = await new FakeBoard(4).open();
    const task = first(board, 0);
    const place = targetPosition(board, 1, 2);
    board.send({ type: "LIFT", taskId: task, by: "pointer" });
    board.send({ type: "HOVER", place });
    const top = board.simulation.indexOfTask(first(board, 1));
    board.deliver(...board.applyOnServer({ kind: "archive", task: top }));
    board.deliver(...board.applyOnServer({ kind: "create", column: 1, title: "New" }));
    board.send({ type: "DROP" });
    await waitForImmediates();
    board.deliver(...board.log);
    const ids = taskIdsInColumn(board.context.drawn, column(board, 1));
    expect(ids[ids.indexOf(task) - 1]).toBe(place.beforeId);
    expectConverged(board);
  });

  it("a drag survives a lost connection and catching up", async () => {
    const board = await new FakeBoard().open();
    const task = first(board, 0);
    board.send({ type: "LIFT", taskId: task, by: "pointer" });
    board.send({ type: "HOVER", place: targetPosition(board, 1, 0) });
    board.connection("reconnecting");
    for (let count = 0; count < 20; count++)
      board.applyOnServer({ kind: "create", column: count % 3, title: `New ${count}` });
    board.catchUp();
    board.connection("live");
    expect(board.actor.getSnapshot().matches({ open: { hand: "holding", line: "live" } })).toBe(true);
    board.say({ type: "RESET" });
    await waitForImmediates();
    expect(board.context.drag?.taskId).toBe(task);
    board.send({ type: "DROP" });
    await waitForImmediates();
    board.catchUp();
    expect(columnOf(board, task)).toBe(column(board, 1));
    expectConverged(board);
  });

  it("a card held by another user can't be lifted", async () => {
    const board = await new FakeBoard().open();
    const task = first(board, 0);
    board.say({ type: "PRESENCE", users: [{ ...other, focus: task, dragging: true, over: null }] });
    board.send({ type: "LIFT", taskId: task, by: "pointer" });
    expect(board.context.drag).toBeNull();
  });

  it("the number of other users includes those who aren't listed", async () => {
    const board = await new FakeBoard().open();
    const { me } = board.context;
    const idle = { ...other, focus: null, dragging: false, over: null };
    const others = () => board.context.present.length + board.context.unnamed;
    board.say({ type: "PRESENCE", users: [idle, { ...idle, id: me }], unnamed: 7 });
    expect(others()).toBe(1 + 7);
    board.say({ type: "PRESENCE", users: [idle], unnamed: 7 }); // the user is one of the seven
    expect(others()).toBe(1 + 6);
    board.say({ type: "PRESENCE", users: [idle] });
    expect(others()).toBe(1);
  });

  it("a drag and its end are published to other users", async () => {
    const board = await new FakeBoard().open();
    const task = first(board, 0);
    const place = targetPosition(board, 1, 1);
    board.send({ type: "LIFT", taskId: task, by: "keyboard" });
    board.send({ type: "HOVER", place });
    board.send({ type: "CANCEL" });
    expect(board.orders.at(-2)).toEqual({
      type: "FOCUS",
      taskId: task,
      dragging: true,
      over: { task_status_id: place.columnId, before_id: place.beforeId },
    });
    expect(board.orders.at(-1)).toEqual({ type: "FOCUS", taskId: null, dragging: false, over: null });
    expect(board.sent).toEqual([]);
  });
});
