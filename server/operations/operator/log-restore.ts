import pg from "pg";
import type { OperatorAction } from "../../../shared/operations/operator/operator-actions";
import { readResult, writeResult } from "../restore/restore-request";

/** Adds the outcome of a restore to the operator's log in the open database. */
export async function logRestore(dataDir: string, url: string): Promise<void> {
  const result = readResult(dataDir);
  if (!result || result.logged) return;
  const done: OperatorAction = result.kind === "undo" ? "restore_undone" : "restored";
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query("INSERT INTO operator_log (email, action, detail) VALUES ($1, $2, $3)", [
      result.email,
      result.problem === null ? done : "restore_failed",
      JSON.stringify({ about: result.problem ?? result.backup }),
    ]);
  } finally {
    await client.end();
  }
  writeResult(dataDir, { ...result, logged: true });
}
