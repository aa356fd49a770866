import { Problem } from "../../../shared/kernel/problems";
import { type ChildProcesses, callerKeyOf, runOrRefuse } from "../../platform/child-processes";
import type { Tx } from "../../platform/database/unit-of-work";
import type { FileEntity } from "../../platform/files/file.entity";
import { attachmentRules, type CheckedUpload, checkUpload } from "../../platform/files/files.service";
import type { Actor } from "../../platform/session";
import { tableRefusal } from "../../platform/tables/table-budget";
import type { ImportedBoard, ImportedCard, ImportedFile, LossCounter } from "./imported-board";
import { cardKeyOf, fileKeyOf } from "./card-values";
import * as statements from "./imports.sql";
import { selectImportedTasks } from "./update.sql";

export interface FilesOfTask {
  taskId: number;
  files: readonly ImportedFile[];
}

export type CheckedFiles = ReadonlyMap<ImportedFile, CheckedUpload>;

/** In milliseconds; enough for the largest archive on a slow machine. */
const readingMs = 120_000;

/**
 * Reads the files of a board from its ZIP and checks them like uploads. Refused ones, and those with the path of an earlier one, are counted
 * and removed from the board. Must be called outside of transactions.
 */
export async function checkBoardFiles(
  childProcesses: ChildProcesses,
  actor: Actor,
  board: ImportedBoard,
  bytes: Uint8Array,
  losses: LossCounter,
): Promise<{ board: ImportedBoard; uploads: CheckedFiles }> {
  const files = firstOfEachPath(board.cards.flatMap((card) => card.files ?? []));
  if (files.length === 0) return { board, uploads: new Map() };
  const reading = childProcesses.run(
    "boardArchiveFiles",
    { bytes, paths: files.map(({ path }) => path) },
    callerKeyOf(actor),
    readingMs,
  );
  const contents = await runOrRefuse(reading, tableRefusal("file", "projectImport.unreadable"));
  const uploads = new Map<ImportedFile, CheckedUpload>();
  for (const [at, file] of files.entries()) {
    const upload = await checkFile(childProcesses, actor, file, contents[at] ?? null);
    if (upload) uploads.set(file, upload);
  }
  const cards = board.cards.map((card) => withAcceptedFiles(card, uploads, losses));
  return { board: { ...board, cards }, uploads };
}

/** The files without those with the path of an earlier one. Together they are no larger than the unpacked ZIP. */
function firstOfEachPath(files: readonly ImportedFile[]): ImportedFile[] {
  const paths = new Set<string>();
  return files.filter(({ path }) => {
    const isFirst = !paths.has(path);
    paths.add(path);
    return isFirst;
  });
}

/** Null for a file that isn't accepted as an attachment. */
async function checkFile(
  childProcesses: ChildProcesses,
  actor: Actor,
  { name }: ImportedFile,
  content: Uint8Array | null,
): Promise<CheckedUpload | null> {
  if (!content || content.length === 0) return null;
  try {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const upload = { field: "file", name, bytes };
    return await checkUpload(childProcesses, actor, upload, attachmentRules);
  } catch (error) {
    if (error instanceof Problem && error.code === "request.invalid") return null;
    throw error;
  }
}

function withAcceptedFiles(card: ImportedCard, uploads: CheckedFiles, losses: LossCounter): ImportedCard {
  if (!card.files) return card;
  const files = card.files.filter((file) => uploads.has(file));
  losses.add("fileRefused", card.key, card.files.length - files.length);
  return { ...card, files };
}

export interface ImportedFileKeys {
  source_id: string;
  is_here: boolean | null;
  file_keys: string[];
  files_until: Date | null;
}

/** Whether an earlier import had the file. */
export const isImportedFile = ({ file_keys, files_until }: ImportedFileKeys, file: ImportedFile): boolean =>
  file_keys.includes(fileKeyOf(file)) || (files_until !== null && Date.parse(file.at) <= files_until.getTime());

/** Removes files that were imported before, and those of tasks that aren't in the project any more, so that they aren't read again. */
export async function withoutImportedFiles(tx: Tx, projectId: number, board: ImportedBoard): Promise<ImportedBoard> {
  const rows = await tx.rows<ImportedFileKeys>(selectImportedTasks, [projectId, board.source]);
  const rowOfCard = new Map(rows.map((row) => [row.source_id, row]));
  const cards = board.cards.map((card) => {
    const row = rowOfCard.get(cardKeyOf(card));
    if (!row || !card.files) return card;
    return { ...card, files: card.files.filter((file) => row.is_here === true && !isImportedFile(row, file)) };
  });
  return { ...board, cards };
}

/** Attaches stored files to tasks; `keep` inserts the row of a file. */
export async function attachFiles(
  tx: Tx,
  tasks: readonly FilesOfTask[],
  uploads: CheckedFiles,
  { users, keep }: { users: ReadonlyMap<string, number>; keep: (upload: CheckedUpload) => Promise<FileEntity> },
): Promise<void> {
  for (const { taskId, files } of tasks)
    for (const file of files) {
      const upload = uploads.get(file);
      if (!upload) continue;
      const { id } = await keep(upload);
      const userId = file.personId === null ? null : (users.get(file.personId) ?? null);
      await tx.rows(statements.insertAttachment, [taskId, id, file.title, userId, file.at]);
      if (file.isCover && upload.type.startsWith("image/")) await tx.rows(statements.updateCover, [taskId, id]);
    }
}
