import { sourceStack } from "./source-stack";

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  constraint?: string;
  table?: string;
}

const longestMessage = 2_000;

/**
 * What a log line says of an error: enough to find the cause. Parameters of statements and PostgreSQL's details hold
 * what people typed, and stay out.
 */
export function loggedError(error: unknown): LoggedError | unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint, table } = ((error as { driverError?: unknown }).driverError ??
    error) as Partial<LoggedError>;
  const { name: type, message } = error;
  return { type, message: message.slice(0, longestMessage), stack: sourceStack(error), code, constraint, table };
}
