import { projectStream } from "../../../shared/kernel/events";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import { instantAtLocalTime, localDayAt } from "../../../shared/kernel/wall-clock";
import type { ImportCounts } from "../../../shared/work/imports/imports.contract";
import { maxDecimals, maxTextValueLength } from "../../../shared/work/fields/fields.schema";
import { ranksBetween } from "../../../shared/work/tasks/tasks.rank.rules";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { columnsOfValue } from "../fields/field-value-columns";
import { createField } from "../fields/fields.service";
import { createProject, type NewColumn } from "../projects/projects.create";
import { writeFieldValueRows } from "../tasks/tasks.field-values";
import { acyclicLinks } from "./acyclic-links";
import { codeOfKeys, numberCards } from "./card-numbers";
import type { ImportedBoard, ImportedCard, ImportedField, ImportedValue, LossCounter } from "./imported-board";
import { countsOf } from "./imports.service";
import * as statements from "./imports.sql";
import { mapMentions, type MentionNames, readMentionNames } from "./mentions";
import { addNamesOfOthers } from "./names-of-others";
import { presentSettings, roleOfUser, writeDeletedOptions } from "./write-settings";

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

/** Cards per statement; a statement with more takes longer than a second. */
const chunkSize = 500;

/**
 * Creates a project from a board, in the caller's transaction, without an event per task. `onProgress` is called with the number of tasks
 * created and must not wait for this transaction.
 * @throws Problem 403 when the plan's limit of projects is reached; 422 for an unknown user.
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
    attach: (taskIdOf: (card: ImportedCard) => number) => Promise<void>;
  },
): Promise<WrittenBoard> {
  const namedBoard = addNamesOfOthers(board, mapping.users, text, losses);
  const writer = new BoardWriter(tx, actor, namedBoard, mapping, text, losses);
  await writer.writeProject();
  const { cards } = namedBoard;
  for (let at = 0; at < cards.length; at += chunkSize) {
    onProgress(at, cards.length);
    await writer.writeCards(cards.slice(at, at + chunkSize));
  }
  await attach((card) => writer.taskIdOf(card));
  return writer.finish();
}

interface WrittenField {
  id: number;
  kind: ImportedField["kind"];
  optionIds: ReadonlyMap<string, number>;
}

class BoardWriter {
  private projectId = 0;
  private importId = 0;
  private columnIds: ReadonlyMap<string, number> = new Map();
  private doneColumnIds: ReadonlySet<number> = new Set();
  private tagIds: ReadonlyMap<string, number> = new Map();
  private readonly fields = new Map<string, WrittenField>();
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly taskIds = new Map<string, number>();
  /** Ranks that are left in each column, the last one first. */
  private readonly ranks = new Map<number, string[]>();
  private readonly names: ReadonlyMap<string, string>;
  private dependencies = 0;
  private mentions: MentionNames | null = null;

  constructor(
    private readonly tx: Tx,
    private readonly actor: Actor,
    private readonly board: ImportedBoard,
    private readonly mapping: BoardMapping,
    private readonly text: Translate,
    private readonly losses: LossCounter,
  ) {
    this.numbers = numberCards(board.cards);
    this.names = new Map(board.people.map(({ id, name }) => [id, name]));
  }

  async writeProject(): Promise<void> {
    if (this.board.source === "workplace") this.mentions = await readMentionNames(this.tx, this.mapping.users);
    const { columns, columnOfList } = this.columns();
    this.projectId = await this.createProject(columns);
    this.importId = await this.writeImport();
    const rows = await this.tx.rows<{ id: number }>(statements.selectColumnIds, [this.projectId]);
    const idAt = (at: number) => rows[at]?.id as number;
    this.columnIds = new Map([...columnOfList].map(([list, at]) => [list, idAt(at)]));
    this.doneColumnIds = new Set(columns.flatMap(({ kind }, at) => (kind === "done" ? [idAt(at)] : [])));
    for (const [columnId, count] of this.countPerColumn())
      this.ranks.set(columnId, ranksBetween(null, null, count).toReversed());
    await this.writeFields();
    await this.writeTags();
  }

  /** The open lists as columns. Cards of closed lists are archived, in the last column. */
  private columns(): { columns: NewColumn[]; columnOfList: Map<string, number> } {
    const open = this.board.columns.filter(({ isClosed }) => !isClosed);
    const kindOf = (column: (typeof open)[number]) => this.mapping.kinds.get(column.id) ?? column.kind;
    const columns: NewColumn[] = open.map((column) => ({
      title: column.title || this.text(`project.column.${kindOf(column)}`),
      kind: kindOf(column),
      color: column.color ?? null,
      wip_limit: column.wipLimit ?? null,
    }));
    if (columns.length === 0) columns.push({ title: this.text("project.column.todo"), kind: "todo" });
    const columnOfList = new Map(open.map(({ id }, at) => [id, at]));
    for (const { id, isClosed } of this.board.columns) if (isClosed) columnOfList.set(id, columns.length - 1);
    return { columns, columnOfList };
  }

  /** Errors at members are reported at the people of the request. */
  private async createProject(columns: readonly NewColumn[]): Promise<number> {
    const { title, users } = this.mapping;
    const memberIds = [...new Set(users.values())].filter((id) => id !== this.actor.id);
    const { settings } = this.board;
    const code = codeOfKeys(this.board.cards) ?? settings?.code ?? null;
    const isFree = code !== null && !(await this.tx.one(statements.selectProjectOfCode, [code]));
    const input = {
      title,
      ...(settings && (await presentSettings(this.tx, settings, this.mentions, this.losses))),
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
  private async writeImport(): Promise<number> {
    const { fileName, boardKey } = this.mapping;
    const values = [this.projectId, this.board.source, boardKey, fileName, this.actor.id];
    const [row] = await this.tx.rows<{ id: number }>(statements.insertImport, values);
    return row?.id as number;
  }

  private countPerColumn(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { columnId } of this.board.cards) {
      const id = this.columnIds.get(columnId) as number;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }

  private async writeFields(): Promise<void> {
    const titles = new Set<string>();
    for (const field of this.board.fields) {
      const title = uniqueTitle(field.title || this.text("projectImport.parent"), titles);
      const options = distinctOptions(field.options.filter(({ isDeleted }) => !isDeleted));
      if ((field.kind === "choice" || field.kind === "choices") && options.length === 0) continue;
      const created = await createField(this.tx, this.actor, this.projectId, {
        title,
        kind: field.kind,
        ...(field.kind === "text" ? { max_length: field.maxLength ?? maxTextValueLength } : {}),
        ...(field.kind === "number" ? { decimals: field.decimals ?? this.decimalsOf(field.id), unit: field.unit } : {}),
        on_card: field.isOnCard ?? false,
        required_column_ids: field.requiredColumnIds?.flatMap((id) => this.columnIds.get(id) ?? []) ?? [],
        ...(options.length > 0
          ? { options: options.map((option) => ({ title: option.title, color: option.color })) }
          : {}),
      } as Parameters<typeof createField>[3]);
      const idOfTitle = new Map(created.options.map((option) => [option.title.toLowerCase(), option.id]));
      const optionIds = new Map(
        field.options.flatMap(({ id, title: option, isDeleted }) => {
          const optionId = isDeleted ? undefined : idOfTitle.get(option.toLowerCase());
          return optionId === undefined ? [] : [[id, optionId] as const];
        }),
      );
      const deletedIds = await writeDeletedOptions(this.tx, created.id, field.options, optionIds);
      this.fields.set(field.id, {
        id: created.id,
        kind: field.kind,
        optionIds: new Map([...optionIds, ...deletedIds]),
      });
    }
  }

  /** Decimals that the values of a number field need. */
  private decimalsOf(fieldId: string): number {
    const decimals = this.board.cards.map(({ values }) => String(values.get(fieldId) ?? "").split(".")[1]?.length ?? 0);
    return Math.min(
      maxDecimals,
      decimals.reduce((most, count) => Math.max(most, count), 0),
    );
  }

  private async writeTags(): Promise<void> {
    const { tags } = this.board;
    const rows = await this.tx.rows<{ id: number }>(statements.insertTags, [
      this.projectId,
      tags.map(({ name }) => name),
      tags.map(({ color }) => color),
    ]);
    this.tagIds = new Map(tags.map(({ id }, at) => [id, rows[at]?.id as number]));
  }

  async writeCards(cards: readonly ImportedCard[]): Promise<void> {
    const rows = await this.tx.rows<{ id: number; number: number }>(statements.insertTasks, [
      this.projectId,
      JSON.stringify(cards.map((card) => this.taskRow(card))),
      this.importId,
    ]);
    const idOfNumber = new Map(rows.map(({ id, number }) => [number, id]));
    for (const { id } of cards) this.taskIds.set(id, idOfNumber.get(this.numbers.get(id) as number) as number);
    await this.writeLinks(cards);
    await this.writeSubtasks(cards);
    await this.writeComments(cards);
    await writeFieldValueRows(
      this.tx,
      cards.flatMap((card) => this.fieldRows(card)),
    );
  }

  private taskRow(card: ImportedCard) {
    const columnId = this.columnIds.get(card.columnId) as number;
    const [start, due] = [this.dayOf(card.startDay), this.dayOf(card.dueDay)];
    // A task can't start after it is due: the due date counts.
    const isReversed = start !== null && due !== null && start > due;
    if (isReversed) this.losses.add("unreadable", card.key ?? card.title);
    return {
      column_id: columnId,
      number: this.numbers.get(card.id),
      title: card.title,
      description: card.description && mapMentions(card.description, this.mentions),
      priority: card.priority,
      start_day: isReversed ? null : start,
      due_day: due,
      estimate_minutes: card.estimateMinutes,
      progress: card.progress ?? (this.doneColumnIds.has(columnId) ? 100 : 0),
      progress_by_hand: card.isProgressByHand,
      complexity: card.complexity,
      rank: this.ranks.get(columnId)?.pop(),
      reporter_id: this.userOf(card.reporterId),
      archived: card.isArchived,
      archived_at: card.archivedAt,
      created_at: this.instantOf(card.createdAt),
    };
  }

  private userOf(personId: string | null): number | null {
    return (personId !== null && this.mapping.users.get(personId)) || null;
  }

  taskIdOf({ id }: ImportedCard): number {
    return this.taskIds.get(id) as number;
  }

  /** The day in the caller's time zone. */
  private dayOf(date: string | null): string | null {
    if (date === null || !date.includes("T")) return date;
    return localDayAt(Date.parse(date), this.actor.timeZone);
  }

  /** A time without zone is in the caller's. */
  private instantOf(at: string | null): string | null {
    if (at === null) return null;
    if (at.endsWith("Z")) return at;
    const wall = Date.parse(`${at}Z`);
    return Number.isNaN(wall) ? null : new Date(instantAtLocalTime(wall, this.actor.timeZone)).toISOString();
  }

  private async writeLinks(cards: readonly ImportedCard[]): Promise<void> {
    const assigned = cards.flatMap((card) =>
      card.personIds.flatMap((id) => {
        const user = this.userOf(id);
        return user === null ? [] : [{ task: this.taskIdOf(card), other: user }];
      }),
    );
    const tagged = cards.flatMap((card) =>
      card.tagIds.flatMap((id) => {
        const tag = this.tagIds.get(id);
        return tag === undefined ? [] : [{ task: this.taskIdOf(card), other: tag }];
      }),
    );
    for (const [statement, links] of [
      [statements.insertAssignees, assigned],
      [statements.insertTaskTags, tagged],
    ] as const)
      if (links.length > 0)
        await this.tx.rows(statement, [this.projectId, links.map(({ task }) => task), links.map(({ other }) => other)]);
  }

  private async writeSubtasks(cards: readonly ImportedCard[]): Promise<void> {
    const steps = cards.flatMap((card) =>
      card.subtasks.map(({ name, isCompleted, dueDay, personId }, place) => ({
        task_id: this.taskIdOf(card),
        name: name || "–",
        completed: isCompleted,
        due_day: this.dayOf(dueDay),
        user_id: this.userOf(personId),
        place,
      })),
    );
    if (steps.length > 0) await this.tx.rows(statements.insertSubtasks, [JSON.stringify(steps)]);
  }

  /** Comments of people without an account keep their names. */
  private async writeComments(cards: readonly ImportedCard[]): Promise<void> {
    const comments = cards.flatMap((card) =>
      card.comments.map(({ personId, at, editedAt, body }) => {
        const user = this.userOf(personId);
        const name = (personId !== null && this.names.get(personId)) || this.text("projectImport.unknownAuthor");
        return {
          task_id: this.taskIdOf(card),
          user_id: user,
          author_name: user === null ? name : null,
          body: mapMentions(body, this.mentions),
          at: this.instantOf(at),
          edited_at: editedAt ?? null,
        };
      }),
    );
    const placed = comments.map((comment, place) => ({ ...comment, place }));
    if (placed.length > 0) await this.tx.rows(statements.insertComments, [JSON.stringify(placed), this.importId]);
  }

  private fieldRows(card: ImportedCard): Parameters<typeof writeFieldValueRows>[1][number][] {
    return [...card.values].flatMap(([id, value]) => {
      const field = this.fields.get(id);
      const stored = field && this.storedValue(field, value);
      // Like assignees, people without a user are left out.
      if (field?.kind === "person" && stored === null) return [];
      if (!field || stored === null || stored === undefined) {
        this.losses.add("unreadable", this.board.fields.find((other) => other.id === id)?.title ?? null);
        return [];
      }
      const ids = { project_id: this.projectId, task_id: this.taskIdOf(card), field_id: field.id };
      return [{ ...ids, kind: field.kind, ...columnsOfValue(field.kind, stored) }];
    });
  }

  private storedValue({ kind, optionIds }: WrittenField, value: ImportedValue) {
    if (kind === "choice") return optionIds.get(String(value)) ?? null;
    if (kind === "choices") return Array.isArray(value) ? value.flatMap((id) => optionIds.get(id) ?? []) : null;
    if (kind === "person") return this.userOf(String(value));
    if (kind === "day") return this.dayOf(String(value));
    if (Array.isArray(value)) return null;
    return value;
  }

  async finish(): Promise<WrittenBoard> {
    await this.writeBlockers();
    await this.tx.rows(statements.setNextNumber, [this.projectId, maxOf(this.numbers.values()) + 1]);
    const { source } = this.board;
    const { title } = this.mapping;
    const counts = { ...countsOf(this.board), fields: this.fields.size, dependencies: this.dependencies };
    const { tasks, comments } = counts;
    this.tx.emit("project.imported", projectStream(this.projectId), {
      id: this.projectId,
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
    const dependencies = acyclicLinks(insideLinks);
    this.losses.add("cycle", null, insideLinks.length - dependencies.length);
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

/** Adds a number to a title that another field has. */
function uniqueTitle(title: string, titles: Set<string>): string {
  let unique = title;
  for (let number = 2; titles.has(unique.toLowerCase()); number++) unique = `${title} (${number})`;
  titles.add(unique.toLowerCase());
  return unique;
}

/** Options with the same title are one. */
const distinctOptions = (options: ImportedField["options"]): ImportedField["options"] => [
  ...new Map(options.map((option) => [option.title.toLowerCase(), option])).values(),
];
