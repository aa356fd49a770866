import { maxBlockers } from "../tasks/tasks.dependency-cycles";
import { cleanBoard } from "./clean-board";
import type { ImportedCard } from "./imported-board";
import { emptyBoard } from "./listed-boards";

const card = (id: string, blockerIds: string[]) =>
  ({
    id,
    title: id,
    description: null,
    subtasks: [],
    comments: [],
    values: new Map(),
    blockerIds,
  }) as unknown as ImportedCard;

test("keeps as many dependencies as a project can have, each once, and counts the others", () => {
  const blockers = Array.from({ length: maxBlockers - 1 }, (_, at) => `b${at}`);
  const board = cleanBoard({
    ...emptyBoard("table", "Board"),
    cards: [card("a", ["x", "x", ...blockers]), card("b", ["y", "z"])],
  });
  expect(board.cards.map(({ blockerIds }) => blockerIds.length)).toEqual([maxBlockers, 0]);
  expect(board.losses).toEqual([{ code: "tooManyDependencies", name: null, count: 2 }]);
});
