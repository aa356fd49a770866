/** `running` until the backup is complete, `unverified` until the restored copy has been checked. */
export type BackupState = "running" | "unverified" | "verified" | "failed";

/** A backup as shown on the operator's page and by `npm run restore -- --list`. Times are ISO 8601 in UTC. */
export interface BackupSummary {
  /** Name of the backup's folder, which is its start time, such as `2026-11-26T02-00-31Z`. */
  id: string;
  /** `cluster` can be restored to any later minute of the archive, `dump` is a file of pg_dump. */
  kind: "cluster" | "dump";
  state: BackupState;
  /** The backup contains every change up to this time; null if it was not completed. */
  taken_at: string | null;
  last_change: string | null;
  /** Compressed size of the backup in bytes. An upload counts in every backup that contains it, but is stored once. */
  size: number;
  /** Id of the encryption key; null if the backup isn't encrypted. */
  key_id: string | null;
  tenants: { id: number; name: string }[];
  verified_at: string | null;
  /** Why the backup failed, as a sentence; null otherwise. */
  problem: string | null;
  /** The damaged or missing file, relative to the backup folder, if a file is the problem. */
  file: string | null;
}
