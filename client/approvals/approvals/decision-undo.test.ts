import { ProblemError } from "../../platform/problem-error";

const call = jest.fn();
const reportFailure = jest.fn();
jest.mock("../../platform/api", () => ({ call: (...values: unknown[]) => call(...values) }));
jest.mock("../../platform/failure", () => ({ reportFailure: (error: unknown) => reportFailure(error) }));

import { decisionUndoStep } from "./useDecisionUndo";

const late = new ProblemError(409, "request.undoLate", "Too late");
const redone: unknown[] = [];
const decided = {
  text: "Approved: 3 requests",
  ids: [1, 2, 3],
  again: async (...values: unknown[]) => void redone.push(values),
};

beforeEach(() => {
  call.mockReset();
  reportFailure.mockReset();
  redone.splice(0);
});

const refuse = (...refusedIds: number[]) =>
  call.mockImplementation(async (_: unknown, { params: { id } }: { params: { id: number } }) => {
    if (refusedIds.includes(id)) throw late;
    return { data: { version: id + 10 } };
  });

test("a decision that can't be undone any more doesn't keep the others", async () => {
  refuse(1);
  const redo = await decisionUndoStep(decided).undo();
  expect(reportFailure).toHaveBeenCalledWith(late);
  await redo?.undo();
  expect(redone).toEqual([
    [2, 12],
    [3, 13],
  ]);
});

test("undoing fails if no decision can be undone", async () => {
  refuse(1, 2, 3);
  await expect(decisionUndoStep(decided).undo()).rejects.toBe(late);
});
