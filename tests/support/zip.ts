import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  name: string;
  content?: Buffer | string;
  method?: number;
  /** Wrong values for the archive's directory, in bytes. */
  claims?: { unpacked?: number; packed?: number; offset?: number };
  flags?: number;
  packed?: Buffer;
}

interface ZipLies {
  count?: number;
  comment?: Buffer;
  prefix?: Buffer;
  disk?: number;
}

export function zip(entries: readonly ZipEntry[], lies: ZipLies = {}): Buffer {
  const parts: Buffer[] = lies.prefix ? [lies.prefix] : [];
  const directory: Buffer[] = [];
  let at = lies.prefix?.length ?? 0;
  for (const { name, content = "", method = 8, claims = {}, flags = 0, packed } of entries) {
    const plain = Buffer.from(content);
    const body = packed ?? (method === 8 ? deflateRawSync(plain) : plain);
    const label = Buffer.from(name, "utf8");
    const facts = Buffer.alloc(16);
    facts.writeUInt32LE(crc32(plain) >>> 0, 4);
    facts.writeUInt32LE(claims.packed ?? body.length, 8);
    facts.writeUInt32LE(claims.unpacked ?? plain.length, 12);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    facts.copy(local, 14, 4);
    local.writeUInt16LE(label.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    facts.copy(central, 16, 4);
    central.writeUInt16LE(label.length, 28);
    central.writeUInt32LE(claims.offset ?? at, 42);
    directory.push(central, label);
    parts.push(local, label, body);
    at += 30 + label.length + body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(lies.disk ?? 0, 4);
  end.writeUInt16LE(lies.count ?? entries.length, 8);
  end.writeUInt16LE(lies.count ?? entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(lies.comment?.length ?? 0, 20);
  return Buffer.concat([...parts, list, end, lies.comment ?? Buffer.alloc(0)]);
}
