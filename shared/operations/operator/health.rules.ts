import type { BackupSummary } from "../backup/backup.contract";

/** Problems of the installation's health. Screens show `operator.problem.<kind>`. */
export type HealthProblem =
  | { kind: "disk"; percent: number }
  | { kind: "queueDown" }
  | { kind: "queueLate"; seconds: number }
  | { kind: "parked"; count: number }
  | { kind: "schedule"; name: string }
  | { kind: "backupFailed"; id: string }
  | { kind: "backupOld" }
  | { kind: "restoreRequested" }
  | { kind: "restoreUnconfirmed" }
  | { kind: "errors"; count: number };

export interface HealthFacts {
  now: Date;
  uptimeSeconds: number;
  disk: { free: number; total: number };
  queue: { waiting: number | null; oldest_seconds: number | null };
  parked: number;
  schedules: readonly { name: string; last: string; every_seconds: number | null; error: string | null }[];
  backups: readonly Pick<BackupSummary, "id" | "state" | "taken_at">[];
  /** Whether a restore will begin when the product has stopped, and whether the last one is neither confirmed nor undone. */
  restore: { requested: boolean; unconfirmed: boolean };
  /** Calls of the last hour that failed unexpectedly. */
  failures: number;
}

const leastFreePercent = 10;
/**
 * Redrive delivers events lost by the queue within seconds, so a delay of a minute means that the workers can't keep up or aren't running.
 */
const lateSeconds = 60;
/** Maximum hours since the last backup. One nightly backup may be missed. */
const backupHours = 50;

export function healthProblemsOf(facts: HealthFacts): HealthProblem[] {
  const { disk, queue, parked, schedules, restore, failures } = facts;
  const problems: HealthProblem[] = [];
  if (restore.requested) problems.push({ kind: "restoreRequested" });
  if (restore.unconfirmed) problems.push({ kind: "restoreUnconfirmed" });
  const percent = Math.floor((disk.free / disk.total) * 100);
  if (percent < leastFreePercent) problems.push({ kind: "disk", percent });
  if (queue.waiting === null) problems.push({ kind: "queueDown" });
  if ((queue.oldest_seconds ?? 0) > lateSeconds)
    problems.push({ kind: "queueLate", seconds: queue.oldest_seconds ?? 0 });
  if (parked > 0) problems.push({ kind: "parked", count: parked });
  const ageOf = (time: string) => (facts.now.getTime() - Date.parse(time)) / 1_000;
  for (const { name, last, every_seconds, error } of schedules) {
    const late = every_seconds !== null && ageOf(last) > 3 * every_seconds + lateSeconds;
    if (error !== null || late) problems.push({ kind: "schedule", name });
  }
  const ended = facts.backups.filter(({ state }) => state !== "running");
  const [newest] = ended;
  if (newest?.state === "failed") problems.push({ kind: "backupFailed", id: newest.id });
  const proven = ended.find(({ state, taken_at }) => state === "verified" && taken_at !== null);
  // A new installation has no backup yet, so its uptime counts instead.
  const age = proven?.taken_at ? ageOf(proven.taken_at) : facts.uptimeSeconds;
  if (age > backupHours * 3_600) problems.push({ kind: "backupOld" });
  if (failures > 0) problems.push({ kind: "errors", count: failures });
  return problems;
}
