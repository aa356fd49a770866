import { Problem } from "../../../shared/kernel/problems";

interface DatabaseError {
  code?: string;
  message?: string;
  detail?: string;
  severity?: string;
  constraint?: string;
  /** The failed system call of a network error. */
  syscall?: string;
}

/** Input that passes the schemas but is rejected by PostgreSQL: invalid encodings, numbers and dates out of range. */
const badInput = new Set([
  "21000", // the same row twice in one statement
  "22001",
  "22003",
  "22007",
  "22008",
  "2201B",
  "22021",
  "22023",
  "22P02",
  "22P05",
  "23502",
  "23514",
]);

/** Conflicts with a concurrent or earlier change. */
const clashes = new Set(["23505", "23P01", "40001", "40P01", "55P03"]);

/** The database is starting, stopping, out of resources or too slow; the caller may retry. */
const passing = new Set(["53100", "53200", "53300", "53400", "57014", "57P01", "57P02", "57P03", "25P03"]);

/** Network errors of all servers this process depends on, including the file store. */
const connection = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);
const connectionTexts =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection|Query runner already released/;

/** Any failure to connect, also to a Unix socket that is missing or whose backlog is full. */
const isConnection = ({ code = "", syscall }: DatabaseError): boolean => syscall === "connect" || connection.has(code);

/**
 * Translates a database error for the caller; null when it isn't a database error or indicates a bug. Services translate constraints that
 * they can explain better; this is the fallback.
 */
export function databaseProblem(error: unknown): Problem | null {
  const raw = ((error as { driverError?: unknown })?.driverError ?? error ?? {}) as DatabaseError;
  const { code = "", message = "" } = raw;
  if (connectionTexts.test(message)) return new Problem("unavailable");
  if (raw.severity === undefined) return isConnection(raw) ? new Problem("unavailable") : null;
  // Errors that end the connection: shutdown, startup, rejected login.
  if (raw.severity === "FATAL" || raw.severity === "PANIC") return new Problem("unavailable");
  if (raw.constraint === "payment_batch_requests_approved") return new Problem("request.wrongState");
  if (raw.constraint === "request_in_payment_batch") return new Problem("request.inBatch");
  if (badInput.has(code)) return new Problem("request.invalid");
  if (clashes.has(code)) return new Problem("conflict");
  if (passing.has(code) || code.startsWith("08")) return new Problem("unavailable");
  // If the row is still referenced by other rows, nothing was deleted; otherwise the input refers to a missing row.
  if (code === "23503") return new Problem(raw.detail?.includes("still referenced") ? "conflict" : "request.invalid");
  return null;
}
