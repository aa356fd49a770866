import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { projectExportFileName } from "../../../shared/work/project-export/project-export.schema";
import { deferRejection } from "../../platform/defer-rejection";
import type { FileStore } from "../../platform/files/file-store";
import type { ReadExport } from "./project-export.read";
import { markdownOfTask, markdownPathOf } from "./task-markdown";

/** Names what the export leaves out. */
const omissionsFileName = "export.json";

/**
 * The ZIP as a stream. Entries are read one at a time and only as fast as the client receives them. Files deleted meanwhile are left out. An
 * error ends the stream, so that the client doesn't get an incomplete archive.
 */
export function streamZip(source: ReadExport, files: FileStore): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  writeEntries(zip, source, files).catch((error: Error) => output.destroy(error));
  return output;
}

async function writeEntries(
  zip: ZipFile,
  { content, omitted, storageKeys }: ReadExport,
  files: FileStore,
): Promise<void> {
  // Rejects when the client has left, because then nothing reads the current entry.
  const outputEnded = deferRejection(finished(zip.outputStream));
  const add = async (path: string, stream: Readable, compress = true) => {
    const entryEnded = finished(stream, { writable: false });
    zip.addReadStream(stream, path, { compress });
    try {
      await Promise.race([entryEnded, outputEnded.then(() => entryEnded)]);
    } finally {
      // When the client has left, nothing reads the rest, and the open file or connection would remain.
      stream.destroy();
    }
  };
  await add(projectExportFileName, Readable.from(jsonOf(content)));
  await add(omissionsFileName, Readable.from([`${JSON.stringify({ omitted }, null, 2)}\n`]));
  const names = new Map(content.people.map(({ id, name }) => [id, name]));
  for (const task of content.tasks)
    await add(markdownPathOf(task), Readable.from(markdownOfTask(task, content.project, names)));
  for (const [path, key] of storageKeys) {
    const stream = await files.get(key);
    if (stream) await add(path, stream as Readable, false);
  }
  zip.end();
}

/** One task at a time, because the JSON of a large project in one piece would block other calls. */
function* jsonOf({ tasks, ...content }: ReadExport["content"]): Generator<string> {
  yield `${JSON.stringify(content, null, 2).replace(/\n\}$/, "")},\n  "tasks": [`;
  for (const [at, task] of tasks.entries()) yield `${at === 0 ? "" : ","}\n    ${JSON.stringify(task)}`;
  yield "\n  ]\n}\n";
}
