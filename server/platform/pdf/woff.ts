import { inflateSync } from "node:zlib";

const header = { woff: 44, sfnt: 12 } as const;
const entry = { woff: 20, sfnt: 16 } as const;

/**
 * A font as it was before it was packed as WOFF 1.0 (w3.org/TR/WOFF): the same tables, byte by byte. Its head is for nobody
 * but readers of tables: what helps to search in it is left out.
 */
export function unpackedWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(header.sfnt + count * entry.sfnt);
  woff.copy(head, 0, 4, 8); // what kind of font
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let end = head.length;
  for (let n = 0; n < count; n++) {
    const at = header.woff + n * entry.woff;
    const [offset, packed, length] = [4, 8, 12].map((from) => woff.readUInt32BE(at + from)) as [number, number, number];
    const bytes = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    const to = header.sfnt + n * entry.sfnt;
    woff.copy(head, to, at, at + 4); // its name
    woff.copy(head, to + 4, at + 16, at + 20); // its checksum
    head.writeUInt32BE(end, to + 8);
    head.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    end += length + padding.length;
  }
  return Buffer.concat(parts);
}
