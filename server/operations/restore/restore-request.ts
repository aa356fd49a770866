import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { errorCodeOf } from "../../platform/embedded-postgres/lock";

/** A restore requested on the operator's page. The next start carries it out before the database is opened. */
export interface RestoreRequest {
  kind: "restore" | "undo";
  /** Id of the backup; empty for `undo`. */
  backup: string;
  until: string | null;
  email: string;
  /** Number of starts that began to carry out the request. */
  attempts: number;
}

export interface RestoreResult extends Pick<RestoreRequest, "kind" | "backup"> {
  at: string;
  /** Null if it succeeded. */
  problem: string | null;
  email: string;
  /** Whether the result is in the operator's log, which a restore replaces. */
  logged: boolean;
}

const requestFile = (dataDir: string) => path.join(dataDir, "restore-request.json");
const resultFile = (dataDir: string) => path.join(dataDir, "restore-result.json");

/** @returns false if another request is waiting */
export function addRequest(dataDir: string, request: Omit<RestoreRequest, "attempts">): boolean {
  try {
    const content = JSON.stringify({ ...request, attempts: 0 } satisfies RestoreRequest);
    writeFileSync(requestFile(dataDir), content, { mode: 0o600, flag: "wx", flush: true });
    return true;
  } catch (error) {
    if (errorCodeOf(error) === "EEXIST") return false;
    throw error;
  }
}

export const updateRequest = (dataDir: string, request: RestoreRequest): void =>
  writeFileSync(requestFile(dataDir), JSON.stringify(request), { mode: 0o600, flush: true });

export const readRequest = (dataDir: string): RestoreRequest | null => read<RestoreRequest>(requestFile(dataDir));
export const readResult = (dataDir: string): RestoreResult | null => read<RestoreResult>(resultFile(dataDir));

export function writeResult(dataDir: string, result: RestoreResult): void {
  writeFileSync(resultFile(dataDir), JSON.stringify(result), { mode: 0o600 });
  rmSync(requestFile(dataDir), { force: true });
}

function read<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}
