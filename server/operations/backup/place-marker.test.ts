import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { folderPlace } from "./folder-place";
import { forgetPlace, MissingPlaceError, preparePlace, requireSamePlace } from "./place-marker";

let folder: string;
let dataDir: string;
/** Mount point of the backup disk. */
let disk: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-place-"));
  [dataDir, disk] = [path.join(folder, "data"), path.join(folder, "nas")];
});
afterEach(() => rm(folder, { recursive: true }));

test("the folder is created for the first backup only", async () => {
  const place = folderPlace(path.join(disk, "portal"));
  await preparePlace(place, dataDir);
  await requireSamePlace(place, dataDir);
  await rename(disk, `${disk}-unmounted`);
  for (const check of [preparePlace, requireSamePlace])
    await expect(check(place, dataDir)).rejects.toThrow(MissingPlaceError);
  expect(existsSync(disk)).toBe(false);
  await rename(`${disk}-unmounted`, disk);
  await preparePlace(place, dataDir);
});

test("an empty mount point and another disk aren't the place of the backups", async () => {
  const place = folderPlace(disk);
  await preparePlace(place, dataDir);
  await rename(disk, `${disk}-unmounted`);
  await mkdir(disk);
  await expect(preparePlace(place, dataDir)).rejects.toThrow("Mount its disk");
  await preparePlace(place, path.join(folder, "another-installation"));
  await expect(requireSamePlace(place, dataDir)).rejects.toThrow(MissingPlaceError);
});

test("another address begins anew, and existing backups are adopted", async () => {
  const place = folderPlace(disk);
  await preparePlace(place, dataDir);
  await preparePlace(folderPlace(`${disk}-2`), dataDir);
  await preparePlace(place, dataDir);
  await rm(disk, { recursive: true });
  await expect(preparePlace(place, dataDir)).rejects.toThrow(MissingPlaceError);
  forgetPlace(dataDir);
  await preparePlace(place, dataDir);
  const newMachine = path.join(folder, "new-machine");
  await preparePlace(place, newMachine);
  await requireSamePlace(place, dataDir);
});

test("two processes that prepare the place at once note the same one", async () => {
  const place = folderPlace(disk);
  await Promise.all([preparePlace(place, dataDir), preparePlace(place, dataDir)]);
  await requireSamePlace(place, dataDir);
});
