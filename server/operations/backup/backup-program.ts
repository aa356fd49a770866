import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { type BackupRun, BackupRunningError, exitCodeOfRunning, resumeVerification, runBackup } from "./backup.service";
import { environmentWithout } from "../../config";

/** Exists next to the built server and worker, but not in tests, which run from source. */
const program = path.join(__dirname, "backup.js");

/**
 * Takes a backup, or verifies the backup with the given id, slowly and in a separate process with the lowest priority, because compression
 * takes processor time from calls.
 * @throws BackupRunningError
 */
export async function runBackupProgram(run: BackupRun, unverified?: string): Promise<void> {
  if (!existsSync(program)) return void (await (unverified ? resumeVerification(run, unverified) : runBackup(run)));
  const args = [program, "--slowly", ...(unverified ? ["--verify", unverified] : [])];
  const child = spawn(process.execPath, args, { env: environmentWithout(), stdio: ["ignore", "ignore", "pipe"] });
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const stop = () => child.kill();
  run.signal?.addEventListener("abort", stop);
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += String(chunk);
  });
  try {
    const [code] = (await once(child, "close")) as [number | null];
    run.signal?.throwIfAborted();
    if (code === exitCodeOfRunning) throw new BackupRunningError(output.trim());
    // A backup that failed its verification is in the list, with the reason.
    if (code !== 0 && output !== "") throw new Error(output.trim());
  } finally {
    run.signal?.removeEventListener("abort", stop);
  }
}
