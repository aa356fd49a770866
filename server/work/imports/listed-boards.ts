import type { ImportSource } from "../../../shared/kernel/import-origin";
import type { ImportedBoard } from "./imported-board";

/** A board of a file with several boards. */
export interface ListedBoard {
  id: string;
  title: string;
  /** Number of cards. */
  count: number;
}

/** The boards of a file. `board` is null until one of several is chosen. */
export interface FileBoards {
  source: ImportSource;
  /** Empty if the file has one board. */
  boards: ListedBoard[];
  boardId: string | null;
  board: ImportedBoard | null;
}

interface BoardReader extends ListedBoard {
  read(): ImportedBoard | Promise<ImportedBoard>;
}

/** Reads the chosen board, or the only one. */
export async function readChosenBoard(
  source: ImportSource,
  readers: readonly BoardReader[],
  boardId: string | null,
): Promise<FileBoards> {
  const isSingle = readers.length === 1;
  const chosen = isSingle ? readers[0] : readers.find(({ id }) => id === boardId);
  return {
    source,
    boards: isSingle ? [] : readers.map(({ id, title, count }) => ({ id, title, count })),
    boardId: isSingle ? null : (chosen?.id ?? null),
    board: chosen ? await chosen.read() : null,
  };
}

/** Placeholder of a file's board until the user has chosen one. */
export const emptyBoard = (source: ImportSource, title: string): ImportedBoard => ({
  source,
  sourceId: null,
  title,
  columns: [],
  tags: [],
  people: [],
  fields: [],
  cards: [],
  losses: [],
});
