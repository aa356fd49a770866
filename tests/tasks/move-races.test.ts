import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { boardOf } from "../../shared/tasks/tasks.board";
import { applyEvents } from "../../shared/tasks/tasks.board-events";
import type { DomainEvent } from "../../shared/domain-events";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { newBoard, type TestBoard } from "./board";

const server = testServer();

/** What everyone who watched from the start sees now, and what is read afresh: they must be the same. */
async function bothViews(world: World, board: TestBoard, before: Awaited<ReturnType<TestBoard["read"]>>) {
  const events = world
    .events()
    .filter(({ stream }) => stream === `project:${board.id}`)
    .map(({ event }: CommittedEvent) => event as DomainEvent)
    .sort((a, b) => a.revision - b.revision);
  const revisions = events.map((event) => event.revision).filter((revision) => revision > before.revision);
  expect(revisions).toEqual(revisions.map((_, at) => before.revision + at + 1)); // gap-free
  return { seen: applyEvents(boardOf(before), events), fresh: boardOf(await board.read()) };
}

test("twenty people drop a card on the top of one column at once: every rank differs, and all agree", async () => {
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
  const { seen, fresh } = await bothViews(world, board, before);
  expect(seen).toEqual(fresh);
  expect(fresh.order[from]).toEqual([]);
  expect(fresh.order[to]).toHaveLength(21);
  expect(fresh.order[to]?.at(-1)).toBe(first);
  const ranks = (await board.read()).data[1]?.tasks.map((task) => task.rank) as string[];
  expect(new Set(ranks).size).toBe(21);
});

test("two people drop the same card into different columns: both are told where it landed, the last one wins", async () => {
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
  const { seen, fresh } = await bothViews(world, board, before);
  expect(seen).toEqual(fresh);
});
