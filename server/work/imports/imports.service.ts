import { createHash } from "node:crypto";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import { Problem } from "../../../shared/kernel/problems";
import type { BoardImport, ImportCounts } from "../../../shared/work/imports/imports.contract";
import { type ChildProcesses, callerKeyOf, runOrRefuse } from "../../platform/child-processes";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { tableRefusal } from "../../platform/tables/table-budget";
import { presentLayout, presentText } from "../../platform/tables/table";
import { effectiveRole, mayInProject } from "../access/projects.policy";
import { countReferences } from "./card-counts";
import { codeOfKeys } from "./card-numbers";
import { digestOf, uniqueCardIds } from "./card-values";
import type { ImportedBoard } from "./imported-board";
import type { RecordIds } from "./imported-records";
import { selectActiveUsers, selectEarlierImports, selectUsersLike } from "./imports.sql";
import { type BoardFile, type BoardFileInput, maxImportedCards } from "./read-board-file";

/** In milliseconds; enough for 10,000 cards with 30,000 comments on a slow machine. */
const readingMs = 120_000;

/**
 * Reads the file in a child process.
 * @throws Problem 422 when the file isn't a board, has no cards or too many.
 */
export async function readBoardInChild(
  childProcesses: ChildProcesses,
  actor: Actor,
  input: BoardFileInput,
): Promise<BoardFile> {
  const reading = childProcesses.run("boardFile", input, callerKeyOf(actor), readingMs);
  const file = await runOrRefuse(reading, tableRefusal("file", "projectImport.unreadable"));
  if (file.board.cards.length > maxImportedCards)
    throw new Problem("request.invalid", {
      errors: { file: ["projectImport.tooMany"] },
      values: { most: maxImportedCards },
    });
  return file;
}

/**
 * Keys that identify a board at a repeated import; the first one is stored. It is the board's id in the source, or the code of its keys. The
 * content of the file identifies all others, and the imports of earlier versions.
 */
export function boardKeysOf({ sourceId, settings, cards }: ImportedBoard, bytes: Uint8Array): [string, ...string[]] {
  const code = settings?.code ?? codeOfKeys(cards);
  const digest = createHash("sha256").update(bytes).digest("hex");
  const key = sourceId ?? (code === null ? null : `code:${code}`);
  return key === null ? [digest] : [key, digest];
}

/** @throws Problem 422 when the file has several boards and none of them is chosen. */
export function requireChosenBoard({ boards, boardId }: BoardFile): void {
  if (boards.length > 0 && boardId === null)
    throw new Problem("request.invalid", { errors: { board: ["field.required"] } });
}

/** Contents of the file, with suggestions for people, for the screens on which the user assigns them. */
export async function presentBoardFile(
  tx: Tx,
  actor: Actor,
  { board, boards, boardId, table }: BoardFile,
  boardKeys: readonly string[],
): Promise<BoardImport> {
  const counted = countReferences(board.cards);
  return {
    source: board.source,
    title: board.title,
    columns: board.columns.map(({ id, title, kind, isClosed }) => ({
      id,
      title,
      kind,
      closed: isClosed,
      count: counted.columns.get(id) ?? 0,
    })),
    people: await presentPeople(tx, actor, board, counted.people),
    fields: board.fields.map(({ id, title, kind }) => ({ title, kind, count: counted.fields.get(id) ?? 0 })),
    table: table && { columns: table.columns, text: presentText(table.text), layout: presentLayout(table.layout) },
    earlier: await presentEarlierImports(tx, actor, board, boardKeys),
    boards,
    board: boardId,
    counts: countsOf(board),
    losses: board.losses,
  };
}

interface EarlierImport {
  id: number;
  title: string;
  at: Date;
  record_ids: RecordIds | null;
  archived: boolean;
  role: ProjectRole | null;
}

async function presentEarlierImports(
  tx: Tx,
  actor: Actor,
  board: ImportedBoard,
  boardKeys: readonly string[],
): Promise<BoardImport["earlier"]> {
  const values = [board.source, boardKeys, actor.id, uniqueCardIds(board)];
  const rows = await tx.rows<EarlierImport>(selectEarlierImports, values);
  const userIds = rows.flatMap(({ record_ids }) => Object.values(record_ids?.users ?? {})).filter((id) => id !== null);
  const activeUsers = userIds.length === 0 ? [] : await tx.rows<{ id: number }>(selectActiveUsers, [userIds]);
  const activeIds = new Set(activeUsers.map(({ id }) => id));
  return rows.map(({ id, title, at, record_ids, archived, role: memberRole }) => {
    const role = effectiveRole(actor, memberRole);
    const users = new Map(Object.entries(record_ids?.users ?? {}));
    return {
      id,
      title,
      at: at.toISOString(),
      can_update: record_ids !== null && role !== null && mayInProject(actor, "project-edit", { role, archived }),
      people: board.people.flatMap((person) => {
        const user_id = users.get(digestOf(person.id));
        if (user_id === undefined) return [];
        return [{ id: person.id, user_id: user_id !== null && activeIds.has(user_id) ? user_id : null }];
      }),
    };
  });
}

interface UserLike {
  place: number;
  id: number;
  fullname: string;
  image: string | null;
  by_email: boolean;
}

/** Suggests the user with the same address, or the only one with the same name. */
async function presentPeople(
  tx: Tx,
  actor: Actor,
  { people }: ImportedBoard,
  counts: ReadonlyMap<string, number>,
): Promise<BoardImport["people"]> {
  // External users have no access to the directory.
  const rows = actor.external
    ? []
    : await tx.rows<UserLike>(selectUsersLike, [people.map(({ email }) => email), people.map(({ name }) => name)]);
  return people.map(({ id, name, email }, at) => {
    const users = rows.filter(({ place }) => place === at + 1);
    const user = users[0]?.by_email || users.length === 1 ? users[0] : undefined;
    return {
      id,
      name,
      email,
      count: counts.get(id) ?? 0,
      user: user ? { id: user.id, fullname: user.fullname, image: user.image } : null,
      matched_by: user ? (user.by_email ? ("email" as const) : ("name" as const)) : null,
    };
  });
}

/** Number of records that the import creates. */
export function countsOf({ cards, tags, fields, parts }: ImportedBoard): ImportCounts {
  const sum = (count: (card: (typeof cards)[number]) => number) =>
    cards.reduce((total, card) => total + count(card), 0);
  return {
    tasks: cards.length,
    archived: sum(({ isArchived }) => (isArchived ? 1 : 0)),
    subtasks: sum(({ subtasks }) => subtasks.length),
    comments: sum(({ comments }) => comments.length),
    tags: tags.length,
    fields: fields.length,
    dependencies: sum(({ blockerIds }) => blockerIds.length),
    files: sum(({ files }) => files?.length ?? 0),
    views: parts?.views.length ?? 0,
    task_templates: parts?.task_templates.length ?? 0,
    series: parts?.series.filter(({ state }) => state !== "ended").length ?? 0,
  };
}
