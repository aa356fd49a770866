import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { acquireLock } from "../../platform/embedded-postgres/lock";
import { listBackups } from "./backup-catalogue";
import { type BackupFile, readFileList, readManifest, writeManifest, writeVerification } from "./backup-manifest";
import type { BackupStore } from "./backup-store";
import { encryptedStore } from "./open-backup-store";
import { folderPlace } from "./folder-place";

const noKeys = { own: [], byId: new Map(), current: null };
let store: BackupStore;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-backups-"));
  store = encryptedStore(folderPlace(folder), noKeys);
});
afterEach(() => rm(folder, { recursive: true }));

const [older, newer] = ["2026-11-25T02-00-00Z", "2026-11-26T02-00-00Z"] as const;

async function addBackup(id: string, files: BackupFile[] = []): Promise<void> {
  const manifest = {
    id,
    kind: "dump" as const,
    takenAt: "2026-11-26T02:00:10.000Z",
    lastChange: null,
    tenants: [{ id: 1, name: "Acme" }],
    cluster: null,
    containsUploads: true,
  };
  await writeManifest(store, manifest, files);
}

const statesOf = async () => (await listBackups(store)).map(({ id, state }) => [id, state]);

test("lists no backups of a folder that does not exist", async () => {
  expect(await listBackups(encryptedStore(folderPlace(path.join(folder, "none")), noKeys))).toEqual([]);
});

test("lists backups newest first with the result of their verification", async () => {
  await addBackup(older);
  await addBackup(newer, [{ path: `${newer}/portal.dump`, size: 10, sha256: "" }]);
  await writeFile(path.join(folder, "notes.txt"), "");
  expect(await statesOf()).toEqual([
    [newer, "unverified"],
    [older, "unverified"],
  ]);
  await writeVerification(store, older, { at: "2026-11-26T02:05:00.000Z", problem: null, file: null });
  await writeVerification(store, newer, { at: "2026-11-26T02:05:00.000Z", problem: "Broken.", file: "a" });
  expect(await listBackups(store)).toMatchObject([
    { id: newer, state: "failed", problem: "Broken.", file: "a", size: 10, tenants: [{ id: 1, name: "Acme" }] },
    { id: older, state: "verified", problem: null, verified_at: "2026-11-26T02:05:00.000Z" },
  ]);
});

test("an unfinished backup is running while its process lives and failed afterwards", async () => {
  await mkdir(path.join(folder, newer));
  const lock = acquireLock(store.lockFile);
  expect(await statesOf()).toEqual([[newer, "running"]]);
  if ("release" in lock) lock.release();
  expect(await statesOf()).toEqual([[newer, "failed"]]);
});

test.each(["manifest.json", "manifest.sha256", "files.jsonl"])(
  "a changed byte in %s is found and named",
  async (name) => {
    await addBackup(newer, [{ path: "a", size: 1, sha256: "" }]);
    const file = path.join(folder, newer, name);
    const bytes = await readFile(file);
    bytes[10] = (bytes[10] as number) ^ 1;
    await writeFile(file, bytes);
    const read = readManifest(store, newer).then((manifest) => readFileList(store, manifest));
    await expect(read).rejects.toMatchObject({ file: `${newer}/${name === "files.jsonl" ? name : "manifest.json"}` });
  },
);
