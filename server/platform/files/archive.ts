import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

export interface ArchiveLimits {
  entries: number;
  /** Limit in bytes of all entries together, uncompressed. */
  unpacked: number;
}

/** Highest accepted compression ratio of large entries. */
const maxPackedBytes = 500;

export interface Archive {
  zip: ZipFile;
  entries: Entry[];
}

/**
 * Opens a zip package (OOXML) and validates its list of entries without reading their contents.
 * @throws when the package is incomplete or uses zip features that no document needs.
 */
export async function openArchive(bytes: Buffer, limits: ArchiveLimits): Promise<Archive> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true, autoClose: false });
  const entries = await entriesOf(zip, limits);
  if (!areEntriesValid(entries, limits) || !(await areEntriesDisjoint(zip, entries)))
    throw new Error("unsupported or overlapping entries");
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

/** Control characters make a name differ from how it is displayed. The library rejects paths outside of the folder. */
const invalidName = /\p{Cc}/u;

function areEntriesValid(entries: readonly Entry[], limits: ArchiveLimits): boolean {
  if (new Set(entries.map(({ fileName }) => fileName.toLowerCase())).size !== entries.length) return false;
  if (entries.some(({ compressionMethod }) => compressionMethod !== 0 && compressionMethod !== 8)) return false;
  if (entries.some(({ fileName }) => invalidName.test(fileName))) return false;
  if (entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > limits.unpacked) return false;
  return !entries.some(
    ({ compressedSize, uncompressedSize }) =>
      uncompressedSize > 1024 * 1024 && uncompressedSize > compressedSize * maxPackedBytes,
  );
}

/** Overlapping entries are a zip bomb technique; bytes before the first entry would belong to another file. */
async function areEntriesDisjoint(zip: ZipFile, entries: readonly Entry[]): Promise<boolean> {
  let free = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const { relativeOffsetOfLocalHeader: offset, compressedSize } = entry;
    if (offset < free || (free === 0 && offset !== 0)) return false;
    free = (await zip.readLocalFileHeaderPromise(entry, { minimal: true })).fileDataStart + compressedSize;
  }
  return free <= zip.fileSize;
}

/**
 * Decompresses an entry up to a limit.
 * @throws when the content is larger than the limit, or its size differs from the header.
 */
export async function decompressEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).length;
    if (size > most) throw new Error("more than it says");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
