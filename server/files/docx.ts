import { inflateRawSync } from "node:zlib";

/** What a Word document of five megabytes may hold; real ones are far below. */
const limits = { entries: 2_000, unpacked: 200 * 1024 * 1024, ratio: 500, types: 512 * 1024 };

const signature = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 };
const mainPart = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

interface Entry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  offset: number;
}

/**
 * Whether this is a Word document: an OOXML package whose main part is a document without macros. The list of entries is
 * read, and of their contents the list of types alone, up to a limit: a bomb never goes off here, and isn't passed on to
 * those who would open it.
 */
export function isDocx(bytes: Buffer): boolean {
  const entries = entriesOf(bytes);
  if (!entries || !areFit(bytes, entries)) return false;
  const types = entries.find((entry) => entry.name === "[Content_Types].xml");
  const text = types && unpack(bytes, types);
  return text?.includes(mainPart) === true && entries.some((entry) => entry.name.startsWith("word/"));
}

/** The central directory. Null when it isn't whole, says another size than it has, or is of a kind no document needs. */
function entriesOf(bytes: Buffer): Entry[] | null {
  const end = endRecord(bytes);
  if (end === null) return null;
  const count = bytes.readUInt16LE(end + 10);
  const size = bytes.readUInt32LE(end + 12);
  let at = bytes.readUInt32LE(end + 16);
  const severalDisks = bytes.readUInt16LE(end + 4) !== 0 || bytes.readUInt16LE(end + 6) !== 0;
  if (severalDisks || bytes.readUInt16LE(end + 8) !== count) return null;
  if (count === 0 || count > limits.entries || at + size !== end) return null;
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== signature.central) return null;
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    if (at + 46 + name + extra + comment > end) return null;
    const encrypted = (bytes.readUInt16LE(at + 8) & 0x2041) !== 0;
    if (encrypted) return null;
    entries.push({
      name: bytes.toString("utf8", at + 46, at + 46 + name),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return at === end ? entries : null;
}

/** The record that ends a zip, at its very end: what is hidden behind it would be another file. */
function endRecord(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= first; at--) {
    if (bytes.readUInt32LE(at) === signature.end && at + 22 + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  }
  return null;
}

/** Leads out of the folder it is unpacked into, or says another name than it shows. */
const unfitName = /^[/\\]|^[A-Za-z]:|(^|[/\\])\.\.([/\\]|$)|\\|\p{Cc}/u;

function areFit(bytes: Buffer, entries: readonly Entry[]): boolean {
  if (new Set(entries.map((entry) => entry.name.toLowerCase())).size !== entries.length) return false;
  if (entries.some(({ name, method }) => unfitName.test(name) || (method !== 0 && method !== 8))) return false;
  if (entries.some(({ name }) => /vbaProject\.bin$/i.test(name))) return false;
  if (entries.reduce((sum, entry) => sum + entry.unpacked, 0) > limits.unpacked) return false;
  if (entries.some((entry) => entry.unpacked > 1024 * 1024 && entry.unpacked > entry.packed * limits.ratio))
    return false;
  return lieApart(bytes, entries);
}

/** Entries that share their bytes are how small bombs are built. */
function lieApart(bytes: Buffer, entries: readonly Entry[]): boolean {
  let free = 0;
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    const start = contentOf(bytes, entry);
    if (start === null || entry.offset < free || start + entry.packed > bytes.length) return false;
    free = start + entry.packed;
  }
  return entries.some((entry) => entry.offset === 0); // nothing stands before the first one
}

/** Where the content of an entry begins. */
function contentOf(bytes: Buffer, { offset }: Entry): number | null {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== signature.local) return null;
  return offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
}

function unpack(bytes: Buffer, entry: Entry): string | null {
  const start = contentOf(bytes, entry) as number;
  const packed = bytes.subarray(start, start + entry.packed);
  if (entry.method === 0) return packed.length <= limits.types ? packed.toString("utf8") : null;
  try {
    return inflateRawSync(packed, { maxOutputLength: limits.types }).toString("utf8");
  } catch {
    return null;
  }
}
