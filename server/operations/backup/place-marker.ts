import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { acquireLockWithin } from "../../platform/embedded-postgres/lock";
import { type BackupPlace, readBytes, writeBytes } from "./backup-store";

/**
 * The first backup writes a marker into the place and notes it in the data folder. If the marker is missing later, the disk isn't mounted or
 * another one is, and writing would fill the wrong disk without anybody noticing.
 */
const markerName = "place.json";
interface Marker {
  id: string;
}
interface NotedPlace extends Marker {
  address: string;
}

/** Thrown when BACKUP_DIR isn't the place that contains the earlier backups. */
export class MissingPlaceError extends Error {}

const noteFile = (dataDir: string): string => path.join(dataDir, "backup-place.json");

/**
 * Creates the place for the first backup.
 * @throws MissingPlaceError when the place already had backups of this installation, and isn't the same now.
 */
export async function preparePlace(place: BackupPlace, dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  // The running product and `npm run backup` may both be the first.
  const lock = await acquireLockWithin(path.join(dataDir, "backup-place.lock"), 10_000);
  if ("heldBy" in lock) throw new Error(`Another process is preparing ${place.address} (process ${lock.heldBy}).`);
  try {
    if (readNote(dataDir)?.address === place.address) return await requireSamePlace(place, dataDir);
    await place.prepare();
    let marker = await readMarker(place);
    if (!marker) {
      marker = { id: randomUUID() };
      await writeBytes(place, markerName, JSON.stringify(marker));
    }
    writeNote(dataDir, { address: place.address, id: marker.id });
  } finally {
    lock.release();
  }
}

/** @throws MissingPlaceError when the place isn't the one of the first backup; an error when it can't be reached. */
export async function requireSamePlace(place: BackupPlace, dataDir: string): Promise<void> {
  const note = readNote(dataDir);
  if (note?.address !== place.address) return place.assertAvailable();
  const marker = await readMarker(place);
  if (marker?.id === note.id) return;
  throw new MissingPlaceError(
    `${place.address} doesn't contain the backups that were made there. Mount its disk, or correct BACKUP_DIR. ` +
      "If the backups are lost, begin anew with `npm run backup -- --new-place`.",
  );
}

/** Lets the next backup begin in a new place at the same address. */
export function forgetPlace(dataDir: string): void {
  rmSync(noteFile(dataDir), { force: true });
}

async function readMarker(place: BackupPlace): Promise<Marker | null> {
  try {
    return JSON.parse((await readBytes(place, markerName)).toString("utf8")) as Marker;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function readNote(dataDir: string): NotedPlace | null {
  try {
    return JSON.parse(readFileSync(noteFile(dataDir), "utf8")) as NotedPlace;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function writeNote(dataDir: string, note: NotedPlace): void {
  const draft = `${noteFile(dataDir)}.tmp`;
  writeFileSync(draft, JSON.stringify(note), { mode: 0o600, flush: true });
  renameSync(draft, noteFile(dataDir));
}
