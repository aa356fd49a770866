import type { Board } from "../../../shared/tasks/tasks.board";
import { tableOf } from "../../../shared/tasks/tasks.table";
import type { Text } from "../../platform/intl/useText";
import { blockedWarning, blockedWarningOf } from "./task.blocked";

const text = ((id: string, values: object) => `${id} ${JSON.stringify(values)}`) as unknown as Text;
const card = (id: number, blocker_ids: number[] = [], progress = 0) => ({
  id,
  key: `T-${id}`,
  title: "x",
  blocker_ids,
  progress,
});
const boardOf = (...cards: ReturnType<typeof card>[]) => ({ tasks: tableOf(cards) }) as unknown as Board;

test("names what is open still, at most three of them, and nothing where nothing is", () => {
  const named = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `T-${at}`, title: "x" }));
  expect(blockedWarning(text, [])).toBe("");
  expect(blockedWarning(text, named(3))).toBe('task.blockedWarning {"blockers":"T-0 x, T-1 x, T-2 x","more":0}');
  expect(blockedWarning(text, named(5))).toBe('task.blockedWarning {"blockers":"T-0 x, T-1 x, T-2 x","more":2}');
});

test("of one task its own blockers, but those that are done or not on the board", () => {
  const board = boardOf(card(1, [2, 3, 9]), card(2, [], 99), card(3, [], 100));
  expect(blockedWarningOf(text, board, [1])).toBe('task.blockedWarning {"blockers":"T-2 x","more":0}');
  expect(blockedWarningOf(text, board, [2])).toBe("");
  expect(blockedWarningOf(text, board, [7])).toBe("");
});

test("of several also how many wait; what is finished with them holds nobody up", () => {
  const board = boardOf(card(1, [2]), card(2, [4]), card(3, [4]), card(4), card(5));
  const many = (count: number) => `task.blockedWarningMany {"blockers":"T-4 x","more":0,"count":${count}}`;
  expect(blockedWarningOf(text, board, [1, 2, 3])).toBe(many(2));
  expect(blockedWarningOf(text, board, [1, 2])).toBe(many(1));
  expect(blockedWarningOf(text, board, [1, 2, 4])).toBe("");
  expect(blockedWarningOf(text, board, [4, 5])).toBe("");
});
