import fc from "fast-check";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { type BackupKey, newBackupKey, parseBackupKey } from "./backup-keys";
import { chain } from "./backup-store";
import { BackupKeyError, Decryption, encryption } from "./encryption";

const [key, other] = [newBackupKey(), newBackupKey()];

/** Streams bytes in chunks of the given size, as files and networks do. */
const chunked = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
  );

const encrypt = (bytes: Buffer, size = 7, name = "a") => buffer(chain(chunked(bytes, size), encryption(key, name)));

function decrypt(bytes: Buffer, options: { keys?: BackupKey[]; name?: string; encryptedOnly?: boolean } = {}) {
  const { keys = [key], name = "a", encryptedOnly = false } = options;
  const backupKeys = { own: keys, byId: new Map(keys.map((each) => [each.id, each])), current: null };
  return buffer(chain(chunked(bytes, 11), new Decryption({ keys: backupKeys, name, encryptedOnly })));
}

const content = Buffer.from("changes of the database");

test("a file is decrypted to what it was, in chunks of any size", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 100 }), async (bytes, size) => {
      expect(await decrypt(await encrypt(Buffer.from(bytes), size))).toEqual(Buffer.from(bytes));
    }),
    { numRuns: 50 },
  );
});

test("an encrypted file doesn't contain its content, and differs each time", async () => {
  const [first, second] = [await encrypt(content), await encrypt(content)];
  expect(first.includes("changes")).toBe(false);
  expect(first.equals(second)).toBe(false);
});

test("every flipped bit and every truncation is an error", async () => {
  const encrypted = await encrypt(content);
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await expect(decrypt(changed, { encryptedOnly: true })).rejects.toThrow();
    await expect(decrypt(encrypted.subarray(0, at), { encryptedOnly: true })).rejects.toThrow();
  }
});

test("a file in place of another is an error", async () => {
  await expect(decrypt(await encrypt(content), { name: "b" })).rejects.toThrow("authenticate");
});

test("another key and no key are errors that name the key", async () => {
  const encrypted = await encrypt(content);
  await expect(decrypt(encrypted, { keys: [other] })).rejects.toThrow(new BackupKeyError(key.id));
  await expect(decrypt(encrypted, { keys: [] })).rejects.toThrow(key.id);
});

test("a file that isn't encrypted is passed on, or refused in an encrypted backup", async () => {
  for (const plain of [content, Buffer.alloc(0), Buffer.alloc(1_000)]) {
    expect(await decrypt(plain)).toEqual(plain);
    await expect(decrypt(plain, { encryptedOnly: true })).rejects.toThrow("not encrypted");
  }
});

test("a key is read as it is typed", () => {
  expect(key.text).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/);
  const typed = key.text.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
  expect(parseBackupKey(typed)).toEqual(key);
  expect(parseBackupKey(`${"0000-".repeat(7)}0001`)?.bytes.at(-1)).toBe(1);
  for (const text of ["", key.text.slice(1), `${key.text}0`, key.text.replace(/.$/, "U")])
    expect(parseBackupKey(text)).toBeNull();
});
