import { projectStream } from "../../../shared/kernel/events";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import type { ImportCounts } from "../../../shared/work/imports/imports.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { createProject, type NewColumn } from "../projects/projects.create";
import { maxColumns } from "../tasks/columns.limits";
import { acyclicLinks } from "./acyclic-links";
import type { FilesOfTask } from "./board-files";
import { codeOfKeys, numberCards } from "./card-numbers";
import type { BoardTargets, TargetField } from "./card-values";
import { CardWriter, chunkSize } from "./card-writer";
import type { ImportedBoard, ImportedCard, LossCounter } from "./imported-board";
import { recordIdsOf } from "./imported-records";
import { countsOf } from "./imports.service";
import { authorizeContents } from "./import-permissions";
import * as statements from "./imports.sql";
import { type MentionNames, readMentionNames } from "./mentions";
import { addNamesOfOthers } from "./names-of-others";
import { createBoardField, uniqueTitle } from "./write-fields";
import { referenceIdsOf, writeSeries, writeTaskTemplates, writeViews } from "./write-parts";
import { presentSettings, roleOfUser } from "./write-settings";

export interface BoardMapping {
  title: string;
  fileName: string;
  boardKey: string;
  /** Kinds of lists that the user has changed, by id of the list. */
  kinds: ReadonlyMap<string, NewColumn["kind"]>;
  /** Users by person of the source, in the order of the request. */
  users: ReadonlyMap<string, number>;
}

export interface WrittenBoard {
  projectId: number;
  counts: ImportCounts;
}

/**
 * Creates a project from a board, in the caller's transaction, without an event per task. `onProgress` is called with the number of tasks
 * created and must not wait for this transaction.
 * @throws Problem 403 when the plan's limit of projects is reached, or for a token without the scopes of the board's contents; 422 for an
 *   unknown user.
 */
export async function writeBoard(
  tx: Tx,
  actor: Actor,
  board: ImportedBoard,
  mapping: BoardMapping,
  {
    text,
    losses,
    onProgress,
    attach,
  }: {
    text: Translate;
    losses: LossCounter;
    onProgress: (done: number, total: number) => void;
    /** Attaches the files of the board to the tasks. */
    attach: (tasks: readonly FilesOfTask[]) => Promise<void>;
  },
): Promise<WrittenBoard> {
  authorizeContents(actor, board, { role: "owner", archived: false }, ["task-create"]);
  const namedBoard = addNamesOfOthers(board, mapping.users, text, losses);
  const writer = new BoardWriter(tx, actor, namedBoard, mapping, text, losses);
  const { cards } = namedBoard;
  const cardWriter = await writer.writeProject();
  for (let at = 0; at < cards.length; at += chunkSize) {
    onProgress(at, cards.length);
    await writer.writeCards(cardWriter, cards.slice(at, at + chunkSize));
  }
  await attach(cards.map((card) => ({ taskId: writer.taskIdOf(card), files: card.files ?? [] })));
  await writer.writeParts(cardWriter);
  return writer.finish();
}

class BoardWriter {
  private projectId = 0;
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly taskIds = new Map<string, number>();
  private importId = 0;
  private fieldCount = 0;
  private dependencies = 0;
  private viewCount = 0;

  constructor(
    private readonly tx: Tx,
    private readonly actor: Actor,
    private readonly board: ImportedBoard,
    private readonly mapping: BoardMapping,
    private readonly text: Translate,
    private readonly losses: LossCounter,
  ) {
    this.numbers = numberCards(board.cards);
  }

  /** Creates the project with its columns, fields and tags. */
  async writeProject(): Promise<CardWriter> {
    const { tx, board, text, losses } = this;
    const { users } = this.mapping;
    const mentions = board.source === "workplace" ? await readMentionNames(tx, users) : null;
    const { columns, columnOfList } = this.columns();
    this.projectId = await this.createProject(columns, mentions);
    const rows = await tx.rows<{ id: number }>(statements.selectColumns, [this.projectId]);
    const idAt = (at: number) => rows[at]?.id as number;
    const columnIds = new Map([...columnOfList].map(([list, at]) => [list, idAt(at)]));
    const targets: BoardTargets = {
      columnIds,
      columnKinds: new Map(columns.map(({ kind }, at) => [idAt(at), kind])),
      fields: await this.writeFields(columnIds),
      tagIds: await this.writeTags(),
      users,
      mentions,
    };
    this.fieldCount = targets.fields.size;
    this.importId = await this.writeImport(targets);
    const { projectId, importId, actor } = this;
    const templates = board.parts?.task_templates ?? [];
    const templateIds = await writeTaskTemplates(tx, actor, projectId, templates, referenceIdsOf(targets));
    const { timeZone } = actor;
    return new CardWriter(tx, { projectId, importId, board, targets, text, losses, timeZone, templateIds });
  }

  /** After the tasks, to which series refer. */
  async writeParts({ reader, targets }: CardWriter): Promise<void> {
    const { tx, actor, projectId, losses } = this;
    const { parts } = this.board;
    if (!parts) return;
    this.viewCount = await writeViews(tx, actor, projectId, parts.views, referenceIdsOf(targets), losses);
    const taskIdOf = (number: number | null) => this.taskIds.get(String(number)) ?? null;
    await writeSeries(tx, actor, parts.series, { projectId, targets, reader, taskIdOf });
  }

  /** The open lists as columns. Cards of closed lists are archived, in the last column, which also has those of lists beyond the limit. */
  private columns(): { columns: NewColumn[]; columnOfList: Map<string, number> } {
    const open = this.board.columns.filter(({ isClosed }) => !isClosed);
    const kindOf = (column: (typeof open)[number]) => this.mapping.kinds.get(column.id) ?? column.kind;
    this.losses.add("tooManyLists", null, open.length - maxColumns);
    const columns: NewColumn[] = open.slice(0, maxColumns).map((column) => ({
      title: column.title || this.text(`project.column.${kindOf(column)}`),
      kind: kindOf(column),
      color: column.color ?? null,
      wip_limit: column.wipLimit ?? null,
    }));
    if (columns.length === 0) columns.push({ title: this.text("project.column.todo"), kind: "todo" });
    const last = columns.length - 1;
    const columnOfList = new Map(open.map(({ id }, at) => [id, Math.min(at, last)]));
    for (const { id, isClosed } of this.board.columns) if (isClosed) columnOfList.set(id, last);
    return { columns, columnOfList };
  }

  /** Errors at members are reported at the people of the request. */
  private async createProject(columns: readonly NewColumn[], mentions: MentionNames | null): Promise<number> {
    const { title, users } = this.mapping;
    const memberIds = [...new Set(users.values())].filter((id) => id !== this.actor.id);
    const { settings } = this.board;
    const code = codeOfKeys(this.board.cards) ?? settings?.code ?? null;
    const isFree = code !== null && !(await this.tx.one(statements.selectProjectOfCode, [code]));
    const input = {
      title,
      ...(settings && (await presentSettings(this.tx, settings, mentions, this.losses))),
      ...(isFree ? { code } : {}),
      members: memberIds.map((user_id) => ({ user_id, role: roleOfUser(this.board.people, users, user_id) })),
    };
    try {
      return await createProject(this.tx, this.actor, input as Parameters<typeof createProject>[2], this.text, columns);
    } catch (error) {
      if (!(error instanceof Problem) || !error.detail.errors) throw error;
      const people = [...users.values()];
      const errors = Object.entries(error.detail.errors).map(([field, messages]) => {
        const userId = memberIds[Number(/^members\.(\d+)\./.exec(field)?.[1])];
        return [userId === undefined ? field : `people.${people.indexOf(userId)}.user_id`, messages];
      });
      throw new Problem(error.code, { ...error.detail, errors: Object.fromEntries(errors) as FieldErrors });
    }
  }

  /** Before the tasks and comments, which refer to it. */
  private async writeImport(targets: BoardTargets): Promise<number> {
    const { fileName, boardKey } = this.mapping;
    const recordIds = JSON.stringify(recordIdsOf(targets, this.board));
    const values = [this.projectId, this.board.source, boardKey, fileName, this.actor.id, recordIds];
    const [row] = await this.tx.rows<{ id: number }>(statements.insertImport, values);
    return row?.id as number;
  }

  private async writeFields(columnIds: ReadonlyMap<string, number>): Promise<Map<string, TargetField>> {
    const { projectId, board } = this;
    const titles = new Set<string>();
    const fields = new Map<string, TargetField>();
    for (const field of board.fields) {
      const title = uniqueTitle(field.title || this.text("projectImport.parent"), titles);
      const written = await createBoardField(this.tx, this.actor, board, field, { projectId, title, columnIds });
      if (written) fields.set(field.id, written);
    }
    return fields;
  }

  private async writeTags(): Promise<Map<string, number>> {
    const { tags } = this.board;
    const rows = await this.tx.rows<{ id: number }>(statements.insertTags, [
      this.projectId,
      tags.map(({ name }) => name),
      tags.map(({ color }) => color),
    ]);
    return new Map(tags.map(({ id }, at) => [id, rows[at]?.id as number]));
  }

  async writeCards(writer: CardWriter, cards: readonly ImportedCard[]): Promise<void> {
    const ids = await writer.insertCards(cards, ({ id }) => this.numbers.get(id) as number);
    cards.forEach(({ id }, at) => this.taskIds.set(id, ids[at] as number));
  }

  taskIdOf({ id }: ImportedCard): number {
    return this.taskIds.get(id) as number;
  }

  async finish(): Promise<WrittenBoard> {
    await this.writeBlockers();
    await this.tx.rows(statements.setNextNumber, [this.projectId, maxOf(this.numbers.values()) + 1]);
    const { source } = this.board;
    const { title } = this.mapping;
    const counts = {
      ...countsOf(this.board),
      fields: this.fieldCount,
      dependencies: this.dependencies,
      views: this.viewCount,
    };
    const { tasks, comments } = counts;
    this.tx.emit("project.imported", projectStream(this.projectId), {
      id: this.projectId,
      import_id: this.importId,
      title,
      source,
      tasks,
      comments,
    });
    return { projectId: this.projectId, counts };
  }

  /** Dependencies that would close a cycle are left out, because no task could be done first. */
  private async writeBlockers(): Promise<void> {
    const links = this.board.cards.flatMap(({ id, blockerIds }) => blockerIds.map((blocker) => [id, blocker] as const));
    const insideLinks = links.filter(([, blocker]) => this.taskIds.has(blocker));
    this.losses.add("linkOutside", null, links.length - insideLinks.length);
    const { acyclic: dependencies, cyclicCount } = acyclicLinks(insideLinks);
    this.losses.add("cycle", null, cyclicCount);
    this.dependencies = dependencies.length;
    const idOf = (id: string) => this.taskIds.get(id) as number;
    if (dependencies.length > 0)
      await this.tx.rows(statements.insertBlockers, [
        this.projectId,
        dependencies.map(([task]) => idOf(task)),
        dependencies.map(([, blocker]) => idOf(blocker)),
      ]);
  }
}

function maxOf(numbers: Iterable<number>): number {
  let most = 0;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}
