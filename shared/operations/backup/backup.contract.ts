/** `running` while it is being taken, `unverified` until the restored copy has been checked. */
export type BackupState = "running" | "unverified" | "verified" | "failed";

/** A backup as the operator's page and `npm run restore -- --list` show it. Times are ISO 8601 in UTC. */
export interface BackupSummary {
  /** Name of its folder: the time at which it began, as in `2026-11-26T02-00-31Z`. */
  id: string;
  /** `cluster` can be restored to any later minute of the archive, `dump` is a file of pg_dump. */
  kind: "cluster" | "dump";
  state: BackupState;
  /** The backup contains every change up to this time; null if it was not completed. */
  taken_at: string | null;
  last_change: string | null;
  /** Bytes of the backup, compressed; an upload counts in every backup that contains it, but is stored once. */
  size: number;
  /** Names the key with which it is encrypted; null if it isn't. */
  key_id: string | null;
  tenants: { id: number; name: string }[];
  verified_at: string | null;
  /** Why the backup failed, as a sentence; null otherwise. */
  problem: string | null;
  /** The damaged or missing file, relative to the backup folder, if the problem is one. */
  file: string | null;
}
