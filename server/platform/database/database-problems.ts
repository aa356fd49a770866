import { Problem } from "../../../shared/kernel/problems";

interface DatabaseError {
  code?: string;
  message?: string;
  detail?: string;
  severity?: string;
  /** Of an error of the network's: what failed. */
  syscall?: string;
}

/** Input that passed the schemas and that PostgreSQL can't take: bad encodings, numbers and dates out of range. */
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

/** Somebody else was there at the same moment, or before. */
const clashes = new Set(["23505", "23P01", "40001", "40P01", "55P03"]);

/** Starting, stopping, full, or too slow: worth trying again. */
const passing = new Set(["53100", "53200", "53300", "53400", "57014", "57P01", "57P02", "57P03", "25P03"]);

/** Of any server we lean on: the database, and the file store as well. */
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

/** Whatever keeps one from connecting, also to a socket in the file system: it isn't there, or its line is full. */
const isConnection = ({ code = "", syscall }: DatabaseError): boolean => syscall === "connect" || connection.has(code);

/**
 * What the database refused, as the caller may read it; null when it isn't the database's or is our own mistake.
 * A constraint that a service can explain better is caught there: this is the net below.
 */
export function databaseProblem(error: unknown): Problem | null {
  const raw = ((error as { driverError?: unknown })?.driverError ?? error ?? {}) as DatabaseError;
  const { code = "", message = "" } = raw;
  if (connectionTexts.test(message)) return new Problem("unavailable");
  if (raw.severity === undefined) return isConnection(raw) ? new Problem("unavailable") : null;
  // Whatever ends the connection: shut down, not started yet, not let in.
  if (raw.severity === "FATAL" || raw.severity === "PANIC") return new Problem("unavailable");
  if (badInput.has(code)) return new Problem("request.invalid");
  if (clashes.has(code)) return new Problem("conflict");
  if (passing.has(code) || code.startsWith("08")) return new Problem("unavailable");
  // Still referenced by others: nothing was deleted. Otherwise it names something that is gone.
  if (code === "23503") return new Problem(raw.detail?.includes("still referenced") ? "conflict" : "request.invalid");
  return null;
}
