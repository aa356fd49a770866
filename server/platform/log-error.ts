import { sourceStack } from "./source-stack";
import type { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { createThrottledLog } from "./throttled-log";

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  constraint?: string;
  table?: string;
}

const longestMessage = 2_000;

/** Serializes an error for the log. Statement parameters and PostgreSQL's details contain user data and are omitted. */
export function loggedError(error: unknown): LoggedError | unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint, table } = ((error as { driverError?: unknown }).driverError ??
    error) as Partial<LoggedError>;
  const { name: type, message } = error;
  return { type, message: message.slice(0, longestMessage), stack: sourceStack(error), code, constraint, table };
}

/**
 * Logs uncaught exceptions and unhandled rejections instead of ending the process with all requests in progress. Must be called once the
 * process has started, because a failed start must still exit.
 *
 * @param from the process, or a substitute in tests
 * @returns a function that returns the number of logged errors
 */
export function surviveUncaughtErrors(log: Pick<Logger, "warn" | "error">, from: EventEmitter = process): () => number {
  const logThrottled = createThrottledLog(log);
  let count = 0;
  // Also receives unhandled rejections, with a different `origin`.
  from.on("uncaughtException", (error: unknown, origin: string) => {
    count += 1;
    logThrottled("error", "uncaught error", { err: error, origin });
  });
  return () => count;
}
