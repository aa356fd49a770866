import { decodeText } from "../../platform/tables/encoding";
import { readTable, type TableChoice, type TableFile } from "../../platform/tables/table";
import { isZip, readArchivedBoards } from "./board-archive";
import { cleanBoard } from "./clean-board";
import type { ImportedBoard } from "./imported-board";
import { emptyBoard, type FileBoards, readChosenBoard } from "./listed-boards";
import { issuesOf, readJiraIssues } from "./sources/jira-json";
import { isPlankaBoard, readPlankaBoard } from "./sources/planka";
import { readTableBoard } from "./sources/table-board";
import { isTrelloBoard, readTrelloBoard } from "./sources/trello";
import { isVikunjaExport, readVikunjaProjects } from "./sources/vikunja";
import { countCardTitles, rolesOfTitles, sourceOfTitles, type TableSource } from "./table-roles";
import type { CardRole } from "../../../shared/work/imports/imports.schema";

/** Maximum number of cards per file, as on a board. */
export const maxImportedCards = 20_000;
/** Jira has a column per value, and descriptions are long. */
const tableLimits = { columns: 1_000, cell: 50_000 };

export interface BoardFileInput {
  bytes: Uint8Array;
  fileName: string;
  choice: TableChoice;
  /** The user's choice for the columns of a table; detected by their titles if null. */
  roles: (CardRole | null)[] | null;
  /** The chosen board in a file with several ones; null if none is chosen yet. */
  boardId: string | null;
}

export interface BoardFile extends Pick<FileBoards, "boards" | "boardId"> {
  /** Without content until one of several boards is chosen. */
  board: ImportedBoard;
  /** Null for JSON. */
  table: {
    columns: { title: string; samples: string[]; role: CardRole | null }[];
    text: TableFile["text"];
    layout: TableFile["layout"];
  } | null;
}

/**
 * Reads a board from the file of another program, with texts that are safe to show. Must run in a child process.
 * @throws when the content isn't a board, or exceeds the limits.
 */
export async function readBoardFile(input: BoardFileInput): Promise<BoardFile> {
  const { bytes, fileName, choice, roles, boardId } = input;
  const title = titleOfFile(fileName);
  const found = isZip(bytes)
    ? await readArchivedBoards(bytes, boardId)
    : isJson(bytes)
      ? await boardsOfJson(JSON.parse(decodeText(bytes).text), title, boardId)
      : null;
  if (found) {
    const board = found.board ? cleanBoard(found.board) : emptyBoard(found.source, title);
    return { board, boards: found.boards, boardId: found.boardId, table: null };
  }
  const table = await readTable(bytes, {
    ...choice,
    mostRows: maxImportedCards,
    limits: tableLimits,
    countTitles: countCardTitles,
  });
  const [head, ...rows] = table.rows.map(({ cells }) => cells.map(({ text, day }) => day ?? text));
  const titles = (head ?? []).map((cell) => cell.trim());
  const source: TableSource = sourceOfTitles(titles);
  const usedRoles = titles.map((_, at) => (roles ?? rolesOfTitles(source, titles))[at] ?? null);
  const board = readTableBoard({ source, titles, roles: usedRoles, rows }, titleOfPlan(table.layout) ?? title);
  const columns = titles.map((columnTitle, at) => ({
    title: columnTitle,
    samples: samplesOf(rows, at),
    role: usedRoles[at] ?? null,
  }));
  const readTableFile = { columns, text: table.text, layout: table.layout };
  return { board: cleanBoard(board), boards: [], boardId: null, table: readTableFile };
}

const isJson = (bytes: Uint8Array): boolean => /^\ufeff?\s*[[{]/.test(decodeText(bytes.subarray(0, 200)).text);

/** @throws when the content is of no known program. */
async function boardsOfJson(content: unknown, title: string, boardId: string | null): Promise<FileBoards> {
  // The data file of Vikunja's archive, taken out of it, comes without the attachments.
  if (isVikunjaExport(content)) return readChosenBoard("vikunja", readVikunjaProjects(content), boardId);
  const board = boardOfJson(content, title);
  return { source: board.source, boards: [], boardId: null, board };
}

function boardOfJson(content: unknown, title: string): ImportedBoard {
  if (isTrelloBoard(content)) return readTrelloBoard(content);
  if (isPlankaBoard(content)) return readPlankaBoard(content);
  const issues = issuesOf(content);
  if (issues) return readJiraIssues(issues, title);
  throw new Error("JSON of an unknown program");
}

/** Name of the file without extension; exports of Jira and others are called after the board. */
const titleOfFile = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/, "")
    .trim()
    .slice(0, 120) || "Import";

/** Planner writes the name of the plan above the table. */
const titleOfPlan = ({ firstLines }: TableFile["layout"]): string | null =>
  /^(?:Plan name|Planname|Name des Plans) · (.+)$/.exec(firstLines[0]?.text ?? "")?.[1] ?? null;

const samplesOf = (rows: readonly (readonly string[])[], at: number): string[] => {
  const cells = rows.slice(0, 200).flatMap((row) => row[at]?.trim().slice(0, 80) || []);
  return [...new Set(cells)].slice(0, 3);
};

declare module "../../platform/child-processes" {
  interface ChildTable {
    boardFile(input: BoardFileInput): Promise<BoardFile>;
  }
}
