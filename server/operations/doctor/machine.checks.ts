import { constants, existsSync } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { BackupSummary } from "../../../shared/operations/backup/backup.contract";
import type { Config } from "../../config";
import { withTimeout } from "../../platform/with-timeout";
import { listBackups } from "../backup/backup-catalogue";
import { openBackupPlace, openBackupStore } from "../backup/open-backup-store";
import { requireSamePlace } from "../backup/place-marker";
import { isUnconfirmed } from "../restore/restore";
import { needsAttention, failed, type Finding, ok, okUnless } from "./check";

/** Checks of the computer and of the proxy in front of it. */

const ownFolder = process.getuid?.() === 0 ? { mode: 0o711, others: 0o066 } : { mode: 0o700, others: 0o077 };

/**
 * Checks the folders in the data folder that only the product may read. As root, PostgreSQL's user must be able to traverse the data
 * folder.
 */
export async function checkDataFolder({ dataDir }: Pick<Config, "dataDir">): Promise<Finding[]> {
  const found = await stat(dataDir).catch(() => null);
  if (!found) return [ok(`${dataDir} doesn't exist yet; the first start creates it`)];
  if (!found.isDirectory()) return [failed(`${dataDir} is not a folder`, "Set DATA_DIR to a folder.")];
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const todo = "Give the folder to the user who runs the product, or set DATA_DIR to another one.";
    return [failed(`${dataDir} is not writable`, todo)];
  }
  if (process.platform !== "win32" && (found.mode & ownFolder.others) !== 0) {
    const mode = (found.mode & 0o777).toString(8);
    return [
      needsAttention(
        `${dataDir} is open to other users of this computer (mode ${mode})`,
        `chmod ${ownFolder.mode.toString(8)} ${dataDir}`,
      ),
    ];
  }
  return [ok(dataDir)];
}

const gigabyte = 1024 ** 3;

export async function checkDisk({ dataDir }: Pick<Config, "dataDir">): Promise<Finding[]> {
  const { bavail, bsize, blocks } = await statfs(await nearestFolder(dataDir));
  return [assessFreeSpace(bavail * bsize, blocks * bsize)];
}

/** An upgrade and a backup each need as much space as the database. Below one gigabyte a busy day may fill the disk. */
export function assessFreeSpace(free: number, total: number): Finding {
  const text = `${(free / gigabyte).toFixed(1)} GB of ${(total / gigabyte).toFixed(1)} GB are free`;
  const todo = "Free space, or move DATA_DIR to a larger disk. A full disk refuses every change with 503.";
  if (free < gigabyte) return failed(text, todo);
  return free < total / 10 ? needsAttention(text, todo) : ok(text);
}

async function nearestFolder(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  );
  return exists ? folder : nearestFolder(path.dirname(folder));
}

/** An unconfirmed restore keeps the previous database, which takes as much space again. */
export async function checkRestore(config: Pick<Config, "dataDir" | "databaseUrl">): Promise<Finding[]> {
  // Looking for the database would create its folder.
  if (!existsSync(path.join(config.dataDir, "postgres")) || !isUnconfirmed(config))
    return [ok("none is waiting to be confirmed")];
  const todo = "Run `npm run restore -- --confirm`, or stop the product and run `-- --undo`.";
  return [needsAttention("the last restore isn't confirmed, so the database from before it is kept", todo)];
}

type ProxyConfig = Pick<Config, "publicUrl" | "trustedProxies" | "host" | "port">;

/** Requests PUBLIC_URL as a browser would. The number of proxies can't be measured; it is only compared with the address. */
export async function checkProxy(config: ProxyConfig, request: typeof fetch = fetch): Promise<Finding[]> {
  const { publicUrl, trustedProxies, host } = config;
  if (!publicUrl) {
    if (trustedProxies === 0 && host === null) return [ok("no proxy and no public address are configured")];
    const todo = "Set PUBLIC_URL to the address that users type, with https.";
    return [needsAttention("links in mails use http and the port of this process", todo)];
  }
  const findings: Finding[] = [];
  const url = new URL(publicUrl);
  if (url.protocol === "https:" && trustedProxies === 0) {
    findings.push(
      needsAttention(
        "PUBLIC_URL is https, so a proxy is in front, but TRUSTED_PROXIES is 0: all visitors share one rate limit",
        "Set TRUSTED_PROXIES to the number of proxies. They must replace X-Forwarded-For, -Host and -Proto.",
      ),
    );
  }
  if (url.protocol === "http:" && !["localhost", "127.0.0.1"].includes(url.hostname)) {
    findings.push(
      needsAttention("PUBLIC_URL is not encrypted", "Let the proxy serve https, and set PUBLIC_URL to it."),
    );
  }
  const problem = await healthOf(url, request);
  if (problem) {
    const todo = "If the product is running, let the proxy pass Host, all paths and WebSocket upgrades on /socket.io.";
    findings.push(needsAttention(`${url.origin}/healthz ${problem}`, todo));
  }
  return okUnless(findings, `${url.origin} answers; ${trustedProxies} trusted proxies`);
}

async function healthOf(url: URL, request: typeof fetch): Promise<string | null> {
  try {
    const response = await withTimeout(request(new URL("/healthz", url), { redirect: "manual" }), 5_000);
    const health = response.ok ? ((await response.json()) as { status?: string }) : null;
    return health?.status === "ok" ? null : `answers with status ${response.status} instead of the product's health`;
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string };
    return `doesn't answer (${cause?.code ?? message})`;
  }
}

export async function checkBackups(config: Pick<Config, "backup" | "dataDir">, now = new Date()): Promise<Finding[]> {
  try {
    // A folder that doesn't exist yet contains no backups.
    await requireSamePlace(openBackupPlace(config), config.dataDir).catch(ignoreMissing);
  } catch (error) {
    return [failed((error as Error).message, "Changes wait on the disk of the database meanwhile, up to 1 GB.")];
  }
  return [assessBackups(await listBackups(await openBackupStore(config)), config.backup.nightly, now)];
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** Backups are nightly, so after two days without a verified one at least one night has failed. */
export function assessBackups(
  backups: readonly Pick<BackupSummary, "id" | "state" | "taken_at" | "problem">[],
  isNightly: boolean,
  now: Date,
): Finding {
  if (!isNightly && backups.length === 0) {
    const text = "this product makes no backups of DATABASE_URL";
    return needsAttention(text, "Back up the database and the files yourself, or set BACKUP_DIR.");
  }
  const newest = backups.find(({ state }) => state === "verified");
  const problem = backups.find(({ state }) => state === "failed");
  const reason = problem ? ` (${problem.id}: ${problem.problem})` : "";
  const todo = "Run npm run backup and read its message.";
  if (!newest?.taken_at) {
    return backups.length === 0
      ? needsAttention("there is no backup yet", todo)
      : failed(`no backup could be verified${reason}`, todo);
  }
  const hours = Math.round((now.getTime() - Date.parse(newest.taken_at)) / 3_600_000);
  const text = `the last verified backup is ${hours} hours old`;
  if (hours > 48) return failed(`${text}${reason}`, todo);
  return problem && problem.id > newest.id ? needsAttention(`${text}${reason}`, todo) : ok(text);
}
