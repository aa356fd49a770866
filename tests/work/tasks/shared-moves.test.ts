import { Problem } from "../../../shared/kernel/problems";
import { type Actor, findActors } from "../../../server/platform/session";
import { moveTasks } from "../../../server/work/tasks/tasks.single";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();

/** A move by positions, so that it can be repeated on a board with the same cards. */
interface Drop {
  card: number;
  column: number;
  before?: number;
  after?: number;
}

type Move = Parameters<typeof moveTasks>[1][number];

const cardsOf = (board: TestBoard) => board.tasks.flat();

const moveOn = (board: TestBoard, { card, column, before, after }: Drop): Omit<Move, "by"> => {
  const cards = cardsOf(board);
  return {
    id: cards[card] as number,
    task_status_id: board.columns[column] as number,
    ...(before !== undefined && { before_id: cards[before] }),
    ...(after !== undefined && { after_id: cards[after] }),
  };
};

async function moveTogether(world: World, board: TestBoard, drops: readonly Drop[]) {
  const { owner, member } = board.people;
  return world.tx(async (tx) => {
    const found = await findActors(tx, [owner.token, member.token]);
    const actors = [owner, member].map(({ token }) => (found.get(token) as { actor: Actor }).actor);
    return moveTasks(
      tx,
      drops.map((drop, at) => ({ ...moveOn(board, drop), by: actors[at % 2] as Actor })),
    );
  });
}

/** The board's columns as indexes of cards. */
async function arrangement(board: TestBoard): Promise<number[][]> {
  const cards = cardsOf(board);
  const { data } = await board.read();
  return data.map(({ tasks }) => tasks.map(({ id }) => cards.indexOf(id)));
}

/** Numbers from a linear congruential generator: the same in each run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

function randomDrops(random: (below: number) => number, cards: number, count: number): Drop[] {
  const left = Array.from({ length: cards }, (_, at) => at);
  return Array.from({ length: count }, () => {
    const [card] = left.splice(random(left.length), 1) as [number];
    const near = (card + 1 + random(cards - 1)) % cards;
    return { card, column: random(3), ...[{}, { before: near }, { after: near }][random(3)] };
  });
}

test.each([1, 2, 3, 4])("moves in one transaction end where single moves do, seed %i", async (seed) => {
  const world = await server.world();
  const cards = [3, 2, 1] as const;
  const [one, other] = [await newBoard(world, { cards: [...cards] }), await newBoard(world, { cards: [...cards] })];
  const random = randomNumbers(seed);
  for (let round = 0; round < 8; round++) {
    const drops = randomDrops(random, 6, 5);
    await moveTogether(world, one, drops);
    for (const drop of drops) {
      const { id, ...body } = moveOn(other, drop);
      requireOk(await other.member.put(`/task/${id}/status-update`, body));
    }
    expect({ round, drops, board: await arrangement(one) }).toEqual({ round, drops, board: await arrangement(other) });
  }
});

test("moves of several users in one transaction are events of each user", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [2, 0, 0] });
  const mark = server.published.length;
  const moved = await moveTogether(world, board, [
    { card: 0, column: 1 },
    { card: 1, column: 1 },
  ]);
  const { owner, member } = board.people;
  expect(world.events(mark).map(({ event }) => event.actor?.id)).toEqual([owner.id, member.id]);
  expect(moved.map(({ before_id }) => before_id)).toEqual([null, cardsOf(board)[0]]);
});

test("a column that is rebalanced between two moves of a transaction keeps its order", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [2, 3, 0] });
  const [first, second, third] = board.tasks[1] as [number, number, number];
  const long = `a1${"0".repeat(60)}`;
  await server.owner.query("UPDATE task SET rank = $2 WHERE id = $1", [first, `${long}1`]);
  await server.owner.query("UPDATE task SET rank = $2 WHERE id = $1", [second, `${long}2`]);
  await server.owner.query("UPDATE task SET rank = $2 WHERE id = $1", [third, `${long}3`]);
  await moveTogether(world, board, [
    { card: 0, column: 1, before: 2 },
    { card: 4, column: 1, before: 2 },
    { card: 1, column: 1, after: 4 },
  ]);
  const [a, b] = board.tasks[0] as [number, number];
  expect(await board.order(board.columns[1])).toEqual([first, b, third, a, second]);
});

test("a move of a task that its user doesn't see refuses all moves of the transaction", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [2, 0, 0] });
  const foreign = await newBoard(await server.world(), { cards: [1, 0, 0] });
  const mark = server.published.length;
  const mixed = { ...board, tasks: [[...(board.tasks[0] ?? []), ...(foreign.tasks[0] ?? [])]] };
  const drops = [0, 1, 2].map((card) => ({ card, column: 1 }));
  await expect(moveTogether(world, mixed, drops)).rejects.toThrow(Problem);
  expect(world.events(mark)).toEqual([]);
  expect(await board.order(board.columns[1])).toEqual([]);
});

test("concurrent moves are answered for each caller, also if some are refused", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [8, 1, 0] });
  const foreign = await newBoard(world, { cards: [1, 0, 0] });
  const mark = server.published.length;
  const ids = board.tasks[0] as number[];
  const move = (api: TestBoard["member"], id: number | undefined, column: unknown) =>
    api.put(`/task/${Number(id)}/status-update`, { task_status_id: column });
  const [, to] = board.columns;
  const answers = await Promise.all([
    move(board.member, ids[0], to),
    move(board.viewer, ids[1], to),
    move(board.stranger, ids[2], to),
    move(board.owner, ids[3], to),
    move(board.member, ids[4], foreign.columns[0]),
    move(board.member, ids[5], "x"),
    move(world.api(null), ids[6], to),
    move(board.member, 2 ** 40, to),
    move(board.member, ids[3], to),
    move(board.owner, ids[7], to),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 404, 200, 422, 422, 401, 404, 200, 200]);
  const moved = [...(board.tasks[1] ?? []), ids[0], ids[3], ids[7]];
  expect(new Set(await board.order(to))).toEqual(new Set(moved));
  expect(await board.order(to)).toHaveLength(moved.length);
  const actors = world.events(mark).map(({ event }) => [(event.data as { id: number }).id, event.actor?.id]);
  expect(actors).toContainEqual([ids[0], board.people.member.id]);
  expect(actors).toContainEqual([ids[7], board.people.owner.id]);
});
