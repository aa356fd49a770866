import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeManifest, writeVerification } from "./backup-manifest";
import { listBackups } from "./backup-catalogue";
import { isArchiveBroken, isBackupDue } from "./backup.service";
import { deleteOldBackups } from "./retention";
import { listWal, moveWal, nextSegment } from "./wal-archive";
import type { BackupStore } from "./backup-store";
import { encryptedStore } from "./open-backup-store";
import { folderPlace } from "./folder-place";

let store: BackupStore;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-retention-"));
  store = encryptedStore(folderPlace(folder), { own: [], byId: new Map(), current: null });
});
afterEach(() => rm(folder, { recursive: true }));

const segments = ["000000010000000000000003"];
for (let count = 0; count < 5; count += 1) segments.push(nextSegment(segments.at(-1) as string));
const idOf = (day: number) => `2026-11-${String(day).padStart(2, "0")}T02-00-00Z`;

async function addBackup(
  day: number,
  firstSegment: string,
  upload: string,
  problem: string | null = null,
): Promise<void> {
  const id = idOf(day);
  const manifest = {
    id,
    kind: "cluster" as const,
    takenAt: `${id.slice(0, 10)}T02:01:00.000Z`,
    lastChange: null,
    tenants: [],
    cluster: { systemId: "7", firstSegment, lastSegment: firstSegment, folders: [] },
    containsUploads: true,
  };
  await writeManifest(store, manifest, [{ path: `uploads/${upload}`, size: 1, sha256: "" }]);
  await writeVerification(store, id, { at: manifest.takenAt, problem, file: null });
}

async function addUpload(name: string, day: number): Promise<void> {
  const file = path.join(folder, "uploads", name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "");
  await utimes(file, new Date(`2026-11-${day}T12:00:00Z`), new Date(`2026-11-${day}T12:00:00Z`));
}

async function archive(names: readonly string[], systemId = "7"): Promise<void> {
  const staged = path.join(folder, "staged");
  await mkdir(staged);
  for (const name of names) await writeFile(path.join(staged, name), "changes");
  await moveWal(staged, store, systemId);
  await rm(staged, { recursive: true });
}

const idsLeft = async () => (await readdir(folder)).filter((name) => name.startsWith("2026"));
const segmentsLeft = async () => (await listWal(store, "7")).map(({ segment }) => segment);

test("old backups are deleted with the changes and uploads that no other needs", async () => {
  await addBackup(10, segments[0] as string, "1/aa/old");
  await addBackup(18, segments[2] as string, "1/aa/kept");
  await addBackup(20, segments[4] as string, "1/aa/new");
  await mkdir(path.join(folder, idOf(19)));
  await archive(segments);
  await archive(segments.slice(0, 1), "6");
  for (const name of ["old", "kept", "new"]) await addUpload(`1/aa/${name}`, 17);
  await addUpload("1/aa/deleted", 19);

  await deleteOldBackups(store, 7);
  expect(await idsLeft()).toEqual([idOf(18), idOf(20)]);
  expect(await segmentsLeft()).toEqual(segments.slice(2));
  expect(await readdir(path.join(folder, "wal"))).toEqual(["7"]);
  // A copy made after the oldest backup may be needed to restore a minute between two backups.
  expect((await readdir(path.join(folder, "uploads/1/aa"))).sort()).toEqual(["deleted", "kept", "new"]);
});

test("the newest verified backup is kept however old it is", async () => {
  await addBackup(1, segments[0] as string, "1/aa/a");
  await addBackup(2, segments[1] as string, "1/aa/a", "Broken.");
  await addBackup(20, segments[2] as string, "1/aa/a", "Broken.");
  await deleteOldBackups(store, 7);
  expect(await idsLeft()).toEqual([idOf(1), idOf(20)]);
});

test("a backup from the future deletes nothing and doesn't count as the newest", async () => {
  await addBackup(10, segments[0] as string, "1/aa/a");
  await addBackup(20, segments[2] as string, "1/aa/a");
  await addBackup(28, segments[4] as string, "1/aa/a");
  await archive(segments);
  const now = new Date("2026-11-20T03:00:00Z");
  await deleteOldBackups(store, 7, now);
  expect(await idsLeft()).toEqual([idOf(20), idOf(28)]);
  expect(await segmentsLeft()).toEqual(segments);
  const backups = await listBackups(store, now);
  expect(backups).toMatchObject([
    { id: idOf(28), state: "failed", taken_at: null, problem: expect.stringContaining("in the future") },
    { id: idOf(20), state: "verified" },
  ]);
  expect(isBackupDue(now, backups, null)).toBe(false);
  expect(isBackupDue(new Date("2026-11-21T03:00:00Z"), backups, null)).toBe(true);
});

test("a missing segment and a new timeline make a new backup due", async () => {
  await addBackup(20, segments[0] as string, "1/aa/a");
  await archive(segments.slice(0, 2));
  expect(await isArchiveBroken(store, idOf(20), segments[2] as string)).toBe(false);
  expect(await isArchiveBroken(store, idOf(20), "000000020000000000000005")).toBe(true);
  await archive(segments.slice(3, 4));
  expect(await isArchiveBroken(store, idOf(20), segments[4] as string)).toBe(true);
});
