import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { environmentWithoutSecrets, programPath } from "../../config";
import { writeManifest } from "./backup-manifest";
import { type BackupSource, contentOf, describeUploads, newBackupId, uploadFolder } from "./backup-source";
import { type BackupStore, chain } from "./backup-store";
import { HashCounter } from "./compressed-files";
import { copyUploads } from "./uploads";

/** Thrown when the product can't back up an external database; the message says who is responsible. */
export class DumpError extends Error {}

/** Takes a backup of an external database with `pg_dump`. Must be called while holding the backup lock. @returns the id */
export async function dumpDatabase(source: BackupSource): Promise<string> {
  const { store, url, signal, progress } = source;
  const client = new pg.Client(url);
  client.on("error", () => {}); // reported by the query that fails
  await client.connect();
  try {
    const id = await newBackupId(client);
    const content = await contentOf(client);
    progress?.("Running pg_dump.");
    const name = `${id}/portal.dump`;
    const dump = { path: name, ...(await runDump(url, store, name, signal)) };
    const uploads = source.withUploads ? await copyUploads(uploadFolder(source), store) : [];
    const takenAt = `${id.slice(0, 10)}T${id.slice(11).replaceAll("-", ":")}`;
    const manifest = {
      id,
      kind: "dump" as const,
      takenAt,
      ...content,
      cluster: null,
      containsUploads: source.withUploads,
    };
    await writeManifest(store, manifest, [dump, ...(await describeUploads(store, uploads))]);
    return id;
  } finally {
    await client.end();
  }
}

async function runDump(url: string, store: BackupStore, name: string, signal?: AbortSignal) {
  const { password, address } = withoutPassword(url);
  // Other users of the machine see arguments, but not the environment.
  const env = { ...environmentWithoutSecrets(), PATH: programPath(), PGPASSWORD: password };
  const args = ["--format=custom", "--compress=1", `--dbname=${address}`];
  const child = spawn("pg_dump", args, { env, stdio: ["ignore", "pipe", "pipe"], ...(signal ? { signal } : {}) });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += String(chunk);
  });
  const counter = new HashCounter();
  // A failed dump leaves an incomplete file, which has no manifest.
  const stored = store.write(name, chain(child.stdout, counter));
  stored.catch(() => child.kill()); // otherwise it would wait for its reader
  const [code] = (await once(child, "close").catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    await stored.catch(() => {}); // the file is created meanwhile
    throw new DumpError(
      "pg_dump was not found, so the product can't back up the database of DATABASE_URL. Install PostgreSQL's client programs, or " +
        "back the database up by the means of its operator.",
    );
  })) as [number | null];
  await stored;
  if (code !== 0) throw new DumpError(`pg_dump failed: ${output.trim()}`);
  return counter.result();
}

function withoutPassword(url: string): { password: string; address: string } {
  const parsed = new URL(url);
  const password = decodeURIComponent(parsed.password);
  parsed.password = "";
  return { password, address: parsed.href };
}
