import type { FastifyBaseLogger } from "fastify";
import type { BulkResult } from "../../../../shared/kernel/bulk-result";
import type { Tx } from "../../database/unit-of-work";
import type { Translate } from "../../text";
import { problemBody, problemFromError } from "../problems";
import type { RunTransaction } from "./serve-multi-transaction";

export interface BulkReport {
  text: Translate;
  log: FastifyBaseLogger;
}

interface BulkOptions extends BulkReport {
  /** Message of each successful result. */
  doneMessage: string;
  /** Name of the bulk call in the log. */
  operation: string;
}

/**
 * Runs `work` for each record in its own transaction, like a single call: a refused record is reported with its error and doesn't affect
 * the others. Unexpected errors are reported and logged. Duplicate ids are processed once, with the last input.
 */
export async function runEachInTransaction<Input extends { id: number }>(
  unit: RunTransaction,
  inputs: readonly Input[],
  { text, log, doneMessage, operation }: BulkOptions,
  work: (tx: Tx, input: Input) => Promise<unknown>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const input of new Map(inputs.map((one) => [one.id, one])).values()) {
    const { id } = input;
    try {
      await unit((tx) => work(tx, input));
      results.push({ id, done: true, status: 200, message: doneMessage, code: null });
    } catch (error) {
      const problem = problemFromError(error);
      const { code, status } = problem;
      if (status >= 500) log.error({ err: error, id }, operation);
      results.push({ id, done: false, status, message: problemBody(problem, text.language).message, code });
    }
  }
  return results;
}
