import { parseArgs } from "node:util";
import type { BackupSummary } from "../shared/operations/backup/backup.contract";
import { ConfigError, readConfig } from "./config";
import { DamagedBackupError } from "./operations/backup/backup-manifest";
import { listBackups } from "./operations/backup/backup-catalogue";
import { InvalidBackupKeyError, parseBackupKey } from "./operations/backup/backup-keys";
import { BackupKeyError } from "./operations/backup/encryption";
import { openBackupStore } from "./operations/backup/open-backup-store";
import { UnsuitableBackupError } from "./operations/backup/recovered-copy";
import {
  confirmRestore,
  isUnconfirmed,
  planRestore,
  requireConfirmed,
  requireStopped,
  RestoreError,
  type RestoreConfig,
  type RestorePlan,
  restore,
  undoRestore,
} from "./operations/restore/restore";
import { parseRestoreTime } from "../shared/operations/restore/restore-time";
import { tryRestore } from "./operations/restore/try-restore";
import { runTenantRestore } from "./operations/restore/tenant/restore-tenant.run";
import { runOwnerCommand } from "./owner-command";
import { TenantAdminError } from "./administration/tenants/tenant-admin";
import { promptLine } from "./platform/prompt-line";
import { sourceStack } from "./platform/source-stack";

const usage = `npm run restore -- --list
npm run restore -- --to "2026-11-25 14:03"    # a minute, in UTC unless a zone is given (+03:00)
npm run restore -- --to latest                # the last archived change
npm run restore -- --backup 2026-11-25T02-00-00Z
npm run restore -- --tenant acme.example.com --to "2026-11-25 14:03"   # one organization, while the product runs
      --administrator ada@acme.example.com    # this account is an administrator afterwards
npm run restore -- --try --to latest          # a trial on a copy that is removed again, while the product runs
npm run restore -- --confirm                  # deletes the database from before the restore
npm run restore -- --undo                     # brings it back

Stop the product first, except for one organization and a trial. --yes restores without asking.`;

/** `npm run restore`: restores the embedded database to a backup or a later minute, regardless of the current database's condition. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      list: { type: "boolean" },
      to: { type: "string" },
      backup: { type: "string" },
      try: { type: "boolean" },
      yes: { type: "boolean" },
      confirm: { type: "boolean" },
      undo: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return print(usage);
  const config = readConfig();
  if (values.list) return printBackups(await listBackups(await openBackupStore(config)));
  if (values.confirm)
    return print(
      (await confirmRestore(config))
        ? "The previous database is deleted."
        : "There is nothing to confirm: no database from before a restore is kept.",
    );
  if (values.undo)
    return print((await undoRestore(config)) ? "The previous database is back." : "There is nothing to undo.");
  if (!values.to && !values.backup && !values.try) return print(usage);
  if (!values.try) {
    requireConfirmed(config);
    requireStopped(config);
  }
  const time = readTime(values.to ?? "latest");
  const { plan, keyed } = await withKey(config, (each) => planRestore(each, time, values.backup), values.yes);
  describe(plan);
  if (values.try) return tryRestore(keyed, plan, print);
  if (!values.yes && (await promptLine('Type "restore" to replace the present database: ')) !== "restore")
    throw new RestoreError("Nothing was changed.");
  await restore(keyed, plan, print);
  print(
    isUnconfirmed(config)
      ? "Restored. Start the product and look at it; then run `npm run restore -- --confirm`, or stop it and run `-- --undo`."
      : "Restored. There was no database before, so there is nothing to confirm. Start the product and look at it.",
  );
}

/** Asks for the key of the backup if it isn't known. A wrong key is rejected before anything is changed. */
async function withKey(config: RestoreConfig, planning: (config: RestoreConfig) => Promise<RestorePlan>, yes = false) {
  try {
    return { plan: await planning(config), keyed: config };
  } catch (error) {
    if (!(error instanceof BackupKeyError) || yes) throw error;
    print(error.message);
    const key = parseBackupKey(await promptLine("Key: "));
    if (key?.id !== error.keyId)
      throw new RestoreError(
        key ? `This is the key ${key.id}. Nothing was changed.` : "This is not a key. Nothing was changed.",
      );
    const keyed = { ...config, backup: { ...config.backup, keys: [...config.backup.keys, key.text] } };
    return { plan: await planning(keyed), keyed };
  }
}

function readTime(text: string): Date | "latest" {
  if (text === "latest") return "latest";
  const time = parseRestoreTime(text);
  if (!time) throw new RestoreError(`“${text}” is not a time. Write it as in "2026-11-25 14:03".`);
  return time;
}

function describe({ backup, to }: RestorePlan): void {
  const until =
    to instanceof Date
      ? `changes until ${to.toISOString()}`
      : to === "latest"
        ? "all archived changes"
        : "no later changes";
  print(`Backup ${backup.id} (${backup.state}, ${encryptionOf(backup)}) and ${until}.`);
  if (backup.problem) print(backup.problem);
  print(`Tenants: ${backup.tenants.map(({ name }) => name).join(", ") || "none"}.`);
  print(`Last change in the backup: ${backup.last_change ?? "none"}. Size: ${megabytes(backup)}.`);
}

const encryptionOf = ({ key_id }: BackupSummary): string => (key_id ? `encrypted with key ${key_id}` : "not encrypted");

function printBackups(backups: readonly BackupSummary[]): void {
  if (backups.length === 0) return print("There are no backups.");
  for (const backup of backups) {
    const names = backup.tenants.map(({ name }) => name).join(", ");
    print(
      [
        backup.id,
        backup.state.padEnd(10),
        megabytes(backup).padStart(10),
        encryptionOf(backup),
        `last change ${backup.last_change ?? "none"}`,
        names,
      ].join("  "),
    );
    if (backup.problem) print(`  ${backup.problem}`);
  }
}

const megabytes = ({ size }: BackupSummary): string => `${(size / 1e6).toFixed(1)} MB`;

class UsageError extends Error {}

const plainErrors = [RestoreError, DamagedBackupError, UnsuitableBackupError, BackupKeyError, InvalidBackupKeyError];

function restoreOneTenant(): void {
  runOwnerCommand({
    applicationName: "portal-restore",
    usageText: usage,
    errors: {
      usage: UsageError,
      expected: [TenantAdminError, ...plainErrors],
    },
    run: async (args, owner, config) => {
      const options = {
        tenant: { type: "string" },
        to: { type: "string" },
        administrator: { type: "string" },
        yes: { type: "boolean" },
      } as const;
      const { tenant, to, administrator, yes } = parseArgs({ args: [...args], options, strict: false }).values;
      if (typeof tenant !== "string" || typeof to !== "string" || administrator === true) throw new UsageError(usage);
      await runTenantRestore(owner, config, {
        tenant,
        to,
        print,
        administrator: administrator || undefined,
        ...(yes ? {} : { ask: promptLine }),
      });
    },
  });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

if (process.argv.includes("--tenant")) restoreOneTenant();
else
  main().then(
    () => process.exit(0),
    (error) => {
      const isKnown = [ConfigError, ...plainErrors].some((kind) => error instanceof kind);
      const misused = String((error as { code?: string }).code).startsWith("ERR_PARSE_ARGS");
      process.stderr.write(
        `${misused ? `${error.message}\n\n${usage}` : isKnown ? error.message : sourceStack(error)}\n`,
      );
      process.exit(misused ? 2 : 1);
    },
  );
