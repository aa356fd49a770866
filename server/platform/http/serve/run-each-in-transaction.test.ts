import type { FastifyBaseLogger } from "fastify";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import type { Tx } from "../../database/unit-of-work";
import { translator } from "../../text";
import { runEachInTransaction } from "./run-each-in-transaction";
import type { RunTransaction } from "./serve-multi-transaction";

const text = translator("en");

function bulkCall() {
  const logError = jest.fn();
  const unit = jest.fn(async (work: (tx: Tx) => Promise<unknown>) => work({} as Tx));
  const report = { text, log: { error: logError } as unknown as FastifyBaseLogger };
  return {
    unit,
    logError,
    run: <Input extends { id: number }>(inputs: readonly Input[], work: (tx: Tx, input: Input) => Promise<unknown>) =>
      runEachInTransaction(
        unit as RunTransaction,
        inputs,
        { ...report, doneMessage: "Saved", operation: "test" },
        work,
      ),
  };
}

test("a refused record doesn't affect the others, and each has its own transaction", async () => {
  const { unit, logError, run } = bulkCall();
  const results = await run([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }], async (_, { id }) => {
    if (id === 2) throw new Problem("request.decided");
    if (id === 3) throw invalidFieldProblem("reason", "field.required");
  });
  expect(results).toEqual([
    { id: 1, done: true, status: 200, message: "Saved", code: null },
    { id: 2, done: false, status: 409, message: text("problem.request.decided"), code: "request.decided" },
    { id: 3, done: false, status: 422, message: text("field.required"), code: "request.invalid" },
    { id: 4, done: true, status: 200, message: "Saved", code: null },
  ]);
  expect(unit).toHaveBeenCalledTimes(4);
  expect(logError).not.toHaveBeenCalled();
});

test("an unexpected error is logged and reported without its text", async () => {
  const { logError, run } = bulkCall();
  const error = new Error("column secret does not exist");
  const [result] = await run([{ id: 1 }], () => Promise.reject(error));
  expect(result).toEqual({ id: 1, done: false, status: 500, message: text("problem.internal"), code: "internal" });
  expect(logError).toHaveBeenCalledWith({ err: error, id: 1 }, "test");
});

test("duplicate ids are processed once, with the last input", async () => {
  const { run } = bulkCall();
  const versions: number[] = [];
  const inputs = [
    { id: 1, version: 1 },
    { id: 1, version: 2 },
  ];
  const results = await run(inputs, async (_, { version }) => void versions.push(version));
  expect([results.length, versions]).toEqual([1, [2]]);
});
