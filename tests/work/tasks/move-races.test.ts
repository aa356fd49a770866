import type { DomainEvent } from "../../../shared/kernel/events";
import type { CommittedEvent } from "../../../server/platform/database/unit-of-work";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../shared/work/tasks/tasks.board-events";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, type TestBoard } from "./board";

const server = testServer();

/** Returns the board updated by events and a fresh read, which must be equal. */
async function bothViews(world: World, board: TestBoard, before: Awaited<ReturnType<TestBoard["read"]>>) {
  const events = world
    .events()
    .filter(({ stream }) => stream === `project:${board.id}`)
    .map(({ event }: CommittedEvent) => event as DomainEvent)
    .sort((a, b) => a.revision - b.revision);
  const revisions = events.map((event) => event.revision).filter((revision) => revision > before.revision);
  expect(revisions).toEqual(revisions.map((_, at) => before.revision + at + 1));
  return { followed: applyEvents(boardFromReply(before), events), fresh: boardFromReply(await board.read()) };
}

test("twenty concurrent moves to the top of a column get unique ranks", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [20, 1, 0] });
  const [from, to] = board.columns;
  const [first] = board.tasks[1] as [number];
  const before = await board.read();
  const answers = await Promise.all(
    board.tasks[0]?.map((task) =>
      board.member.put(`/task/${task}/status-update`, { task_status_id: to, after_id: first }),
    ) ?? [],
  );
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  const { followed, fresh } = await bothViews(world, board, before);
  expect(followed).toEqual(fresh);
  expect(fresh.order[from]).toEqual([]);
  expect(fresh.order[to]).toHaveLength(21);
  expect(fresh.order[to]?.at(-1)).toBe(first);
  const ranks = (await board.read()).data[1]?.tasks.map((task) => task.rank) as string[];
  expect(new Set(ranks).size).toBe(21);
});

test("of two concurrent moves of a task to different columns, the last one wins", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const [task] = board.tasks[0] as [number];
  const before = await board.read();
  for (let round = 0; round < 10; round++) {
    const targets = [board.columns[1], board.columns[2], board.columns[0]];
    const answers = await Promise.all(
      targets.map((column) => board.member.put(`/task/${task}/status-update`, { task_status_id: column })),
    );
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(answers.map(() => [200, undefined]));
  }
  const { followed, fresh } = await bothViews(world, board, before);
  expect(followed).toEqual(fresh);
});
