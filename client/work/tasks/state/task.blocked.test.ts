import type { Board } from "../../../../shared/work/tasks/tasks.board";
import { createShardedTable } from "../../../../shared/work/tasks/tasks.table";
import type { TextFunction } from "../../../platform/intl/useText";
import { blockedWarning, appendWarnings } from "./task.blocked";

const text = ((id: string, values: object) => `${id} ${JSON.stringify(values)}`) as unknown as TextFunction;
const card = (id: number, blocker_ids: number[] = [], progress = 0) => ({
  id,
  key: `T-${id}`,
  title: "x",
  blocker_ids,
  progress,
});
const columns = {
  1: { kind: "todo", wip_limit: null },
  2: { kind: "doing", wip_limit: 5 },
  3: { kind: "done", wip_limit: null },
};
const boardOf = (...cards: ReturnType<typeof card>[]) =>
  ({ tasks: createShardedTable(cards), columns }) as unknown as Board;
const entering = (board: Board, taskIds: number[], columnId = 3, count = 1) =>
  appendWarnings("Moved", text, board, { taskIds, columnId, count });

test("the warning names at most three open blockers and is empty without any", () => {
  const blockers = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `T-${at}`, title: "x" }));
  expect(blockedWarning(text, [], "done")).toBe("");
  expect(blockedWarning(text, blockers(3), "done")).toBe(
    'task.blockedWarning {"blockers":"T-0 x, T-1 x, T-2 x","more":0}',
  );
  expect(blockedWarning(text, blockers(5), "doing")).toBe(
    'task.blockedStart {"blockers":"T-0 x, T-1 x, T-2 x","more":2}',
  );
  expect(blockedWarning(text, blockers(5), "todo")).toBe("");
});

test("the warning for a single task names its open blockers that are loaded", () => {
  const board = boardOf(card(1, [2, 3, 9]), card(2, [], 99), card(3, [], 100));
  expect(entering(board, [1])).toBe('Moved. task.blockedWarning {"blockers":"T-2 x","more":0}');
  expect(entering(board, [1], 2)).toBe('Moved. task.blockedStart {"blockers":"T-2 x","more":0}');
  for (const [id, columnId] of [
    [2, 3],
    [7, 3],
    [1, 1],
    [1, 9],
  ] as const)
    expect(entering(board, [id], columnId)).toBe("Moved");
});

test("a warning for several tasks counts those that wait for other tasks", () => {
  const board = boardOf(card(1, [2]), card(2, [4]), card(3, [4]), card(4), card(5));
  const warningFor = (count: number) => `Moved. task.blockedWarningMany {"blockers":"T-4 x","more":0,"count":${count}}`;
  expect(entering(board, [1, 2, 3])).toBe(warningFor(2));
  expect(entering(board, [1, 2])).toBe(warningFor(1));
  expect(entering(board, [1, 2, 4])).toBe("Moved");
  expect(entering(board, [4, 5])).toBe("Moved");
  expect(entering(board, [1, 2, 3], 2)).toMatch(/^Moved\. task\.blockedStartMany /);
});

test("an exceeded column limit is reported only when tasks enter the column", () => {
  const board = boardOf(card(1));
  expect(entering(board, [1], 2, 6)).toBe('Moved. board.wip.over {"count":6,"limit":5}.');
  expect([entering(board, [1], 2, 5), entering(board, [], 2, 6), entering(board, [1], 3, 99)]).toEqual(
    Array(3).fill("Moved"),
  );
});
