import { registerGauge } from "../../platform/http/metrics";
import { listBackups } from "./backup-catalogue";
import { type BackupLocation, openBackupStore } from "./open-backup-store";

/** Metrics for alarms. The age has no value without a verified backup. */
export function registerBackupMetrics(location: BackupLocation): void {
  registerGauge("portal_backup_age_seconds", "Age of the newest verified backup", async () => {
    const verified = (await listBackups(await openBackupStore(location))).find(({ state }) => state === "verified");
    if (!verified?.taken_at) throw new Error("no verified backup");
    return (Date.now() - new Date(verified.taken_at).getTime()) / 1_000;
  });
  registerGauge("portal_backup_failed", "1 if the newest backup failed or is damaged, else 0", async () => {
    const newest = (await listBackups(await openBackupStore(location))).find(({ state }) => state !== "running");
    return newest?.state === "failed" ? 1 : 0;
  });
}
