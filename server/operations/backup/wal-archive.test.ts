import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { discardExcessWal, listWal, moveWal, nextSegment, unpackWal, walFrom } from "./wal-archive";
import type { BackupStore } from "./backup-store";
import { encryptedStore } from "./open-backup-store";
import { folderPlace } from "./folder-place";

let store: BackupStore;
let folder: string;
let archive: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-wal-"));
  store = encryptedStore(folderPlace(folder), { own: [], byId: new Map(), current: null });
  archive = path.join(folder, "archive");
  await mkdir(archive);
});
afterEach(() => rm(folder, { recursive: true }));

const first = "0000000100000000000000FE";

test.each([
  ["000000010000000000000001", "000000010000000000000002"],
  ["0000000100000000000000FF", "000000010000000100000000"],
  ["00000002000000090000001F", "000000020000000900000020"],
])("the segment after %s is %s", (name, next) => {
  expect(nextSegment(name)).toBe(next);
});

test("a segment is moved without its unused rest and unpacked unchanged", async () => {
  const segment = Buffer.alloc(16 * 1024 * 1024);
  segment.writeBigUInt64LE(7n, 24);
  segment.write("changes", 100);
  await writeFile(path.join(archive, first), segment);
  await writeFile(path.join(archive, `archtemp.${first}.1.2`), "being written");
  expect(await moveWal(archive, store, "8")).toBe(1);
  expect(await readdir(archive)).toEqual([`archtemp.${first}.1.2`]);
  const [stored] = await listWal(store, "7");
  expect(stored?.size).toBeLessThan(1_000);
  const target = path.join(folder, "unpacked");
  await unpackWal(store, stored as NonNullable<typeof stored>, target);
  expect((await readFile(target)).equals(segment)).toBe(true);
  expect((await stat(target)).blocks * 512).toBeLessThan(100_000);
});

test("the archive of a backup ends before the first missing segment", async () => {
  const names = [first, "0000000100000000000000FF", "000000010000000100000001", "00000002.history"];
  for (const name of names) await writeFile(path.join(archive, name), name);
  await moveWal(archive, store, "7");
  const found = walFrom(await listWal(store, "7"), first).map(({ segment }) => segment);
  expect(found).toEqual([first, "0000000100000000000000FF"]);
});

test("segments that wait for the backup folder are deleted when they exceed the limit", async () => {
  for (const name of [first, nextSegment(first)]) await writeFile(path.join(archive, name), "");
  expect(await discardExcessWal(archive, 2 * 16 * 1024 * 1024)).toBe(false);
  expect(await discardExcessWal(archive, 16 * 1024 * 1024)).toBe(true);
  expect(await readdir(archive)).toEqual([]);
});
