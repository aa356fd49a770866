import { createHash } from "node:crypto";
import { recordsOf, textOf } from "../json";
import { type FileBoards, readChosenBoard } from "../listed-boards";
import { isTrelloBoard, readTrelloBoard } from "./trello";
import { TrelloFiles } from "./trello-files";

type Json = Record<string, unknown>;

/**
 * Reads the boards in the export of a workspace of Trello: JSON files in any folders, with CSV files and attachments around them. A board
 * that the archive contains twice is listed once. Null if there is none.
 */
export async function readTrelloArchive(
  paths: ReadonlySet<string>,
  readJson: (path: string) => Promise<unknown>,
  boardId: string | null,
): Promise<FileBoards | null> {
  const boards = new Map<string, { id: string; title: string; count: number; path: string }>();
  for (const path of paths) {
    if (!isBoardPath(path)) continue;
    const content = await readJson(path).catch(() => null);
    if (!isTrelloBoard(content)) continue;
    const id = textOf(content.id) ?? path;
    if (!boards.has(id))
      boards.set(id, { id, title: textOf(content.name) ?? path, count: recordsOf(content.cards).length, path });
  }
  if (boards.size === 0) return null;
  const readers = [...boards.values()].map(({ path, ...board }) => ({
    ...board,
    read: async () => {
      const content = (await readJson(path)) as Json;
      const read = readTrelloBoard(content, new TrelloFiles(paths, path));
      // Two boards of one file need different keys.
      return { ...read, sourceId: read.sourceId ?? createHash("sha256").update(JSON.stringify(content)).digest("hex") };
    },
  }));
  return readChosenBoard("trello", readers, boardId);
}

/** macOS adds files named like those of the archive. */
const isBoardPath = (path: string): boolean => /\.json$/i.test(path) && !path.startsWith("__MACOSX/");
