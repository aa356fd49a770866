import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { readPrivateAs } from "../people/private-reader.service";
import type { Tx } from "../platform/database/unit-of-work";
import type { FileStore } from "../platform/files/file-store";
import {
  filesAfter,
  newestFile,
  organisationParts,
  type Part,
  personParts,
  rowsOf,
  type StoredFile,
} from "./export-plan.service";
import type { Claimed } from "./exports.service";
import { awaitedLater } from "../platform/awaited-later";

type Run = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

interface Sources {
  /** One moment of everything. */
  snapshot: Run;
  files: FileStore;
  /** Called after each part; what it throws ends the work. */
  advanced(done: number, total: number): Promise<void>;
}

/**
 * Writes the ZIP to a path, one stream after the other: neither a table nor a file is ever whole in memory. Rows are of one
 * moment; files are read afterwards, and one that has gone meanwhile is left out.
 */
export async function writeExport(path: string, { kind, user_id }: Claimed, sources: Sources): Promise<void> {
  const zip = new ZipFile();
  // What ends the work before it is what is thrown.
  const written = awaitedLater(pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 })));
  const add = async (name: string, stream: Readable) => {
    const ended = finished(stream, { writable: false });
    zip.addReadStream(stream, name);
    await Promise.race([ended, written.then(() => ended)]);
  };
  const { total, last } = await sources.snapshot(async (tx) => {
    await readPrivateAs(tx, user_id);
    const parts = kind === "person" ? await personParts(tx) : await organisationParts(tx);
    const steps = parts.length + 1;
    for (const [at, part] of parts.entries()) {
      await add(`${part.name}.json`, Readable.from(jsonOf(tx, part, user_id)));
      await sources.advanced(at + 1, steps);
    }
    return { total: steps, last: await newestFile(tx) };
  });
  const person = kind === "person" ? user_id : null;
  for (let after = 0; ; ) {
    const some = await sources.snapshot(async (tx) => {
      await readPrivateAs(tx, user_id);
      return filesAfter(tx, after, last, person);
    });
    for (const file of some) await addFile(file, sources.files, add);
    const end = some.at(-1);
    if (!end) break;
    after = end.id;
    await sources.advanced(total - 1, total); // the lease goes on
  }
  zip.end();
  await written;
}

async function addFile(
  { id, name, storage_key }: StoredFile,
  store: FileStore,
  add: (name: string, stream: Readable) => Promise<void>,
): Promise<void> {
  const stream = await store.get(storage_key);
  if (stream) await add(`files/${id}/${name.replace(/[\\/]/g, "_").replace(/^\.+/, "_")}`, stream as Readable);
}

/** One table: its rows. Several: the rows of each by its name. */
async function* jsonOf(tx: Tx, { name, tables }: Part, personId: number): AsyncGenerator<string> {
  const several = !name.startsWith("data/");
  if (several) yield "{";
  for (const [at, table] of tables.entries()) {
    if (several) yield `${at === 0 ? "" : ","}\n${JSON.stringify(table.table)}: `;
    let first = true;
    yield "[";
    for await (const row of rowsOf(tx, table, personId)) {
      yield `${first ? "" : ","}\n${row}`;
      first = false;
    }
    yield "\n]";
  }
  yield several ? "\n}\n" : "\n";
}
