import type { Entry } from "yauzl";
import { projectExportFileName, projectExportFormat } from "../../../shared/work/project-export/project-export.schema";
import { maxAttachmentBytes } from "../../../shared/kernel/uploads";
import { type Archive, decompressEntry, openArchive } from "../../platform/files/archive";
import type { ImportedBoard } from "./imported-board";
import { isRecord } from "./json";
import { readExportedProject } from "./sources/workplace";

/** Each task has a text file, and may have attachments. */
const limits = { entries: 60_000, unpacked: 150 * 1024 * 1024 };

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * Reads the board of an exported project; null for other archives, such as workbooks. Must run in a child process.
 * @throws when the archive exceeds the limits, or the content isn't that of a project.
 */
export async function readArchivedBoard(bytes: Uint8Array): Promise<ImportedBoard | null> {
  const { zip, entries } = await openArchive(Buffer.from(bytes), limits);
  const entry = entries.find(({ fileName }) => fileName === projectExportFileName);
  if (!entry) return null;
  const json: unknown = JSON.parse((await decompressEntry(zip, entry, entry.uncompressedSize)).toString("utf8"));
  if (!isRecord(json) || json.format !== projectExportFormat) throw new Error("ZIP of an unknown program");
  return readExportedProject(json, new Set(entries.map(({ fileName }) => fileName)));
}

export interface ArchiveFilesInput {
  bytes: Uint8Array;
  paths: string[];
}

/** The content of entries, in the order of `paths`; null for entries that are missing or larger than an attachment. */
export async function readArchiveFiles({ bytes, paths }: ArchiveFilesInput): Promise<(Uint8Array | null)[]> {
  const archive = await openArchive(Buffer.from(bytes), limits);
  const entryOfPath = new Map(archive.entries.map((entry) => [entry.fileName, entry]));
  const contents: (Uint8Array | null)[] = [];
  for (const path of paths) contents.push(await readAttachment(archive, entryOfPath.get(path)));
  return contents;
}

const readAttachment = async ({ zip }: Archive, entry: Entry | undefined): Promise<Uint8Array | null> =>
  entry && entry.uncompressedSize <= maxAttachmentBytes ? decompressEntry(zip, entry, entry.uncompressedSize) : null;

declare module "../../platform/child-processes" {
  interface ChildTable {
    boardArchiveFiles(input: ArchiveFilesInput): Promise<(Uint8Array | null)[]>;
  }
}
