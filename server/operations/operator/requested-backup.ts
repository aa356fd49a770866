import type { Logger } from "pino";
import { Problem } from "../../../shared/kernel/problems";
import type { Config } from "../../config";
import { joinEmbeddedPostgres } from "../../platform/embedded-postgres/embedded-postgres";
import { lockHolderOf } from "../../platform/embedded-postgres/lock";
import { runBackupProgram } from "../backup/backup-program";
import { openBackupStore } from "../backup/open-backup-store";

/** A backup that was requested on the operator's page. Its result is in the list of backups, unless it failed before it began. */
export class RequestedBackup {
  private running: Promise<void> | null = null;
  private problem: string | null = null;

  constructor(
    private readonly config: Config,
    private readonly log: Logger,
  ) {}

  /** `problem` is why the last requested backup failed; null if it succeeded. */
  get state(): { running: boolean; problem: string | null } {
    return { running: this.running !== null, problem: this.problem };
  }

  /**
   * Begins a backup and returns before it ends.
   * @throws Problem 409 while a backup is taken or verified.
   */
  async begin(): Promise<void> {
    const store = await openBackupStore(this.config);
    if (this.running || lockHolderOf(store.lockFile) !== null) throw new Problem("backup.running");
    this.problem = null;
    this.running = this.run()
      .catch((error: Error) => {
        this.problem = error.message;
        this.log.error({ err: error }, "the requested backup failed");
      })
      .finally(() => (this.running = null));
  }

  /** Waits for the end of a running backup. */
  async ended(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    const { config } = this;
    const url = config.databaseUrl ?? (await joinEmbeddedPostgres({ dataDir: config.dataDir })).url;
    await runBackupProgram({ config, url });
  }
}
