import { targetPosition, FakeBoard, other, waitForImmediates } from "../../../../tests/support/fake-board";
import { boardFromReply, taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { changeTasks } from "../pending/change-tasks";
import { clearHistory, history$, redoLast, undoLast, type UndoNotice, undoNotices$ } from "../../../undo/history";
import { taskQueue } from "../pending/task-queue";
import { rememberCommands } from "./board.undo";

let news: UndoNotice[] = [];
let stops: (() => void)[] = [];

beforeEach(() => {
  clearHistory();
  news = [];
  const listening = undoNotices$.subscribe((notice) => news.push(notice));
  stops = [listening];
});
afterEach(() => stops.forEach((stop) => stop()));

async function open(tasksPerColumn = 4): Promise<FakeBoard> {
  const board = await new FakeBoard(tasksPerColumn).open();
  stops.push(rememberCommands(board.actor, ({ kind }) => ({ text: kind, offer: kind === "archive" })));
  stops.push(taskQueue.addSource((id) => taskById(board.context.drawn, id)));
  return board;
}

const column = (board: FakeBoard, index: number) => board.simulation.columnIds[index] as number;
const idsIn = (board: FakeBoard, index: number) => taskIdsInColumn(board.context.drawn, column(board, index));

async function done(board: FakeBoard): Promise<void> {
  await waitForImmediates();
  board.catchUp();
  await waitForImmediates();
}

function expectConverged(board: FakeBoard): void {
  expect(board.context.pendingChanges).toEqual([]);
  expect(board.context.drawn).toEqual(boardFromReply(board.simulation.read()));
}

test("five steps of different kinds can be undone and redone", async () => {
  const board = await open();
  const [a, b, c] = idsIn(board, 0) as [number, number, number];
  const shots: unknown[] = [];
  const shot = () => [0, 1, 2].map((index) => idsIn(board, index));
  const commands: (() => unknown)[] = [
    () => board.send({ type: "MOVE", taskId: a, to: targetPosition(board, 1, 1) }),
    () => board.send({ type: "ARCHIVE", taskId: b }),
    () => board.send({ type: "MOVE", taskId: c, to: targetPosition(board, 0, 2, c) }),
    () => board.send({ type: "MOVE", taskId: a, to: targetPosition(board, 2, 0) }),
    () => changeTasks([{ id: c, archived: true }], "bulk"),
  ];
  for (const command of commands) {
    shots.push(shot());
    void command();
    await done(board);
  }
  const last = shot();
  for (const before of [...shots].reverse()) {
    const going = undoLast();
    await done(board);
    await going;
    expect(shot()).toEqual(before);
  }
  expectConverged(board);
  for (let count = 0; count < 5; count++) {
    const going = redoLast();
    await done(board);
    await going;
  }
  expect(shot()).toEqual(last);
  expectConverged(board);
});

test("undoing an unsent change withdraws it, and redo requests it again", async () => {
  const board = await open();
  board.reachable = false;
  const [a] = idsIn(board, 0) as [number];
  board.send({ type: "MOVE", taskId: a, to: targetPosition(board, 1, 0) });
  await waitForImmediates();
  const sent = board.sent.length;
  await undoLast();
  expect(board.sent).toHaveLength(sent);
  expectConverged(board);
  await redoLast();
  expect(idsIn(board, 1)[0]).toBe(a);
  expect(history$.value.undo).toHaveLength(1);
  board.reachable = true;
  board.connection("live");
  await done(board);
  expectConverged(board);
});

test("undoing a sent change offline shows a notice and keeps the change", async () => {
  const board = await open();
  const [a] = idsIn(board, 0) as [number];
  board.send({ type: "MOVE", taskId: a, to: targetPosition(board, 1, 0) });
  await done(board);
  board.connection("offline");
  await undoLast();
  expect(news.map((notice) => notice.type)).toEqual(["offline"]);
  board.connection("live");
  board.reachable = false; // the stream stays connected, but calls fail
  const going = undoLast();
  await waitForImmediates();
  await going;
  expect(news.map((notice) => notice.type)).toEqual(["offline", "offline"]);
  expectConverged(board);
  expect(history$.value.undo).toHaveLength(1);
});

test("undo after another user's move is refused and names that user", async () => {
  const board = await open();
  const [a] = idsIn(board, 0) as [number];
  board.send({ type: "MOVE", taskId: a, to: targetPosition(board, 1, 0) });
  await done(board);
  board.deliver(...board.applyOnServer({ kind: "move", task: board.simulation.indexOfTask(a), column: 2, at: 0 }));
  const going = undoLast();
  await done(board);
  await going;
  expect(news).toMatchObject([{ type: "refused", problem: { by: { id: other.id } } }]);
  expect(idsIn(board, 2)[0]).toBe(a);
  expect(history$.value.undo).toEqual([]);
  expectConverged(board);
});

test("a refused move can't be undone", async () => {
  const board = await open();
  const [a] = idsIn(board, 0) as [number];
  board.refuseNext = { status: 409, code: "task.stale" };
  board.send({ type: "MOVE", taskId: a, to: targetPosition(board, 1, 0) });
  await done(board);
  expect(history$.value.undo).toEqual([]);
});

test("undoing an added task archives it, and redo restores the same task", async () => {
  const board = await open();
  board.send({ type: "ADD", tasks: [{ title: "One" }, { title: "Two" }], to: targetPosition(board, 1, 4) });
  await done(board);
  const added = idsIn(board, 1).slice(-2);
  for (const [turn, visibleIds] of [
    [undoLast, []],
    [redoLast, added],
  ] as const) {
    const going = turn();
    await done(board);
    await going;
    expect(
      board.simulation.columnIds.flatMap((_, index) => idsIn(board, index)).filter((id) => added.includes(id)),
    ).toHaveLength(visibleIds.length);
  }
  expectConverged(board);
});

describe("dragging several cards", () => {
  const dropSeveral = (board: FakeBoard) => {
    const [a, b, c] = idsIn(board, 0) as [number, number, number];
    board.send({ type: "SELECT", ids: [c, a], anchor: a });
    board.send({ type: "LIFT", taskId: a, by: "pointer" });
    board.send({ type: "HOVER", place: targetPosition(board, 1, 1) });
    board.send({ type: "DROP" });
    return [a, b, c] as const;
  };

  test("several dragged cards are one undo step in both directions", async () => {
    const board = await open();
    const before = [idsIn(board, 0), idsIn(board, 1)];
    const [a, b, c] = dropSeveral(board);
    await done(board);
    const after = [idsIn(board, 0), idsIn(board, 1)];
    expect(after[0]?.slice(0, 1)).toEqual([b]);
    expect(after[1]?.slice(1, 3)).toEqual([a, c]);
    expect(history$.value.undo).toHaveLength(1);
    for (const [turn, visibleIds] of [
      [undoLast, before],
      [redoLast, after],
    ] as const) {
      const going = turn();
      await done(board);
      await going;
      expect([idsIn(board, 0), idsIn(board, 1)]).toEqual(visibleIds);
    }
    expectConverged(board);
  });

  test("a card dropped in another lane takes the lane's value and keeps its position", async () => {
    const board = await open();
    const [a] = idsIn(board, 0) as [number];
    board.send({ type: "LIFT", taskId: a, by: "pointer" });
    board.send({
      type: "HOVER",
      place: targetPosition(board, 0, 0, a),
      lane: { kind: "priority", from: "medium", to: "high" },
    });
    board.send({ type: "DROP" });
    await done(board);
    expect(board.sent).toMatchObject([{ kind: "change", changes: [{ id: a, priority: "high" }], undoing: false }]);
    expect(board.sent[0]).not.toHaveProperty("changes.0.task_status_id");
    expect(history$.value.undo).toHaveLength(1);
  });

  test("undo waits for the outcome of a change even after the board is closed", async () => {
    const board = await open();
    board.auto = false;
    dropSeveral(board);
    await waitForImmediates();
    const going = undoLast();
    board.actor.stop();
    await board.answer();
    await board.answer();
    await going;
    expect(board.sent).toMatchObject([{ kind: "change" }, { kind: "change", undoing: true }]);
    expect(news.map((notice) => notice.type)).toEqual(["undone"]);
  });
});

describe("bulk changes", () => {
  test("bulk changes are shown immediately while other events are applied", async () => {
    const board = await open();
    const [a, b, c] = idsIn(board, 0) as [number, number, number];
    board.auto = false;
    const place = { task_status_id: column(board, 1), before_id: idsIn(board, 1)[0] };
    const going = changeTasks(
      [
        { id: a, title: "New", ...place },
        { id: b, ...place, before_id: a },
      ],
      "bulk",
    );
    expect(idsIn(board, 1).slice(1, 3)).toEqual([a, b]);
    expect(taskById(board.context.drawn, a)?.title).toBe("New");
    board.deliver(
      ...board.applyOnServer({ kind: "archive", task: board.simulation.indexOfTask(idsIn(board, 1)[0] as number) }),
    );
    board.deliver(...board.applyOnServer({ kind: "move", task: board.simulation.indexOfTask(c), column: 1, at: 0 }));
    await board.answer();
    await going;
    expect(idsIn(board, 1)).toEqual(expect.arrayContaining([a, b, c]));
    board.catchUp();
    board.deliver(...board.log); // delivers all events again
    expectConverged(board);
  });

  test("refused bulk changes leave nothing behind", async () => {
    const board = await open();
    const [a, b] = idsIn(board, 0) as [number, number];
    board.applyOnServer({ kind: "archive", task: board.simulation.indexOfTask(b) });
    const going = changeTasks(
      [a, b].map((id) => ({ id, task_status_id: column(board, 2) })),
      "bulk",
    );
    await expect(going).rejects.toMatchObject({ code: "task.archived" });
    await done(board);
    expect(idsIn(board, 0)[0]).toBe(a);
    expect(history$.value.undo).toEqual([]);
    expectConverged(board);
  });

  test("bulk changes wait for the network", async () => {
    const board = await open();
    const [a, b] = idsIn(board, 0) as [number, number];
    board.reachable = false;
    const going = changeTasks(
      [a, b].map((id) => ({ id, archived: true })),
      "bulk",
    );
    await waitForImmediates();
    expect(idsIn(board, 0)).not.toContain(a);
    expect(board.context.waiting).toBe(true);
    board.reachable = true;
    board.connection("live");
    await going;
    await done(board);
    expectConverged(board);
  });
});

describe("undo while changes are in progress", () => {
  type Way = "dropped" | "chosen";
  /** Moves a card as a keyboard drop does, or as the field menus do. */
  const bring = (board: FakeBoard, id: number, place: ReturnType<typeof targetPosition>, method: Way): void => {
    if (method === "dropped") {
      board.send({ type: "LIFT", taskId: id, by: "keyboard" });
      board.send({ type: "HOVER", place });
      return board.send({ type: "DROP" });
    }
    const change = { id, task_status_id: place.columnId, before_id: place.beforeId, after_id: place.afterId };
    changeTasks([change], "chosen").catch(() => undefined);
  };
  const methods: Way[] = ["dropped", "chosen"];
  const orders = methods.flatMap((first) =>
    methods.flatMap((second) =>
      [0, 1, 2].flatMap((answers) =>
        [false, true].flatMap((late) =>
          ["with each answer", "last"].map((events) => ({ first, second, answers, late, events })),
        ),
      ),
    ),
  );

  /** Answers all waiting calls, including follow-up ones. */
  const settled = async (board: FakeBoard, going: Promise<unknown>): Promise<void> => {
    let over = false;
    const watched = going.then(() => (over = true));
    for (let turn = 0; turn < 20 && !(over && board.waiting.length === 0); turn++) {
      await board.answer();
      await waitForImmediates();
    }
    await watched;
    await done(board);
  };

  test.each(orders)(
    "$first, then $second; $answers answered (saved: $late), events $events",
    async ({ first, second, answers, late, events }) => {
      const board = await open();
      board.auto = late;
      board.late = late;
      const [card] = idsIn(board, 0) as [number];
      const shot = () => [0, 1, 2].map((index) => idsIn(board, index));
      const shots = [shot()];
      bring(board, card, targetPosition(board, 1, 2), first);
      shots.push(shot());
      bring(board, card, targetPosition(board, 2, 1), second);
      shots.push(shot());
      await waitForImmediates();
      for (let count = 0; count < answers; count++) {
        await board.answer();
        if (events === "with each answer") await done(board);
      }
      await settled(board, undoLast());
      expect(shot()).toEqual(shots[1]);
      await settled(board, undoLast());
      expect(shot()).toEqual(shots[0]);
      await settled(board, redoLast());
      expect(shot()).toEqual(shots[1]);
      await settled(board, redoLast());
      expect(shot()).toEqual(shots[2]);
      expect(history$.value.undo).toHaveLength(2);
      expectConverged(board);
    },
  );

  test("undo withdraws a change that waits for the network; redo works offline", async () => {
    const board = await open();
    board.reachable = false;
    const [card] = idsIn(board, 0) as [number];
    bring(board, card, targetPosition(board, 1, 0), "chosen");
    await waitForImmediates();
    const sent = board.sent.length;
    await undoLast();
    expect(idsIn(board, 0)[0]).toBe(card);
    expect(board.sent).toHaveLength(sent);
    expectConverged(board);
    await redoLast();
    expect(idsIn(board, 1)[0]).toBe(card);
    board.reachable = true;
    board.connection("live");
    await done(board);
    expect(idsIn(board, 1)[0]).toBe(card);
    await settled(board, undoLast());
    expect(idsIn(board, 0)[0]).toBe(card);
    expectConverged(board);
  });

  test.each(methods)("undo of a refused change (%s) leaves the card where another user put it", async (method) => {
    const board = await open();
    board.auto = false;
    const [card] = idsIn(board, 0) as [number];
    board.applyOnServer({ kind: "move", task: board.simulation.indexOfTask(card), column: 2, at: 0 });
    const version = taskById(board.context.drawn, card)?.version;
    if (method === "dropped") bring(board, card, targetPosition(board, 1, 0), method);
    else changeTasks([{ id: card, version, task_status_id: column(board, 1) }], "chosen").catch(() => undefined);
    await waitForImmediates();
    await settled(board, undoLast());
    taskQueue.drop(board.context.pendingChanges[0]?.id ?? "");
    expect(idsIn(board, 2)[0]).toBe(card);
    expect(history$.value).toMatchObject({ undo: [], redo: [] });
    expect(news.map((notice) => notice.type)).not.toContain("undone");
    expectConverged(board);
  });
});
