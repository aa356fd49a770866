import type { Entry } from "yauzl";
import { projectExportFileName, projectExportFormat } from "../../../shared/work/project-export/project-export.schema";
import { maxAttachmentBytes } from "../../../shared/kernel/uploads";
import { type Archive, decompressEntry, openArchive } from "../../platform/files/archive";
import { isRecord } from "./json";
import { type FileBoards, readChosenBoard } from "./listed-boards";
import { readTrelloArchive } from "./sources/trello-archive";
import { readVikunjaProjects } from "./sources/vikunja";
import { readExportedProject } from "./sources/workplace";

/** Each task has a text file, and may have attachments. */
const limits = { entries: 60_000, unpacked: 150 * 1024 * 1024 };

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * Reads the boards of an exported project, of Vikunja or of a workspace of Trello; null for other archives, such as workbooks. Must run in a
 * child process.
 * @throws when the archive exceeds the limits, or the content isn't that of a board.
 */
export async function readArchivedBoards(bytes: Uint8Array, boardId: string | null): Promise<FileBoards | null> {
  const { zip, entries } = await openArchive(Buffer.from(bytes), limits);
  const entryOfPath = new Map(entries.map((entry) => [entry.fileName, entry]));
  const paths = new Set(entryOfPath.keys());
  const sizes = new Map(entries.map(({ fileName, uncompressedSize }) => [fileName, uncompressedSize]));
  const readJson = async (path: string): Promise<unknown> => {
    const entry = entryOfPath.get(path);
    if (!entry) throw new Error("missing entry");
    return JSON.parse((await decompressEntry(zip, entry, entry.uncompressedSize)).toString("utf8"));
  };
  if (paths.has(projectExportFileName)) {
    const json = await readJson(projectExportFileName);
    if (!isRecord(json) || json.format !== projectExportFormat) throw new Error("ZIP of an unknown program");
    const read = () => readExportedProject(json, sizes);
    return readChosenBoard("workplace", [{ id: "", title: "", count: 0, read }], null);
  }
  const folder = folderOfVikunja(paths);
  if (folder !== null)
    return readChosenBoard(
      "vikunja",
      readVikunjaProjects(await readJson(`${folder}data.json`), paths, folder),
      boardId,
    );
  return readTrelloArchive(paths, readJson, boardId);
}

/** The folder of Vikunja's files, usually the top; null for the archives of other programs. */
function folderOfVikunja(paths: ReadonlySet<string>): string | null {
  const version = [...paths].find((path) => /^(?:[^/]+\/)?VERSION$/.test(path));
  const folder = version?.slice(0, -"VERSION".length) ?? null;
  return folder !== null && paths.has(`${folder}data.json`) ? folder : null;
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
