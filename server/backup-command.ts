import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Config, ConfigError, readConfig } from "./config";
import { InvalidBackupKeyError, newBackupKey, parseBackupKey, setBackupKey } from "./operations/backup/backup-keys";
import {
  BackupRunningError,
  exitCodeOfRunning,
  resumeVerification,
  runBackup,
} from "./operations/backup/backup.service";
import { DumpError } from "./operations/backup/dump-backup";
import { openBackupPlace, UnencryptedWriteError } from "./operations/backup/open-backup-store";
import { forgetPlace, MissingPlaceError, preparePlace } from "./operations/backup/place-marker";
import { joinEmbeddedPostgres } from "./platform/embedded-postgres/embedded-postgres";
import { preparePostgresHome } from "./platform/embedded-postgres/files";
import { promptLine } from "./platform/prompt-line";
import { sourceStack } from "./platform/source-stack";

const usage = `npm run backup                # takes and verifies a backup
npm run backup -- --verify 2026-11-25T02-00-00Z
npm run backup -- --slowly    # leaves the disk and the processor to others, as the nightly backup does
npm run backup -- --new-place # begins anew in a folder or bucket that has lost its backups
npm run backup -- --new-key   # encrypts backups from now on: shows a key, which must be typed`;

/** `npm run backup`: creates and verifies a backup, whether or not the product is running. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      "new-key": { type: "boolean" },
      "new-place": { type: "boolean" },
      verify: { type: "string" },
      slowly: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    print(usage);
    return 0;
  }
  const config = readConfig();
  if (!config.databaseUrl && !existsSync(preparePostgresHome(config.dataDir).cluster))
    throw new ConfigError(`There is no database in ${config.dataDir} yet. Start the product first, or set DATA_DIR.`);
  if (values["new-place"]) forgetPlace(config.dataDir);
  if (values["new-key"]) await startEncryption(config);
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : await joinEmbeddedPostgres({ dataDir: config.dataDir });
  try {
    const run = { config, url: database.url, progress: print, slowly: values.slowly ?? false };
    if (values.verify) {
      await resumeVerification(run, values.verify);
      return 0;
    }
    const backup = await runBackup(run);
    const megabytes = (backup.size / 1e6).toFixed(1);
    print(`${config.backup.dir}/${backup.id}: ${backup.state}, ${megabytes} MB, changes until ${backup.taken_at}.`);
    if (backup.problem) print(backup.problem);
    return backup.state === "failed" ? 1 : 0;
  } finally {
    await database.stop();
  }
}

/** Activates the key only after it was typed, so that no backup exists whose key was never written down. */
async function startEncryption(config: Config): Promise<void> {
  const key = newBackupKey();
  print(`Key of the backups (${key.id}), shown only now:\n\n    ${key.text}\n`);
  print("Store it away from this computer and from the backups. Without it no backup can be restored.\n");
  if (parseBackupKey(await promptLine("Type the key: "))?.id !== key.id)
    throw new InvalidBackupKeyError("This is not the key. Nothing was changed.");
  await preparePlace(openBackupPlace(config), config.dataDir);
  setBackupKey(config.dataDir, key);
  print("The key is in use. Earlier backups and uploads stay as they are until they are deleted.");
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().then(
  (code) => process.exit(code),
  (error) => {
    const plainErrors = [
      ConfigError,
      BackupRunningError,
      DumpError,
      InvalidBackupKeyError,
      MissingPlaceError,
      UnencryptedWriteError,
    ];
    const isKnown = plainErrors.some((kind) => error instanceof kind);
    const misused = String((error as { code?: string }).code).startsWith("ERR_PARSE_ARGS");
    const message = misused ? `${error.message}\n\n${usage}` : isKnown ? error.message : sourceStack(error);
    process.stderr.write(`${message}\n`);
    process.exit(misused ? 2 : error instanceof BackupRunningError ? exitCodeOfRunning : 1);
  },
);
