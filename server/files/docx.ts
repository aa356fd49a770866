import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

/** What a Word document of five megabytes may hold; real ones are far below. */
const limits = { entries: 2_000, unpacked: 200 * 1024 * 1024, ratio: 500, types: 512 * 1024 };

const typesPart = "[Content_Types].xml";
const mainPart = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/**
 * Whether this is a Word document: an OOXML package whose main part is a document without macros. The list of entries is
 * read, and of their contents the list of types alone, up to a limit: a bomb never goes off here, and isn't passed on to
 * those who would open it.
 */
export async function isDocx(bytes: Buffer): Promise<boolean> {
  try {
    const zip = await fromBufferPromise(bytes, { strictFileNames: true, autoClose: false });
    const entries = await entriesOf(zip);
    if (!areFit(entries) || !(await lieApart(zip, entries))) return false;
    const types = entries.find(({ fileName }) => fileName === typesPart);
    const text = types && (await contentOf(zip, types));
    return text?.includes(mainPart) === true && entries.some(({ fileName }) => fileName.startsWith("word/"));
  } catch {
    return false; // not whole, or says another size than it has
  }
}

/** @throws when it isn't whole, or is of a kind that no document needs. */
async function entriesOf(zip: ZipFile): Promise<Entry[]> {
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

function areFit(entries: readonly Entry[]): boolean {
  if (new Set(entries.map(({ fileName }) => fileName.toLowerCase())).size !== entries.length) return false;
  if (entries.some(({ compressionMethod }) => compressionMethod !== 0 && compressionMethod !== 8)) return false;
  if (entries.some(({ fileName }) => unfitName.test(fileName) || /vbaProject\.bin$/i.test(fileName))) return false;
  if (entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > limits.unpacked) return false;
  return !entries.some(
    ({ compressedSize, uncompressedSize }) =>
      uncompressedSize > 1024 * 1024 && uncompressedSize > compressedSize * limits.ratio,
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

/** Unpacked up to the limit. @throws when there is more. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).length;
    if (size > limits.types) throw new Error("the list of types is no list of types");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
