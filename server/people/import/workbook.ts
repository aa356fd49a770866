import { readSheet } from "read-excel-file/node";
import { ZipFile } from "yazl";
import { contentOf, openArchive } from "../../platform/files/archive";

/** A list of ten thousand people unpacks to a tenth of this. */
const limits = { entries: 2_000, unpacked: 64 * 1024 * 1024 };

/**
 * The first sheet of a workbook. What the library gets isn't the file that was sent, but a new one of what we have
 * unpacked ourselves, up to a limit: it would unpack without any, and may find other entries than the list says.
 * @throws where it is no workbook, or one that no program would write.
 */
export async function sheetOf(bytes: Buffer): Promise<unknown[][]> {
  const { zip, entries } = await openArchive(bytes, limits);
  const plain = new ZipFile();
  for (const entry of entries) {
    if (!/\.(xml|rels)$/.test(entry.fileName)) continue;
    plain.addBuffer(await contentOf(zip, entry, entry.uncompressedSize), entry.fileName, { compress: false });
  }
  plain.end();
  return readSheet(plain.outputStream as NodeJS.ReadableStream as never);
}
