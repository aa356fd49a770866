import pg from "pg";
import type { Logger } from "pino";
import type { Config } from "../../../server/config";
import { isFromFuture, listBackups } from "../../../server/operations/backup/backup-catalogue";
import {
  BackupRunningError,
  isArchiveBroken,
  isBackupDue,
  sendBackupAlarm,
} from "../../../server/operations/backup/backup.service";
import { runBackupProgram } from "../../../server/operations/backup/backup-program";
import { openBackupStore } from "../../../server/operations/backup/open-backup-store";
import { joinEmbeddedPostgres } from "../../../server/platform/embedded-postgres/embedded-postgres";
import type { Mailer } from "../../../server/platform/mail/mail";

interface NightlyBackupOptions {
  config: Config;
  log: Logger;
  mailer: Pick<Mailer, "deliver">;
}

/** Delays backups after a start, when other work is more urgent. */
const startDelayMs = 30 * 60_000;
/** Distinguishes workers of one database; the lock file distinguishes processes of one machine. */
const advisoryLock = 7_310_180;

export class NightlyBackup {
  readonly loop = { name: "backup", everyMs: 60_000, run: () => this.run(), cancel: () => this.stop() };
  private readonly stopped = new AbortController();
  private readonly startedAt = performance.now();
  /** Time of the last failure in ms: the next attempt is made an hour later. */
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly options: NightlyBackupOptions,
    private readonly delayMs = startDelayMs,
  ) {}

  stop(): void {
    this.stopped.abort();
  }

  /** Takes or verifies a backup if due. If there are several workers, only one of them does so. */
  async run(): Promise<void> {
    const now = performance.now();
    if (!this.options.config.backup.nightly || now - this.startedAt < this.delayMs || now - this.failedAt < 3_600_000)
      return;
    try {
      await this.runIfDue();
    } catch (error) {
      if (error instanceof BackupRunningError || this.stopped.signal.aborted) return;
      this.failedAt = now;
      await this.alarm((error as Error).message, null);
    }
  }

  private async runIfDue(): Promise<void> {
    const { config } = this.options;
    const url = config.databaseUrl ?? (await joinEmbeddedPostgres({ dataDir: config.dataDir })).url;
    const client = new pg.Client(url);
    client.on("error", () => {}); // reported by the query that fails
    await client.connect();
    try {
      const { rows } = await client.query<{ locked: boolean; now: Date }>(
        "SELECT pg_try_advisory_lock($1) AS locked, now()",
        [advisoryLock],
      );
      const [row] = rows;
      if (!row?.locked) return;
      await this.takeOrVerify(url, client, row.now);
    } finally {
      await client.end();
    }
  }

  private async takeOrVerify(url: string, client: pg.Client, now: Date): Promise<void> {
    const { config, log } = this.options;
    const run = { config, url, signal: this.stopped.signal };
    const store = await openBackupStore(config);
    const backups = await listBackups(store, now);
    const newest = backups.find(({ taken_at }) => taken_at);
    if (isBackupDue(now, backups, store.keyId) || (newest && (await this.isBroken(client, newest.id)))) {
      await runBackupProgram(run);
    } else if (newest?.state === "unverified" && newest.kind === "cluster") {
      await runBackupProgram(run, newest.id);
    } else {
      return;
    }
    const after = await listBackups(store, now);
    const failed =
      after.find(({ id, state }) => state === "failed" && backups.find((b) => b.id === id)?.state !== state) ??
      after.find((backup) => isFromFuture(backup, now));
    if (failed) await this.alarm(failed.problem ?? "", failed.file);
    else log.info({ backup: after[0]?.id }, "backup verified");
  }

  private async isBroken(client: pg.Client, id: string): Promise<boolean> {
    if (this.options.config.databaseUrl) return false;
    const { rows } = await client.query<{ segment: string }>("SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment");
    return isArchiveBroken(await openBackupStore(this.options.config), id, rows[0]?.segment ?? "");
  }

  private async alarm(problem: string, file: string | null): Promise<void> {
    this.options.log.error({ problem, file }, "backup failed");
    await sendBackupAlarm(this.options.config, this.options.mailer, { problem, file }).catch((error) =>
      this.options.log.error({ err: error }, "the mail about the failed backup was not sent"),
    );
  }
}
