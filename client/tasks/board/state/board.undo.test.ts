import { at, FakeBoard, other, settle } from "../../../../tests/support/fake-board";
import { boardOf, taskOf, tasksIn } from "../../../../shared/tasks/tasks.board";
import { carryTaskChanges, changeTasks } from "../../../undo/change-tasks";
import { clearHistory, history$, redoLast, undoLast, type UndoNews, undoNews$ } from "../../../undo/history";
import { carrierOf, rememberCommands } from "./board.undo";

let news: UndoNews[] = [];
let stops: (() => void)[] = [];

beforeEach(() => {
  clearHistory();
  news = [];
  const listening = undoNews$.subscribe((said) => news.push(said));
  stops = [() => listening.unsubscribe()];
});
afterEach(() => stops.forEach((stop) => stop()));

async function open(tasksPerColumn = 4): Promise<FakeBoard> {
  const board = await new FakeBoard(tasksPerColumn).open();
  stops.push(rememberCommands(board.actor, ({ kind }) => ({ text: kind, offer: kind === "archive" })));
  stops.push(carryTaskChanges(carrierOf(board.actor, 12)));
  return board;
}

const column = (board: FakeBoard, index: number) => board.story.columnIds[index] as number;
const idsIn = (board: FakeBoard, index: number) => tasksIn(board.context.drawn, column(board, index));

async function done(board: FakeBoard): Promise<void> {
  await settle();
  board.catchUp();
  await settle();
}

function expectConverged(board: FakeBoard): void {
  expect(board.context.pendingChanges).toEqual([]);
  expect(board.context.drawn).toEqual(boardOf(board.story.read()));
}

test("five steps are taken back in order, and done again: moves, archive, adding, several at once", async () => {
  const board = await open();
  const [a, b, c] = idsIn(board, 0) as [number, number, number];
  const shots: unknown[] = [];
  const shot = () => [0, 1, 2].map((index) => idsIn(board, index));
  const commands: (() => unknown)[] = [
    () => board.send({ type: "MOVE", taskId: a, to: at(board, 1, 1) }),
    () => board.send({ type: "ARCHIVE", taskId: b }),
    () => board.send({ type: "MOVE", taskId: c, to: at(board, 0, 2, c) }),
    () => board.send({ type: "MOVE", taskId: a, to: at(board, 2, 0) }),
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

test("what wasn't sent yet is taken back by not sending it, and done again by asking for it again", async () => {
  const board = await open();
  board.reachable = false;
  const [a] = idsIn(board, 0) as [number];
  board.send({ type: "MOVE", taskId: a, to: at(board, 1, 0) });
  await settle();
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

test("what was sent can't be taken back offline: it says so and stays", async () => {
  const board = await open();
  const [a] = idsIn(board, 0) as [number];
  board.send({ type: "MOVE", taskId: a, to: at(board, 1, 0) });
  await done(board);
  board.connection("offline");
  await undoLast();
  expect(news.map((said) => said.type)).toEqual(["offline"]);
  board.connection("live");
  board.reachable = false; // the line looks fine and isn't
  const going = undoLast();
  await settle();
  await going;
  expect(news.map((said) => said.type)).toEqual(["offline", "offline"]);
  expectConverged(board);
  expect(history$.value.undo).toHaveLength(1);
});

test("someone else in between: refused, by name, and the card stays where they put it", async () => {
  const board = await open();
  const [a] = idsIn(board, 0) as [number];
  board.send({ type: "MOVE", taskId: a, to: at(board, 1, 0) });
  await done(board);
  board.deliver(...board.happens({ kind: "move", task: board.story.indexOfTask(a), column: 2, at: 0 }));
  const going = undoLast();
  await done(board);
  await going;
  expect(news).toMatchObject([{ type: "refused", problem: { by: { id: other.id } } }]);
  expect(idsIn(board, 2)[0]).toBe(a);
  expect(history$.value.undo).toEqual([]);
  expectConverged(board);
});

test("a refused move is no step", async () => {
  const board = await open();
  const [a] = idsIn(board, 0) as [number];
  board.refuseNext = { status: 409, code: "task.stale" };
  board.send({ type: "MOVE", taskId: a, to: at(board, 1, 0) });
  await done(board);
  expect(history$.value.undo).toEqual([]);
});

test("an added task is archived, and comes back as itself", async () => {
  const board = await open();
  board.send({ type: "ADD", tasks: [{ title: "One" }, { title: "Two" }], to: at(board, 1, 4) });
  await done(board);
  const added = idsIn(board, 1).slice(-2);
  for (const [turn, shown] of [
    [undoLast, []],
    [redoLast, added],
  ] as const) {
    const going = turn();
    await done(board);
    await going;
    expect(
      board.story.columnIds.flatMap((_, index) => idsIn(board, index)).filter((id) => added.includes(id)),
    ).toHaveLength(shown.length);
  }
  expectConverged(board);
});

describe("several by hand", () => {
  const dropSeveral = (board: FakeBoard) => {
    const [a, b, c] = idsIn(board, 0) as [number, number, number];
    board.send({ type: "SELECT", ids: [c, a], anchor: a });
    board.send({ type: "LIFT", taskId: a, by: "pointer" });
    board.send({ type: "HOVER", place: at(board, 1, 1) });
    board.send({ type: "DROP" });
    return [a, b, c] as const;
  };

  test("are one step: all go back, and land again together", async () => {
    const board = await open();
    const before = [idsIn(board, 0), idsIn(board, 1)];
    const [a, b, c] = dropSeveral(board);
    await done(board);
    const after = [idsIn(board, 0), idsIn(board, 1)];
    expect(after[0]?.slice(0, 1)).toEqual([b]);
    expect(after[1]?.slice(1, 3)).toEqual([a, c]);
    expect(history$.value.undo).toHaveLength(1);
    for (const [turn, shown] of [
      [undoLast, before],
      [redoLast, after],
    ] as const) {
      const going = turn();
      await done(board);
      await going;
      expect([idsIn(board, 0), idsIn(board, 1)]).toEqual(shown);
    }
    expectConverged(board);
  });

  test("over another lane a card takes what the lane says, and keeps its place", async () => {
    const board = await open();
    const [a] = idsIn(board, 0) as [number];
    board.send({ type: "LIFT", taskId: a, by: "pointer" });
    board.send({ type: "HOVER", place: at(board, 0, 0, a), lane: { kind: "priority", from: "medium", to: "high" } });
    board.send({ type: "DROP" });
    await done(board);
    expect(board.sent).toMatchObject([{ kind: "change", changes: [{ id: a, priority: "high" }], undoing: false }]);
    expect(board.sent[0]).not.toHaveProperty("changes.0.task_status_id");
    expect(history$.value.undo).toHaveLength(1);
  });

  test("nothing is guessed to take them back while nobody knows what came of them", async () => {
    const board = await open();
    board.auto = false;
    dropSeveral(board);
    await settle();
    const going = undoLast();
    board.actor.stop();
    await going;
    expect(board.sent).toHaveLength(1);
    expect(news.map((said) => said.type)).toEqual(["undone"]); // a guessed change would have been sent, and come nowhere
  });
});

describe("many at once", () => {
  test("are drawn at once, before the server knows; events of others go on around them", async () => {
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
    expect(taskOf(board.context.drawn, a)?.title).toBe("New");
    board.deliver(...board.happens({ kind: "archive", task: board.story.indexOfTask(idsIn(board, 1)[0] as number) }));
    board.deliver(...board.happens({ kind: "move", task: board.story.indexOfTask(c), column: 1, at: 0 }));
    await board.answer();
    await going;
    expect(idsIn(board, 1)).toEqual(expect.arrayContaining([a, b, c]));
    board.catchUp();
    board.deliver(...board.log); // all of it once more
    expectConverged(board);
  });

  test("are refused as a whole, and nothing of it stays", async () => {
    const board = await open();
    const [a, b] = idsIn(board, 0) as [number, number];
    board.happens({ kind: "archive", task: board.story.indexOfTask(b) });
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

  test("wait for the network like everything else", async () => {
    const board = await open();
    const [a, b] = idsIn(board, 0) as [number, number];
    board.reachable = false;
    const going = changeTasks(
      [a, b].map((id) => ({ id, archived: true })),
      "bulk",
    );
    await settle();
    expect(idsIn(board, 0)).not.toContain(a);
    expect(board.actor.getSnapshot().hasTag("waiting")).toBe(true);
    board.reachable = true;
    board.connection("live");
    await going;
    await done(board);
    expectConverged(board);
  });
});

describe("in a hurry: what is undone is the last change, however much of it the server has heard of", () => {
  type Way = "dropped" | "chosen";
  /** As the keyboard drops it, or as the menus of fields send it. */
  const bring = (board: FakeBoard, id: number, place: ReturnType<typeof at>, way: Way): void => {
    if (way === "dropped") {
      board.send({ type: "LIFT", taskId: id, by: "keyboard" });
      board.send({ type: "HOVER", place });
      return board.send({ type: "DROP" });
    }
    const change = { id, task_status_id: place.columnId, before_id: place.beforeId, after_id: place.afterId };
    changeTasks([change], "chosen").catch(() => undefined);
  };
  const ways: Way[] = ["dropped", "chosen"];
  const orders = ways.flatMap((first) =>
    ways.flatMap((second) =>
      [0, 1, 2].flatMap((answers) =>
        [false, true].flatMap((late) =>
          ["with each answer", "last"].map((events) => ({ first, second, answers, late, events })),
        ),
      ),
    ),
  );

  /** Everything that waits is answered, and what comes of it. */
  const settled = async (board: FakeBoard, going: Promise<unknown>): Promise<void> => {
    let over = false;
    const watched = going.then(() => (over = true));
    for (let turn = 0; turn < 20 && !(over && board.waiting.length === 0); turn++) {
      await board.answer();
      await settle();
    }
    await watched;
    await done(board);
  };

  test.each(orders)(
    "$first, then $second; $answers answered before (written already: $late), events $events",
    async ({ first, second, answers, late, events }) => {
      const board = await open();
      board.auto = late;
      board.late = late;
      const [card] = idsIn(board, 0) as [number];
      const shot = () => [0, 1, 2].map((index) => idsIn(board, index));
      const shots = [shot()];
      bring(board, card, at(board, 1, 2), first);
      shots.push(shot());
      bring(board, card, at(board, 2, 1), second);
      shots.push(shot());
      await settle();
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

  test("what waits for the network is taken out of the queue, and done again offline", async () => {
    const board = await open();
    board.reachable = false;
    const [card] = idsIn(board, 0) as [number];
    bring(board, card, at(board, 1, 0), "chosen");
    await settle();
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

  test.each(ways)(
    "what is refused meanwhile (%s) isn't taken back: where somebody else has put it, it stays",
    async (way) => {
      const board = await open();
      board.auto = false;
      const [card] = idsIn(board, 0) as [number];
      board.happens({ kind: "move", task: board.story.indexOfTask(card), column: 2, at: 0 });
      const version = taskOf(board.context.drawn, card)?.version;
      if (way === "dropped") bring(board, card, at(board, 1, 0), way);
      else changeTasks([{ id: card, version, task_status_id: column(board, 1) }], "chosen").catch(() => undefined);
      await settle();
      await settled(board, undoLast());
      board.send({ type: "DISCARD", pendingId: board.context.pendingChanges[0]?.id ?? "" });
      expect(idsIn(board, 2)[0]).toBe(card);
      expect(history$.value).toMatchObject({ undo: [], redo: [] });
      expect(news.map((said) => said.type)).not.toContain("undone");
      expectConverged(board);
    },
  );
});
