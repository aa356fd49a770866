import { existsSync } from "node:fs";
import path from "node:path";
import { type Config, ConfigError } from "../../config";
import { joinEmbeddedPostgres } from "../../platform/embedded-postgres/embedded-postgres";
import { type Check, failed, type Finding, ok } from "./check";
import {
  checkClock,
  checkLogins,
  checkOwner,
  checkSettings,
  checkVersion,
  type DatabaseFacts,
  readDatabaseFacts,
} from "./database.checks";
import { checkBackups, checkDataFolder, checkRestore, checkDisk, checkProxy } from "./machine.checks";
import { checkFileStore, checkMail, checkRedis } from "./service.checks";

interface DatabaseContext {
  config: Config;
  url: string;
  facts: DatabaseFacts;
}

const checks: Check<Config>[] = [
  { title: "Data folder", run: checkDataFolder, todo: "Set DATA_DIR to a folder of the user who runs the product." },
  { title: "Disk", run: checkDisk, todo: "Set DATA_DIR to a folder on a local disk." },
  { title: "Backups", run: (config) => checkBackups(config), todo: "Check BACKUP_DIR." },
  { title: "Restore", run: checkRestore, todo: "Check DATA_DIR." },
  { title: "Mail", run: checkMail, todo: "Check SMTP_URL: host, port, user and password; smtps for port 465." },
  { title: "Files", run: checkFileStore, todo: "Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the rights of the key." },
  { title: "Redis", run: checkRedis, todo: "Check REDIS_URL, and whether Redis is running." },
  { title: "Proxy", run: (config) => checkProxy(config), todo: "Check PUBLIC_URL." },
];

const databaseTodo = "Check DATABASE_URL, and whether PostgreSQL is running.";
const databaseChecks: Check<DatabaseContext>[] = [
  { title: "Database", run: ({ facts }) => checkVersion(facts), todo: databaseTodo },
  { title: "Settings", run: ({ facts }) => checkSettings(facts), todo: databaseTodo },
  { title: "Owner", run: ({ facts, config }) => checkOwner(facts, config), todo: databaseTodo },
  { title: "Logins", run: ({ url, config }) => checkLogins(url, config), todo: databaseTodo },
  { title: "Clock", run: ({ facts }) => checkClock(facts), todo: databaseTodo },
];

/**
 * Runs all checks and prints a line for each finding.
 * @returns the exit code: 1 if anything failed.
 */
export async function runDoctor(readConfig: () => Config, print: (line: string) => void): Promise<number> {
  let anyFailed = false;
  const report = (title: string, findings: Finding[]) => {
    for (const finding of findings) for (const line of linesOf(title, finding)) print(line);
    anyFailed ||= findings.some(({ state }) => state === "failed");
  };
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const messages = error.message.split("\n");
    report(
      "Configuration",
      messages.map((message) => failed(message, "Correct the environment variable.")),
    );
    return 1;
  }
  report("Configuration", [ok("complete and valid")]);
  for (const check of checks) report(check.title, await findingsOf(check, config));
  await withDatabase(config, report);
  return anyFailed ? 1 : 0;
}

/** Uses the embedded database of the running product, or starts it for these checks. */
async function withDatabase(config: Config, report: (title: string, findings: Finding[]) => void): Promise<void> {
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl && !existsSync(path.join(dataDir, "postgres"))) {
    return report("Database", [ok(`there is none in ${dataDir}; the first start creates it`)]);
  }
  let stop = async () => {};
  try {
    const joined = databaseUrl ? { url: databaseUrl, stop } : await joinEmbeddedPostgres({ dataDir });
    stop = joined.stop;
    const context = { config, url: joined.url, facts: await readDatabaseFacts(joined.url) };
    for (const check of databaseChecks) report(check.title, await findingsOf(check, context));
  } catch (error) {
    report("Database", [failed(messageOf(error), databaseTodo)]);
  } finally {
    await stop();
  }
}

async function findingsOf<Context>({ run, todo }: Check<Context>, context: Context): Promise<Finding[]> {
  try {
    return await run(context);
  } catch (error) {
    return [failed(messageOf(error), todo)];
  }
}

/** A refused connection to several addresses has no message, only a code. */
const messageOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
};

function linesOf(title: string, finding: Finding): string[] {
  const line = `${finding.state.padEnd(9)}  ${title.padEnd(13)}  ${finding.text}`;
  return finding.state === "ok" ? [line] : [line, `${" ".repeat(26)}→ ${finding.todo}`];
}
