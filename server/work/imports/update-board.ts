import { projectStream } from "../../../shared/kernel/events";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { FieldValue } from "../../../shared/work/fields/field-values.rules";
import type { ImportUpdateCounts } from "../../../shared/work/imports/imports.contract";
import { progressAfterMove, progressAfterSubtasks } from "../../../shared/work/tasks/tasks.progress.rules";
import type { ColumnKind } from "../../../shared/work/tasks/tasks.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { projectAccess } from "../access/projects.policy";
import { lockProjects } from "../fields/fields.service";
import { extendTimeline, setMembers } from "../projects/projects.service";
import { enforceBoardLimit } from "../tasks/tasks.limits";
import { type FilesOfTask, type ImportedFileKeys, isImportedFile } from "./board-files";
import { type ComparableValues, comparableOf, compareValues, fieldKeyOf } from "./card-comparison";
import {
  blockerKeysOf,
  cardKeyOf,
  CardReader,
  type CardValues,
  commentKeyOf,
  fileKeyOf,
  uniqueCardIds,
} from "./card-values";
import { CardWriter, chunkSize } from "./card-writer";
import { ConflictList } from "./conflict-list";
import {
  type ImportedBoard,
  type ImportedCard,
  type ImportedComment,
  type ImportedFile,
  LossCounter,
  maxFilesPerCard,
} from "./imported-board";
import { type RecordIds, recordIdsOf } from "./imported-records";
import { authorizeContents } from "./import-permissions";
import * as statements from "./imports.sql";
import { addNamesOfOthers } from "./names-of-others";
import * as updateStatements from "./update.sql";
import { DependencyUpdate } from "./update-dependencies";
import { resolveTargets, type UpdateTargets } from "./update-targets";

export interface UpdateMapping {
  fileName: string;
  /** Keys that identify the board; the first one is stored. */
  boardKeys: readonly string[];
  /** Whether the file is a table, which may lack columns that an earlier one had. */
  isTable: boolean;
  /** Users by person of the source, in the order of the request. */
  users: ReadonlyMap<string, number>;
}

export interface UpdatedBoard {
  counts: ImportUpdateCounts;
  conflicts: ReturnType<ConflictList["list"]>;
}

/** `is_here` is null for a deleted task, false for one in another project. */
interface ImportedTaskRow extends ImportedFileKeys {
  task_id: number | null;
  imported_values: ComparableValues;
  comment_keys: string[];
}

interface TaskRow extends CardValues {
  id: number;
  key: string;
  column_kind: ColumnKind;
  progress: number;
  progress_by_hand: boolean;
  subtask_count: number;
  subtask_done_count: number;
  attachment_count: number;
}

/**
 * Updates a project from a board that was imported into it, in the caller's transaction, with one event. Values that were changed here and in
 * the file stay as they are here; deleted tasks and comments stay deleted. The project is locked until the transaction ends.
 * @throws Problem 404 when the project isn't visible; 403 without permission; 409 when it is archived; 422 for another board or an unknown
 *   user.
 */
export async function updateBoard(
  tx: Tx,
  actor: Actor,
  projectId: number,
  board: ImportedBoard,
  mapping: UpdateMapping,
  { text, losses, onProgress, attach }: BoardUpdateOptions,
): Promise<UpdatedBoard> {
  await lockProjects(tx, actor, projectId);
  const access = await projectAccess(tx, actor, projectId);
  authorizeContents(actor, board, access, ["task-create", "task-edit", "task-move"]);
  const lastImport = await tx.one<{ record_ids: RecordIds | null }>(updateStatements.selectLastImport, [
    projectId,
    board.source,
    mapping.boardKeys,
    uniqueCardIds(board),
  ]);
  if (!lastImport?.record_ids) throw invalidFieldProblem("file", "projectImport.otherBoard");
  await addMembers(tx, actor, projectId, mapping.users);
  const namedBoard = addNamesOfOthers(board, mapping.users, text, losses);
  const recordIds = lastImport.record_ids;
  const input = { projectId, board: namedBoard, recordIds, users: mapping.users, text, losses };
  const targets = await resolveTargets(tx, actor, input);
  const update = new BoardUpdate(tx, actor, {
    projectId,
    board: namedBoard,
    mapping,
    recordIds,
    targets,
    losses,
    text,
  });
  return update.run(onProgress, attach);
}

interface BoardUpdateOptions {
  text: Translate;
  losses: LossCounter;
  onProgress: (done: number, total: number) => void;
  /** Attaches new files of the board to the tasks. */
  attach: (tasks: readonly FilesOfTask[]) => Promise<void>;
}

/** Adds the chosen users to the members. Errors are reported at the people of the request. */
async function addMembers(tx: Tx, actor: Actor, projectId: number, users: ReadonlyMap<string, number>): Promise<void> {
  const people = [...users.values()];
  const newMembers = await tx.rows<{ id: number }>(updateStatements.selectUsersWithoutAccess, [
    projectId,
    [...new Set(people)],
  ]);
  if (newMembers.length === 0) return;
  try {
    await setMembers(tx, actor, projectId, {
      members: newMembers.map(({ id }) => ({ user_id: id })),
      base_members: [],
    } as Parameters<typeof setMembers>[3]);
  } catch (error) {
    if (!(error instanceof Problem) || !error.detail.errors) throw error;
    const errors = Object.entries(error.detail.errors).map(([field, messages]) => {
      const userId = newMembers[Number(/^members\.(\d+)\./.exec(field)?.[1])]?.id;
      return [userId === undefined ? field : `people.${people.indexOf(userId)}.user_id`, messages];
    });
    throw new Problem(error.code, { ...error.detail, errors: Object.fromEntries(errors) as FieldErrors });
  }
}

interface UpdateInput {
  projectId: number;
  board: ImportedBoard;
  mapping: UpdateMapping;
  /** Of the last import. */
  recordIds: RecordIds;
  targets: UpdateTargets;
  losses: LossCounter;
  text: Translate;
}

interface MatchedCard {
  card: ImportedCard;
  row: ImportedTaskRow;
  taskId: number;
}

interface ComparedCard extends MatchedCard {
  task: TaskRow;
  values: CardValues;
  changed: ReadonlySet<string>;
  nextBase: ComparableValues;
  newComments: ImportedComment[];
  newFiles: ImportedFile[];
}

class BoardUpdate {
  private readonly counts: ImportUpdateCounts = {
    created: 0,
    updated: 0,
    unchanged: 0,
    conflicts: 0,
    deleted: 0,
    moved: 0,
    missing: 0,
    comments: 0,
    files: 0,
    dependencies: 0,
  };
  private readonly conflicts: ConflictList;
  private readonly taskIds = new Map<string, number>();
  private readonly days: string[] = [];
  private readonly newFiles: FilesOfTask[] = [];
  private readonly dependencies: DependencyUpdate;
  /** By list of the file. */
  private readonly lastColumnIds: ReadonlyMap<string, number>;

  constructor(
    private readonly tx: Tx,
    private readonly actor: Actor,
    private readonly input: UpdateInput,
  ) {
    this.dependencies = new DependencyUpdate(tx, input);
    this.lastColumnIds = new Map(Object.entries(input.recordIds.columns));
    this.conflicts = new ConflictList(
      [...input.targets.fields].map(([source, { id }]) => [
        fieldKeyOf(id),
        input.board.fields.find((field) => field.id === source)?.title ?? "",
      ]),
    );
  }

  async run(onProgress: BoardUpdateOptions["onProgress"], attach: BoardUpdateOptions["attach"]): Promise<UpdatedBoard> {
    const { tx, input } = this;
    const { projectId, board, losses } = input;
    await tx.rows(updateStatements.lockColumns, [projectId]);
    await tx.rows(updateStatements.lockTasks, [projectId, board.source]);
    const rows = await tx.rows<ImportedTaskRow>(updateStatements.selectImportedTasks, [projectId, board.source]);
    const taskIdOfKey = new Map(rows.map(({ source_id, task_id }) => [source_id, task_id]));
    const { matchedCards, newCards } = this.matchCards(new Map(rows.map((row) => [row.source_id, row])));
    losses.add("partsOfUpdate", null, countParts(board));
    const writer = await this.createWriter();
    const isInFile = this.filledFields();
    const total = matchedCards.length + newCards.length;
    for (let at = 0; at < matchedCards.length; at += chunkSize) {
      onProgress(at, total);
      await this.updateCards(writer, matchedCards.slice(at, at + chunkSize), isInFile);
    }
    await this.addCards(writer, newCards, (done) => onProgress(matchedCards.length + done, total));
    await attach(this.newFiles);
    await this.dependencies.write(taskIdOfKey, this.taskIds, new Set(newCards.map(({ id }) => id)));
    await extendTimeline(tx, this.actor, projectId, this.days);
    await this.emit(writer.importId);
    return { counts: this.counts, conflicts: this.conflicts.list() };
  }

  private matchCards(rows: Map<string, ImportedTaskRow>): { matchedCards: MatchedCard[]; newCards: ImportedCard[] } {
    const { board } = this.input;
    const matchedCards: MatchedCard[] = [];
    const newCards: ImportedCard[] = [];
    for (const card of board.cards) {
      const row = rows.get(cardKeyOf(card));
      if (row) rows.delete(row.source_id);
      if (!row) newCards.push(card);
      else if (row.task_id === null) this.counts.deleted++;
      else if (row.is_here !== true) this.counts.moved++;
      else {
        matchedCards.push({ card, row, taskId: row.task_id });
        this.taskIds.set(card.id, row.task_id);
      }
    }
    this.counts.missing = [...rows.values()].filter(({ is_here }) => is_here === true).length;
    return { matchedCards, newCards };
  }

  private async createWriter(): Promise<CardWriter> {
    const { tx, actor, input } = this;
    const { projectId, board, mapping, targets } = input;
    const recordIds = JSON.stringify(recordIdsOf(targets, board));
    const values = [projectId, board.source, mapping.boardKeys[0], mapping.fileName, actor.id, recordIds];
    const [row] = await tx.rows<{ id: number }>(statements.insertImport, values);
    const importId = row?.id as number;
    const ranks = await tx.rows<{ column_id: number; rank: string }>(updateStatements.selectLastRanks, [projectId]);
    const lastRanks = ranks.map(({ column_id, rank }) => [column_id, rank] as const);
    return new CardWriter(tx, { ...input, importId, timeZone: actor.timeZone }, lastRanks);
  }

  /** A table may lack a column that an earlier one had: fields that are empty in all of its rows aren't updated. */
  private filledFields(): (field: string) => boolean {
    const { mapping, board, targets } = this.input;
    if (!mapping.isTable) return () => true;
    const reader = new CardReader(board, targets, this.actor.timeZone, new LossCounter());
    const defaults: ComparableValues = { priority: "medium", archived: false };
    const filled = new Set<string>();
    for (const card of board.cards)
      for (const [field, value] of Object.entries(comparableOf(reader.valuesOf(card))))
        if (value !== null && value !== defaults[field] && !(Array.isArray(value) && value.length === 0))
          filled.add(field);
    if (board.cards.some(({ blockerIds }) => blockerIds.length > 0)) filled.add("blockers");
    return (field) => field.startsWith("field:") || filled.has(field);
  }

  private async updateCards(
    writer: CardWriter,
    cards: readonly MatchedCard[],
    isInFile: (field: string) => boolean,
  ): Promise<void> {
    const { projectId, board } = this.input;
    const ids = cards.map(({ taskId }) => taskId);
    const rows = await this.tx.rows<TaskRow>(updateStatements.selectTaskValues, [ids]);
    const tasks = new Map(rows.map((task) => [task.id, task]));
    const comparedCards = cards.map((card) => this.compare(writer, card, tasks.get(card.taskId) as TaskRow, isInFile));
    await this.writeChanges(writer, comparedCards);
    const { importId } = writer;
    const writtenCards = comparedCards.filter(
      ({ row, nextBase, newComments, newFiles }) =>
        newComments.length > 0 || newFiles.length > 0 || !isSameBase(row.imported_values, nextBase),
    );
    if (writtenCards.length === 0) return;
    await this.tx.rows(updateStatements.updateImportedTasks, [
      projectId,
      board.source,
      importId,
      JSON.stringify(
        writtenCards.map(({ row, nextBase, changed, newComments, newFiles, task, values }) => ({
          source_id: row.source_id,
          imported_values: nextBase,
          new_comment_keys: newComments.map(commentKeyOf),
          new_file_keys: newFiles.map(fileKeyOf),
          new_stays:
            changed.has("column_id") || changed.has("archived")
              ? [
                  writer.stayReader.stayOfUpdate({
                    column_id: changed.has("column_id") ? values.column_id : task.column_id,
                    archived: changed.has("archived") ? values.archived : task.archived,
                  }),
                ]
              : [],
          is_written: changed.size > 0 || newComments.length > 0 || newFiles.length > 0,
        })),
      ),
    ]);
  }

  private compare(
    writer: CardWriter,
    matched: MatchedCard,
    task: TaskRow,
    isInFile: (field: string) => boolean,
  ): ComparedCard {
    const { card, row } = matched;
    const unreadable = new Set<number>();
    const values = writer.reader.valuesOf(card, unreadable);
    const { existingTagIds, fields } = this.input.targets;
    const comparedFields = new Set(
      [...fields.values()].filter(({ id }) => !unreadable.has(id)).map(({ id }) => fieldKeyOf(id)),
    );
    const next = comparableOf(values);
    const last = {
      ...withoutDeletedTags(row.imported_values, existingTagIds),
      column_id: this.lastColumnOf(matched, values),
    };
    const isCompared = (field: string): boolean => {
      if (field === "blockers") return false;
      return field.startsWith("field:") ? comparedFields.has(field) : isInFile(field);
    };
    const { changed, conflicts } = compareValues(last, comparableOf(taskValuesOf(task)), next, isCompared);
    this.conflicts.add(conflicts, task);
    const commentKeys = new Set(row.comment_keys);
    const newComments = card.comments.filter((comment) => !commentKeys.has(commentKeyOf(comment)));
    const newFiles = this.takeNewFiles(card, row, task);
    const linkCount = isInFile("blockers") ? this.dependencies.compare(card, row.imported_values, task.id) : 0;
    this.counts.dependencies += linkCount;
    if (changed.size > 0 || newComments.length + newFiles.length + linkCount > 0) this.counts.updated++;
    else if (conflicts.size === 0) this.counts.unchanged++;
    if (conflicts.size > 0) this.counts.conflicts++;
    this.counts.comments += newComments.length;
    const nextBase: Record<string, unknown> = { ...last };
    for (const field of new Set([...Object.keys(last), ...Object.keys(next)]))
      if (isCompared(field)) nextBase[field] = next[field] ?? null;
    if (isInFile("blockers")) nextBase.blockers = blockerKeysOf(card);
    return { ...matched, task, values, changed, nextBase, newComments, newFiles };
  }

  /**
   * The column at the last import. If it was deleted here and the card is still in its list, the column that the list has now stands for it, so
   * that the task stays where it is. If the card is in another list, the deleted column makes it a conflict.
   */
  private lastColumnOf({ card, row }: MatchedCard, values: CardValues): unknown {
    const { column_id } = row.imported_values;
    const isDeleted = !this.input.targets.columnKinds.has(column_id as number);
    return isDeleted && this.lastColumnIds.get(card.columnId) === column_id ? values.column_id : column_id;
  }

  /** The files of a card that weren't imported before, as many as the task may have. Another update may have added some meanwhile. */
  private takeNewFiles(card: ImportedCard, row: ImportedTaskRow, task: TaskRow): ImportedFile[] {
    const newFiles = (card.files ?? []).filter((file) => !isImportedFile(row, file));
    const files = newFiles.slice(0, Math.max(0, maxFilesPerCard - task.attachment_count));
    this.input.losses.add("shortened", task.key, newFiles.length - files.length);
    this.counts.files += files.length;
    if (files.length > 0) this.newFiles.push({ taskId: task.id, files });
    return files;
  }

  private async writeChanges(writer: CardWriter, comparedCards: readonly ComparedCard[]): Promise<void> {
    const changedCards = comparedCards.filter((one) => one.changed.size > 0);
    if (changedCards.length > 0) {
      const rows = changedCards.map((one) => this.changedRow(writer, one));
      await this.tx.rows(updateStatements.updateTasks, [JSON.stringify(rows)]);
    }
    const tasksWith = (field: string) => changedCards.filter((one) => one.changed.has(field));
    const lists = [
      ["user_ids", updateStatements.deleteAssignees, (tasks: ComparedCard[]) => writer.insertAssignees(tasks)],
      ["tag_ids", updateStatements.deleteTaskTags, (tasks: ComparedCard[]) => writer.insertTags(tasks)],
      ["subtasks", updateStatements.deleteSubtasks, (tasks: ComparedCard[]) => writer.insertSubtasks(tasks)],
    ] as const;
    for (const [field, deleteRows, insertRows] of lists) {
      const tasks = tasksWith(field);
      if (tasks.length === 0) continue;
      await this.tx.rows(deleteRows, [tasks.map(({ taskId }) => taskId)]);
      await insertRows(tasks);
    }
    await writer.writeFieldValues(changedCards.map((one) => ({ taskId: one.taskId, change: fieldChangeOf(one) })));
    const commentedCards = comparedCards.filter(({ newComments }) => newComments.length > 0);
    await writer.insertComments(commentedCards.map(({ taskId, newComments }) => ({ taskId, comments: newComments })));
  }

  private changedRow(writer: CardWriter, { task, values, changed }: ComparedCard) {
    const pick = <Field extends keyof CardValues>(field: Field): CardValues[Field] =>
      changed.has(field) ? values[field] : task[field];
    const columnId = pick("column_id");
    const columnKind = this.input.targets.columnKinds.get(columnId) ?? task.column_kind;
    const steps = pick("subtasks");
    const done = steps.filter(({ completed }) => completed).length;
    let { progress } = task;
    if (changed.has("column_id")) {
      const counts = { progress, subtask_count: steps.length, subtask_done_count: done };
      progress = progressAfterMove(counts, task.column_kind, columnKind);
    }
    if (changed.has("subtasks"))
      progress = progressAfterSubtasks(
        { progress, progressByHand: task.progress_by_hand, columnKind },
        done,
        steps.length,
      );
    const [start_day, due_day] = [pick("start_day"), pick("due_day")];
    if (changed.has("start_day") && start_day) this.days.push(start_day);
    if (changed.has("due_day") && due_day) this.days.push(due_day);
    return {
      id: task.id,
      title: pick("title"),
      description: pick("description"),
      column_id: columnId,
      priority: pick("priority"),
      start_day,
      due_day,
      estimate_minutes: pick("estimate_minutes"),
      archived: pick("archived"),
      progress,
      rank: columnId === task.column_id ? null : writer.takeRank(columnId),
    };
  }

  private async addCards(
    writer: CardWriter,
    cards: readonly ImportedCard[],
    onProgress: (done: number) => void,
  ): Promise<void> {
    const { projectId } = this.input;
    this.counts.created = cards.length;
    if (cards.length === 0) return;
    const project = await this.tx.one<{ next_task_number: number }>(updateStatements.selectProject, [projectId]);
    const first = project?.next_task_number ?? 1;
    const numbers = new Map(cards.map(({ id }, at) => [id, first + at]));
    for (let at = 0; at < cards.length; at += chunkSize) {
      onProgress(at);
      const chunk = cards.slice(at, at + chunkSize);
      const ids = await writer.insertCards(chunk, ({ id }) => numbers.get(id) as number);
      chunk.forEach(({ id, comments, files = [] }, index) => {
        this.taskIds.set(id, ids[index] as number);
        this.newFiles.push({ taskId: ids[index] as number, files });
        this.counts.files += files.length;
        this.counts.comments += comments.length;
      });
    }
    for (const { startDay, dueDay } of cards)
      for (const day of [writer.reader.dayOf(startDay), writer.reader.dayOf(dueDay)]) if (day) this.days.push(day);
    const next = first + cards.length;
    await this.tx.rows(statements.setNextNumber, [projectId, next]);
    await enforceBoardLimit(this.tx, projectId, next, "file");
  }

  private async emit(importId: number): Promise<void> {
    const { projectId, board } = this.input;
    const project = await this.tx.one<{ title: string }>(updateStatements.selectProject, [projectId]);
    const { created, updated, comments } = this.counts;
    this.tx.emit("project.imported", projectStream(projectId), {
      id: projectId,
      import_id: importId,
      title: project?.title ?? "",
      source: board.source,
      tasks: created,
      comments,
      updated,
    });
  }
}

/** Views, task templates and series, which an update doesn't change. */
const countParts = ({ parts }: ImportedBoard): number =>
  parts ? parts.views.length + parts.task_templates.length + parts.series.length : 0;

const taskValuesOf = ({
  title,
  description,
  column_id,
  priority,
  start_day,
  due_day,
  ...task
}: TaskRow): CardValues => ({
  title,
  description: description || null,
  column_id,
  priority,
  start_day,
  due_day,
  estimate_minutes: task.estimate_minutes,
  archived: task.archived,
  user_ids: task.user_ids,
  tag_ids: task.tag_ids,
  subtasks: task.subtasks,
  field_values: task.field_values,
});

const withoutDeletedTags = (values: ComparableValues, existingIds: ReadonlySet<number>): ComparableValues => ({
  ...values,
  tag_ids: (values.tag_ids as number[]).filter((id) => existingIds.has(id)),
});

function fieldChangeOf({ changed, values }: ComparedCard): Record<string, FieldValue | null> {
  const ids = [...changed].flatMap((field) => (field.startsWith("field:") ? [field.slice("field:".length)] : []));
  return Object.fromEntries(ids.map((id) => [id, values.field_values[id] ?? null]));
}

const isSameBase = (before: ComparableValues, after: ComparableValues): boolean =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].every(
    (field) => JSON.stringify(before[field] ?? null) === JSON.stringify(after[field] ?? null),
  );
