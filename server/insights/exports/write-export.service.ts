import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { setPrivateReader } from "../../people/people/private-reader";
import type { Tx } from "../../platform/database/unit-of-work";
import type { FileStore } from "../../platform/files/file-store";
import {
  filesAfterId,
  newestFile,
  organizationParts,
  type ExportPart,
  personParts,
  streamTableRows,
  type StoredFile,
} from "./export-plan.service";
import type { ClaimedExport } from "./exports.service";
import { deferRejection } from "../../platform/defer-rejection";

type Run = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

interface Sources {
  snapshot: Run;
  files: FileStore;
  /** Called after each part; an error aborts the export. */
  advanced(done: number, total: number): Promise<void>;
}

/**
 * Writes the ZIP to a path, streaming one entry at a time so that memory is bounded. Rows come from one snapshot; files are read
 * afterwards, and files deleted meanwhile are left out.
 */
export async function writeExport(
  path: string,
  { kind, user_id, external }: ClaimedExport,
  sources: Sources,
): Promise<void> {
  const zip = new ZipFile();
  // If another error ends the work first, that error is thrown, and the rejection of this promise counts as handled.
  const outputWritten = deferRejection(pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 })));
  const add = async (name: string, stream: Readable) => {
    const ended = finished(stream, { writable: false });
    zip.addReadStream(stream, name);
    try {
      await Promise.race([ended, outputWritten.then(() => ended)]);
    } finally {
      // After a failed write nothing reads the rest, and the open file or connection would remain.
      stream.destroy();
    }
  };
  const { total, last } = await sources.snapshot(async (tx) => {
    await setPrivateReader(tx, user_id);
    const parts = kind === "person" ? await personParts(tx) : await organizationParts(tx);
    const steps = parts.length + 1;
    for (const [at, part] of parts.entries()) {
      await add(`${part.name}.json`, Readable.from(jsonOf(tx, part, { id: user_id, external })));
      await sources.advanced(at + 1, steps);
    }
    return { total: steps, last: await newestFile(tx) };
  });
  const person = kind === "person" ? user_id : null;
  for (let after = 0; ; ) {
    const some = await sources.snapshot(async (tx) => {
      await setPrivateReader(tx, user_id);
      return filesAfterId(tx, after, last, person);
    });
    for (const file of some) await addFile(file, sources.files, add);
    const end = some.at(-1);
    if (!end) break;
    after = end.id;
    await sources.advanced(total - 1, total);
  }
  zip.end();
  await outputWritten;
}

async function addFile(
  { id, name, storage_key }: StoredFile,
  store: FileStore,
  add: (name: string, stream: Readable) => Promise<void>,
): Promise<void> {
  const stream = await store.get(storage_key);
  if (stream) await add(`files/${id}/${name.replace(/[\\/<>:"|?*]/g, "_").replace(/^\.+/, "_")}`, stream as Readable);
}

/** A single table yields an array of rows; several yield an object by table name. */
async function* jsonOf(
  tx: Tx,
  { name, tables }: ExportPart,
  user: { id: number; external: boolean },
): AsyncGenerator<string> {
  const several = !name.startsWith("data/");
  if (several) yield "{";
  for (const [at, table] of tables.entries()) {
    if (several) yield `${at === 0 ? "" : ","}\n${JSON.stringify(table.table)}: `;
    let first = true;
    yield "[";
    for await (const row of streamTableRows(tx, table, user)) {
      yield `${first ? "" : ","}\n${row}`;
      first = false;
    }
    yield "\n]";
  }
  yield several ? "\n}\n" : "\n";
}
