import type { FieldValue } from "../../../shared/work/fields/field-values.rules";
import { rankBetween } from "../../../shared/work/tasks/tasks.rank.rules";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Translate } from "../../platform/text";
import { columnsOfValue } from "../fields/field-value-columns";
import { type FieldValueRow, writeFieldValueRows } from "../tasks/tasks.field-values";
import { comparableOf } from "./card-comparison";
import {
  blockerKeysOf,
  type BoardTargets,
  CardReader,
  cardKeyOf,
  type CardValues,
  commentKeyOf,
  fileKeyOf,
} from "./card-values";
import type { ImportedBoard, ImportedCard, ImportedComment, LossCounter } from "./imported-board";
import * as statements from "./imports.sql";
import { StayReader } from "./card-stays";
import { mapMentions } from "./mentions";

/** Cards per statement; a statement with more takes longer than a second. */
export const chunkSize = 500;

interface WriterInput {
  projectId: number;
  importId: number;
  board: ImportedBoard;
  targets: BoardTargets;
  text: Translate;
  losses: LossCounter;
  timeZone: string;
  /** Ids of task templates by title. */
  templateIds?: ReadonlyMap<string, number>;
}

interface ValuesOfTask {
  taskId: number;
  values: CardValues;
}

/** Writes cards of a board as tasks of a project, with statements for up to `chunkSize` cards. */
export class CardWriter {
  readonly reader: CardReader;
  readonly stayReader: StayReader;
  /** Highest rank of each column. */
  private readonly lastRanks: Map<number, string>;
  private readonly names: ReadonlyMap<string, string>;

  constructor(
    private readonly tx: Tx,
    private readonly input: WriterInput,
    lastRanks: Iterable<readonly [number, string]> = [],
  ) {
    const { board, targets, timeZone, losses } = input;
    this.reader = new CardReader(board, targets, timeZone, losses);
    this.stayReader = new StayReader(input.importId, targets, this.reader);
    this.lastRanks = new Map(lastRanks);
    this.names = new Map(board.people.map(({ id, name }) => [id, name]));
  }

  /**
   * Creates tasks at the end of their columns.
   * @returns their ids, in the order of the cards.
   */
  async insertCards(cards: readonly ImportedCard[], numberOf: (card: ImportedCard) => number): Promise<number[]> {
    const { projectId, importId, board } = this.input;
    const values = cards.map((card) => this.reader.valuesOf(card));
    const rows = await this.tx.rows<{ id: number; number: number }>(statements.insertTasks, [
      projectId,
      JSON.stringify(cards.map((card, at) => this.taskRow(card, values[at] as CardValues, numberOf(card)))),
      importId,
    ]);
    const idOfNumber = new Map(rows.map(({ id, number }) => [number, id]));
    const taskIds = cards.map((card) => idOfNumber.get(numberOf(card)) as number);
    const tasks = values.map((own, at) => ({ taskId: taskIds[at] as number, values: own }));
    await this.insertAssignees(tasks);
    await this.insertTags(tasks);
    await this.insertSubtasks(tasks);
    await this.insertComments(cards.map(({ comments }, at) => ({ taskId: taskIds[at] as number, comments })));
    await this.writeFieldValues(tasks.map((task) => ({ taskId: task.taskId, change: task.values.field_values })));
    await this.tx.rows(statements.insertImportedTasks, [
      projectId,
      board.source,
      importId,
      JSON.stringify(
        cards.map((card, at) => ({
          source_id: cardKeyOf(card),
          task_id: taskIds[at],
          imported_values: { ...comparableOf(values[at] as CardValues), blockers: blockerKeysOf(card) },
          comment_keys: card.comments.map(commentKeyOf),
          file_keys: (card.files ?? []).map(fileKeyOf),
          stays: this.stayReader.staysOf(card, values[at] as CardValues),
        })),
      ),
    ]);
    return taskIds;
  }

  private taskRow(card: ImportedCard, values: CardValues, number: number) {
    const templateId = (card.template && this.input.templateIds?.get(card.template.title)) ?? null;
    const { column_id, title, description, priority, start_day, due_day, estimate_minutes, archived } = values;
    return {
      column_id,
      number,
      title,
      description,
      priority,
      start_day,
      due_day,
      estimate_minutes,
      progress: card.progress ?? (this.input.targets.columnKinds.get(column_id) === "done" ? 100 : 0),
      progress_by_hand: card.isProgressByHand,
      complexity: card.complexity,
      rank: this.takeRank(column_id),
      reporter_id: this.reader.userOf(card.reporterId),
      archived,
      archived_at: card.archivedAt,
      created_at: this.reader.instantOf(card.createdAt),
      template_id: templateId,
      template_version: templateId === null ? null : card.template?.version,
    };
  }

  get targets(): BoardTargets {
    return this.input.targets;
  }

  get importId(): number {
    return this.input.importId;
  }

  /** The rank at the end of a column. */
  takeRank(columnId: number): string {
    const rank = rankBetween(this.lastRanks.get(columnId) ?? null, null);
    this.lastRanks.set(columnId, rank);
    return rank;
  }

  async insertAssignees(tasks: readonly ValuesOfTask[]): Promise<void> {
    await this.insertLinks(statements.insertAssignees, tasks, ({ user_ids }) => user_ids);
  }

  async insertTags(tasks: readonly ValuesOfTask[]): Promise<void> {
    await this.insertLinks(statements.insertTaskTags, tasks, ({ tag_ids }) => tag_ids);
  }

  private async insertLinks(
    statement: typeof statements.insertAssignees,
    tasks: readonly ValuesOfTask[],
    idsOf: (values: CardValues) => readonly number[],
  ): Promise<void> {
    const links = tasks.flatMap(({ taskId, values }) => idsOf(values).map((id) => ({ taskId, id })));
    if (links.length === 0) return;
    const ids = [links.map(({ taskId }) => taskId), links.map(({ id }) => id)];
    await this.tx.rows(statement, [this.input.projectId, ...ids]);
  }

  async insertSubtasks(tasks: readonly ValuesOfTask[]): Promise<void> {
    const steps = tasks.flatMap(({ taskId, values }) =>
      values.subtasks.map((step, place) => ({ ...step, task_id: taskId, place })),
    );
    if (steps.length > 0) await this.tx.rows(statements.insertSubtasks, [JSON.stringify(steps)]);
  }

  /** Comments of people without an account keep their names. */
  async insertComments(tasks: readonly { taskId: number; comments: readonly ImportedComment[] }[]): Promise<void> {
    const { text, targets, importId } = this.input;
    const rows = tasks.flatMap(({ taskId, comments }) =>
      comments.map(({ personId, at, editedAt, body }) => {
        const user = this.reader.userOf(personId);
        const name = (personId !== null && this.names.get(personId)) || text("projectImport.unknownAuthor");
        return {
          task_id: taskId,
          user_id: user,
          author_name: user === null ? name : null,
          body: mapMentions(body, targets.mentions),
          at: this.reader.instantOf(at),
          edited_at: editedAt ?? null,
        };
      }),
    );
    const placed = rows.map((row, place) => ({ ...row, place }));
    if (placed.length > 0) await this.tx.rows(statements.insertComments, [JSON.stringify(placed), importId]);
  }

  /** Writes values of fields; null removes a value. */
  async writeFieldValues(
    tasks: readonly { taskId: number; change: Readonly<Record<string, FieldValue | null>> }[],
  ): Promise<void> {
    const kinds = new Map([...this.input.targets.fields.values()].map(({ id, kind }) => [String(id), kind]));
    const rows = tasks.flatMap(({ taskId, change }) =>
      Object.entries(change).flatMap(([id, value]): FieldValueRow[] => {
        const kind = kinds.get(id);
        if (!kind) return [];
        const ids = { project_id: this.input.projectId, task_id: taskId, field_id: Number(id) };
        return [{ ...ids, kind, ...columnsOfValue(kind, value) }];
      }),
    );
    await writeFieldValueRows(this.tx, rows);
  }
}
