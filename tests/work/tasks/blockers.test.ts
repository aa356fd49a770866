import { testServer } from "../../support/server";
import { newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();

const three = async (): Promise<[TestBoard, number, number, number]> => {
  const board = await newBoard(await server.world(), { cards: [3, 0, 0] });
  return [board, ...(board.tasks[0] as [number, number, number])];
};
const setBlockers = (board: TestBoard, id: number, blockers: number[]) =>
  board.member.post(`/task/${id}`, { blockers });
const blockersOf = async (board: TestBoard, id: number) => (await board.card(id)).blocker_ids;

test("a task can't depend on itself, directly or indirectly", async () => {
  const [board, a, b, c] = await three();
  expect((await setBlockers(board, a, [a])).status).toBe(422);
  requireOk(await setBlockers(board, b, [a]));
  requireOk(await setBlockers(board, c, [b]));
  const circle = await setBlockers(board, a, [c]);
  expect([circle.status, Object.keys(circle.body.errors)]).toEqual([422, ["blockers"]]);
  expect(await blockersOf(board, a)).toEqual([]);
});

test("a blocker of another project or tenant gets 422", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const other = await newBoard(world, { cards: [1, 0, 0] });
  const elsewhere = await newBoard(await server.world(), { cards: [1, 0, 0] });
  for (const stranger of [other.tasks[0]?.[0], elsewhere.tasks[0]?.[0], 999_999_999]) {
    const answer = await setBlockers(board, board.tasks[0]?.[0] as number, [stranger as number]);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["blockers"]]);
  }
});

test("of two concurrent halves of a dependency cycle, one is refused", async () => {
  const [board, a, b] = await three();
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([setBlockers(board, a, [b]), setBlockers(board, b, [a])]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
    requireOk(await setBlockers(board, a, []));
    requireOk(await setBlockers(board, b, []));
  }
});

test("a deleted task no longer blocks", async () => {
  const [board, a, b, c] = await three();
  requireOk(await setBlockers(board, c, [a, b]));
  expect(await blockersOf(board, c)).toEqual([a, b]);
  requireOk(await board.member.delete(`/task/${a}`));
  expect(await blockersOf(board, c)).toEqual([b]);
});
