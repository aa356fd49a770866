import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

export interface ArchiveLimits {
  entries: number;
  /** Of all entries together, in bytes. */
  unpacked: number;
}

/** What large entries may be packed to, at most. */
const mostPacked = 500;

export interface Archive {
  zip: ZipFile;
  entries: Entry[];
}

/**
 * Opens a package (OOXML is a zip) that says nothing strange: the list of entries is read, of their contents nothing.
 * @throws when it isn't whole, or is of a kind that no document needs.
 */
export async function openArchive(bytes: Buffer, limits: ArchiveLimits): Promise<Archive> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true, autoClose: false });
  const entries = await entriesOf(zip, limits);
  if (!areFit(entries, limits) || !(await lieApart(zip, entries))) throw new Error("no document is packed like this");
  return { zip, entries };
}

async function entriesOf(zip: ZipFile, limits: ArchiveLimits): Promise<Entry[]> {
  if (zip.entryCount === 0 || zip.entryCount > limits.entries) throw new Error("too many entries, or none");
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new Error("encrypted");
    entries.push(entry);
  }
  return entries;
}

/** Says another name than it shows. What leads out of its folder, the library refuses. */
const unfitName = /\p{Cc}/u;

function areFit(entries: readonly Entry[], limits: ArchiveLimits): boolean {
  if (new Set(entries.map(({ fileName }) => fileName.toLowerCase())).size !== entries.length) return false;
  if (entries.some(({ compressionMethod }) => compressionMethod !== 0 && compressionMethod !== 8)) return false;
  if (entries.some(({ fileName }) => unfitName.test(fileName))) return false;
  if (entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > limits.unpacked) return false;
  return !entries.some(
    ({ compressedSize, uncompressedSize }) =>
      uncompressedSize > 1024 * 1024 && uncompressedSize > compressedSize * mostPacked,
  );
}

/** Entries that share their bytes are how small bombs are built; and what stands before the first would be another file. */
async function lieApart(zip: ZipFile, entries: readonly Entry[]): Promise<boolean> {
  let free = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const { relativeOffsetOfLocalHeader: offset, compressedSize } = entry;
    if (offset < free || (free === 0 && offset !== 0)) return false;
    free = (await zip.readLocalFileHeaderPromise(entry, { minimal: true })).fileDataStart + compressedSize;
  }
  return free <= zip.fileSize;
}

/** Unpacked up to a limit. @throws when there is more, or another length than the list says. */
export async function contentOf(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).length;
    if (size > most) throw new Error("more than it says");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
