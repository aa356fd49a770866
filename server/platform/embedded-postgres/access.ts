import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { scramVerifier } from "../database/database-logins";
import { handOver, type PostgresHome } from "./files";
import { readOrNull } from "./lock";

/**
 * How one gets into the embedded database: over a Unix socket in a folder that is closed to others, and with a password.
 * Where Node knows no Unix sockets (Windows), over loopback and with the password.
 */
export interface Address {
  /** The socket's folder, or 127.0.0.1. */
  host: string;
  port: number;
}

export const SUPERUSER = "postgres";
export const DATABASE = "portal";

const isWindows = process.platform === "win32";
/** The number is part of the socket's name. */
const socketPort = 5432;
/** The kernel's limit for a socket's path is 107 bytes, 103 on macOS; PostgreSQL can't be brought to a longer one. */
const longestPath = 103;

const addressFile = (home: PostgresHome) => path.join(home.folder, "address.json");
const passwordFile = (home: PostgresHome) => path.join(home.folder, "password");
const socketName = `.s.PGSQL.${socketPort}`;

/** A place to listen at, told to the commands that join a running product. */
export async function chooseAddress(home: PostgresHome): Promise<Address> {
  const address = isWindows
    ? { host: "127.0.0.1", port: await freePort() }
    : { host: socketFolder(home), port: socketPort };
  writeFileSync(addressFile(home), JSON.stringify(address), { mode: 0o600 });
  return address;
}

/** Null when none was chosen yet. */
export function knownUrl(home: PostgresHome): string | null {
  const address = knownAddress(home);
  const password = knownPassword(home);
  return address && password ? urlOf(address, password) : null;
}

export function urlOf({ host, port }: Address, password: string): string {
  const login = `${SUPERUSER}:${password}`;
  // URLs must have a host; the one that counts is the parameter.
  if (host.startsWith("/"))
    return `postgresql://${login}@localhost:${port}/${DATABASE}?host=${encodeURIComponent(host)}`;
  return `postgresql://${login}@${host}:${port}/${DATABASE}`;
}

export function listenSettings({ host, port }: Address): Record<string, string | number> {
  if (!host.startsWith("/")) return { listen_addresses: host, port };
  return { listen_addresses: "", unix_socket_directories: host, unix_socket_permissions: "0700", port };
}

/** What a killed database left in the folder; like its pid file, it would be believed for as long as its number is taken. */
export function removeOldSocket({ host }: Address): void {
  if (!host.startsWith("/")) return;
  for (const name of [socketName, `${socketName}.lock`]) rmSync(path.join(host, name), { force: true });
}

/** Removes what doesn't lie in the database's own folder. */
export function forgetAddress(home: PostgresHome, { host }: Address): void {
  if (host.startsWith("/") && path.dirname(host) !== home.folder) rmSync(host, { recursive: true, force: true });
}

/** Nobody but who has the password, and over nothing else than where it listens. */
export function closeDoors(home: PostgresHome, cluster = home.cluster): void {
  const line = isWindows ? "host all all 127.0.0.1/32 scram-sha-256" : "local all all scram-sha-256";
  const file = path.join(cluster, "pg_hba.conf");
  writeFileSync(file, `${line}\n`, { mode: 0o600 });
  handOver(file, home.user);
}

export function knownPassword(home: PostgresHome): string | null {
  return readOrNull(passwordFile(home))?.trim() || null;
}

export function keepPassword(home: PostgresHome, password: string): void {
  writeFileSync(passwordFile(home), `${password}\n`, { mode: 0o600 });
}

export const newPassword = (): string => randomBytes(24).toString("base64url");

export const passwordStatement = (password: string): string =>
  `ALTER ROLE ${SUPERUSER} PASSWORD '${scramVerifier(password)}';\n`;

function knownAddress(home: PostgresHome): Address | null {
  return JSON.parse(readOrNull(addressFile(home)) ?? "null") as Address | null;
}

function socketFolder(home: PostgresHome): string {
  const inside = path.join(home.folder, "socket");
  const fits = Buffer.byteLength(path.join(inside, socketName)) <= longestPath;
  const last = knownAddress(home);
  if (last) forgetAddress(home, last);
  // Not a name that somebody else could have taken first.
  const folder = fits ? inside : mkdtempSync(path.join(shortTemporary(), "portal-"));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  handOver(folder, home.user);
  return folder;
}

function shortTemporary(): string {
  const given = tmpdir();
  return Buffer.byteLength(given) <= 60 ? given : "/tmp";
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
