/** Encodes text as Excel saves it: UTF-8, UTF-16LE or a code page of one or two bytes, which Node.js can only decode. */
export function encodeText(text: string, encoding: string): Buffer {
  if (encoding === "utf-8") return Buffer.from(text);
  if (encoding === "utf-16le") return Buffer.from(text, "utf16le");
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, number[]>();
  for (let lead = 255; lead >= 0; lead--) {
    if (encoding === "euc-kr" && lead > 0x80)
      for (let trail = 0x41; trail < 255; trail++)
        bytesOf.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
    bytesOf.set(decoder.decode(Uint8Array.of(lead)), [lead]);
  }
  return Buffer.from(
    Array.from(text).flatMap((letter) => {
      const bytes = bytesOf.get(letter);
      if (!bytes) throw new Error(`${letter} isn't in ${encoding}.`);
      return bytes;
    }),
  );
}
