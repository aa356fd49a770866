import type { RestoreState } from "../../../shared/operations/operator/restore.contract";
import { parseRestoreTime } from "../../../shared/operations/restore/restore-time";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { Config } from "../../config";
import { listBackups } from "../backup/backup-catalogue";
import { openBackupStore } from "../backup/open-backup-store";
import { isUnconfirmed } from "../restore/restore";
import { addRequest, type RestoreRequest, readRequest, readResult } from "../restore/restore-request";

type RestoreConfig = Pick<Config, "backup" | "dataDir" | "databaseUrl">;

export async function restoreState(config: RestoreConfig, backup: RestoreState["backup"]): Promise<RestoreState> {
  const { dataDir, databaseUrl } = config;
  const last = readResult(dataDir);
  return {
    possible: !databaseUrl,
    requested: readRequest(dataDir) !== null,
    unconfirmed: isUnconfirmed(config),
    backup,
    last: last && { at: last.at, kind: last.kind, backup: last.backup, problem: last.problem },
    backups: await listBackups(await openBackupStore(config)),
  };
}

/** @throws Problem 409 with an external database, and if there is another request */
function requireRestorable({ dataDir, databaseUrl }: RestoreConfig): void {
  if (databaseUrl) throw new Problem("restore.external");
  if (readRequest(dataDir)) throw new Problem("restore.requested");
}

interface Wish {
  /** Of the call's address. */
  id: string;
  typed: string;
  until: string | undefined;
}

type Request = Omit<RestoreRequest, "attempts" | "email">;

/** Checks everything except the code, so that a typing error doesn't use up the code. @throws Problem */
export async function checkedRestore(config: RestoreConfig, { id, typed, until }: Wish): Promise<Request> {
  requireRestorable(config);
  if (isUnconfirmed(config)) throw new Problem("restore.unconfirmed");
  const backup = (await listBackups(await openBackupStore(config))).find((each) => each.id === id);
  if (!backup || backup.kind !== "cluster" || (!backup.taken_at && !backup.key_id)) throw new Problem("notFound");
  if (!backup.taken_at) throw new Problem("restore.key");
  if (typed !== id) throw invalidFieldProblem("backup", "restore.typed");
  const time = until ? parseRestoreTime(until) : null;
  if (time && time < new Date(backup.taken_at)) throw invalidFieldProblem("until", "restore.before");
  return { kind: "restore", backup: id, until: time?.toISOString() ?? null };
}

/** @throws Problem 409 when there is nothing to confirm or undo */
export function requireUnconfirmed(config: RestoreConfig): void {
  requireRestorable(config);
  if (!isUnconfirmed(config)) throw new Problem("restore.none");
}

/** Records the request for the next start. @throws Problem 409 if there is another request */
export function recordRequest({ dataDir }: RestoreConfig, request: Request, email: string): void {
  if (!addRequest(dataDir, { ...request, email })) throw new Problem("restore.requested");
}
