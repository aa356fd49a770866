import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { scramVerifier } from "../database/database-logins";
import { changeOwner, type PostgresHome } from "./files";
import { readOrNull } from "./lock";

/**
 * Address of the embedded database: a Unix socket in a private folder, with a password. On Windows, where Node has no Unix sockets,
 * loopback with the password.
 */
export interface ListenAddress {
  /** Folder of the socket, or 127.0.0.1. */
  host: string;
  port: number;
}

export const SUPERUSER = "postgres";
export const DATABASE = "portal";

const isWindows = process.platform === "win32";
/** Part of the socket's file name. */
const socketPort = 5432;
/** Limit in bytes: the kernel limits socket paths to 107 bytes, 103 on macOS. */
const longestPath = 103;

const addressFile = (home: PostgresHome) => path.join(home.folder, "address.json");
const passwordFile = (home: PostgresHome) => path.join(home.folder, "password");
const socketName = `.s.PGSQL.${socketPort}`;

/** Chooses an address to listen on and stores it for commands that join a running instance. */
export async function chooseAddress(home: PostgresHome): Promise<ListenAddress> {
  const address = isWindows
    ? { host: "127.0.0.1", port: await freePort() }
    : { host: socketFolder(home), port: socketPort };
  writeFileSync(addressFile(home), JSON.stringify(address), { mode: 0o600 });
  return address;
}

/** Returns null before an address was chosen. */
export function readUrl(home: PostgresHome): string | null {
  const address = readAddress(home);
  const password = readPassword(home);
  return address && password ? connectionUrlOf(address, password) : null;
}

export function connectionUrlOf({ host, port }: ListenAddress, password: string): string {
  const login = `${SUPERUSER}:${password}`;
  // URLs must have a host; the parameter `host` takes precedence.
  if (host.startsWith("/"))
    return `postgresql://${login}@localhost:${port}/${DATABASE}?host=${encodeURIComponent(host)}`;
  return `postgresql://${login}@${host}:${port}/${DATABASE}`;
}

export function listenSettings({ host, port }: ListenAddress): Record<string, string | number> {
  if (!host.startsWith("/")) return { listen_addresses: host, port };
  return { listen_addresses: "", unix_socket_directories: host, unix_socket_permissions: "0700", port };
}

/**
 * Removes the socket and lock file of a killed database: PostgreSQL considers them valid while any process has the id stored in the lock
 * file.
 */
export function removeOldSocket({ host }: ListenAddress): void {
  if (!host.startsWith("/")) return;
  for (const name of [socketName, `${socketName}.lock`]) rmSync(path.join(host, name), { force: true });
}

/** Removes a socket folder outside of the database's folder. */
export function removeAddress(home: PostgresHome, { host }: ListenAddress): void {
  if (host.startsWith("/") && path.dirname(host) !== home.folder) rmSync(host, { recursive: true, force: true });
}

/** Allows connections only with the password and only over the listening address. */
export function restrictAccess(home: PostgresHome, cluster = home.cluster): void {
  const line = isWindows ? "host all all 127.0.0.1/32 scram-sha-256" : "local all all scram-sha-256";
  const file = path.join(cluster, "pg_hba.conf");
  writeFileSync(file, `${line}\n`, { mode: 0o600 });
  changeOwner(file, home.user);
}

export function readPassword(home: PostgresHome): string | null {
  return readOrNull(passwordFile(home))?.trim() || null;
}

export function storePassword(home: PostgresHome, password: string): void {
  writeFileSync(passwordFile(home), `${password}\n`, { mode: 0o600 });
}

/** Deletes the password; the next start sets a new one. */
export const forgetPassword = (home: PostgresHome): void => rmSync(passwordFile(home), { force: true });

export const newPassword = (): string => randomBytes(24).toString("base64url");

export const passwordStatement = (password: string): string =>
  `ALTER ROLE ${SUPERUSER} PASSWORD '${scramVerifier(password)}';\n`;

function readAddress(home: PostgresHome): ListenAddress | null {
  return JSON.parse(readOrNull(addressFile(home)) ?? "null") as ListenAddress | null;
}

function socketFolder(home: PostgresHome): string {
  const inside = path.join(home.folder, "socket");
  const fits = Buffer.byteLength(path.join(inside, socketName)) <= longestPath;
  const last = readAddress(home);
  if (last) removeAddress(home, last);
  // Uses mkdtemp, because another user could have created a folder with a fixed name first.
  const folder = fits ? inside : mkdtempSync(path.join(shortTemporary(), "portal-"));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  changeOwner(folder, home.user);
  return folder;
}

function shortTemporary(): string {
  const folder = tmpdir();
  return Buffer.byteLength(folder) <= 60 ? folder : "/tmp";
}

async function freePort(): Promise<number> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject).listen(0, "127.0.0.1", () => resolve());
    });
    return (probe.address() as { port: number }).port;
  } finally {
    probe.close();
  }
}
