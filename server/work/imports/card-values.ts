import { createHash } from "node:crypto";
import { instantAtLocalTime, localDayAt } from "../../../shared/kernel/wall-clock";
import { type FieldValue, readFieldValue } from "../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import type { ColumnKind } from "../../../shared/work/tasks/tasks.schema";
import type { FieldKind } from "../../../shared/work/fields/fields.schema";
import type {
  ImportedBoard,
  ImportedCard,
  ImportedComment,
  ImportedFile,
  ImportedValue,
  LossCounter,
} from "./imported-board";
import { mapMentions, type MentionNames } from "./mentions";

export interface TargetField {
  id: number;
  kind: FieldKind;
  optionIds: ReadonlyMap<string, number>;
  /** Rules of a field that existed before; values that break them are left out. */
  rules: ProjectField | null;
}

/** Records of the project by id of the source. */
export interface BoardTargets {
  columnIds: ReadonlyMap<string, number>;
  /** Kinds of the columns, in their order. */
  columnKinds: ReadonlyMap<number, ColumnKind>;
  tagIds: ReadonlyMap<string, number>;
  fields: ReadonlyMap<string, TargetField>;
  users: ReadonlyMap<string, number>;
  mentions: MentionNames | null;
}

export interface SubtaskValues {
  name: string;
  completed: boolean;
  due_day: string | null;
  user_id: number | null;
}

/** Values of a task that an import writes and that a later import of the same board can update. */
export interface CardValues {
  title: string;
  description: string | null;
  column_id: number;
  priority: ImportedCard["priority"];
  start_day: string | null;
  due_day: string | null;
  estimate_minutes: number | null;
  archived: boolean;
  user_ids: number[];
  tag_ids: number[];
  subtasks: SubtaskValues[];
  /** By id of the project's field. */
  field_values: Record<string, FieldValue>;
}

/** Converts cards of a board to values of tasks. */
export class CardReader {
  constructor(
    private readonly board: ImportedBoard,
    private readonly targets: BoardTargets,
    private readonly timeZone: string,
    private readonly losses: LossCounter,
  ) {}

  /** Adds the fields whose value can't be stored to `unreadable`, by id of the project's field. */
  valuesOf(card: ImportedCard, unreadable: Set<number> = new Set()): CardValues {
    const { columnIds, tagIds, mentions } = this.targets;
    const [start, due] = [this.dayOf(card.startDay), this.dayOf(card.dueDay)];
    // A task can't start after it is due: the due date counts.
    const isReversed = start !== null && due !== null && start > due;
    if (isReversed) this.losses.add("unreadable", card.key ?? card.title);
    return {
      title: card.title,
      description: (card.description && mapMentions(card.description, mentions)) || null,
      column_id: columnIds.get(card.columnId) as number,
      priority: card.priority,
      start_day: isReversed ? null : start,
      due_day: due,
      estimate_minutes: card.estimateMinutes,
      archived: card.isArchived,
      user_ids: distinctIds(card.personIds.map((id) => this.userOf(id))),
      tag_ids: distinctIds(card.tagIds.map((id) => tagIds.get(id) ?? null)),
      subtasks: card.subtasks.map(({ name, isCompleted, dueDay, personId }) => ({
        name: name || "–",
        completed: isCompleted,
        due_day: this.dayOf(dueDay),
        user_id: this.userOf(personId),
      })),
      field_values: this.fieldValuesOf(card.values, unreadable),
    };
  }

  /** Values by id of the project's field. */
  fieldValuesOf(
    values: ReadonlyMap<string, ImportedValue>,
    unreadable: Set<number> = new Set(),
  ): Record<string, FieldValue> {
    return Object.fromEntries([...values].flatMap(([id, value]) => this.fieldValueOf(id, value, unreadable)));
  }

  userOf(personId: string | null): number | null {
    return (personId !== null && this.targets.users.get(personId)) || null;
  }

  /** The day in the caller's time zone. */
  dayOf(date: string | null): string | null {
    if (date === null || !date.includes("T")) return date;
    return localDayAt(Date.parse(date), this.timeZone);
  }

  /** A time without zone is in the caller's. */
  instantOf(at: string | null): string | null {
    if (at === null) return null;
    if (at.endsWith("Z")) return at;
    const wall = Date.parse(`${at}Z`);
    return Number.isNaN(wall) ? null : new Date(instantAtLocalTime(wall, this.timeZone)).toISOString();
  }

  private fieldValueOf(id: string, value: ImportedValue, unreadable: Set<number>): [string, FieldValue][] {
    const field = this.targets.fields.get(id);
    const stored = field ? this.storedValue(field, value) : null;
    if (field && stored !== null) return [[String(field.id), stored]];
    // Like assignees, people without a user are left out.
    if (field?.kind === "person") return [];
    this.losses.add("unreadable", this.board.fields.find((other) => other.id === id)?.title ?? null);
    if (field) unreadable.add(field.id);
    return [];
  }

  private storedValue({ kind, optionIds, rules }: TargetField, value: ImportedValue): FieldValue | null {
    const stored = this.convertValue(kind, optionIds, value);
    if (!rules || stored === null) return stored;
    return "error" in readFieldValue(rules, stored, undefined) ? null : stored;
  }

  private convertValue(kind: FieldKind, optionIds: ReadonlyMap<string, number>, value: ImportedValue) {
    if (kind === "choice") return optionIds.get(String(value)) ?? null;
    if (kind === "choices") return Array.isArray(value) ? value.flatMap((id) => optionIds.get(id) ?? []) : null;
    if (kind === "person") return this.userOf(String(value));
    if (kind === "day") return this.dayOf(String(value));
    if (kind === "number") return Number(value);
    return Array.isArray(value) ? null : value;
  }
}

const distinctIds = (ids: readonly (number | null)[]): number[] => [
  ...new Set(ids.flatMap((id) => (id === null ? [] : [id]))),
];

export const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** Longer ids of a source are stored as digests, because the index has a limit. */
const maxIdLength = 200;

/** Identifies a card at a repeated import. The id of a row without one contains its title, which stays when the task is deleted. */
export const cardKeyOf = ({ id }: Pick<ImportedCard, "id">): string => {
  if (id.startsWith("row:")) return `row:${digestOf(id)}`;
  return id.length > maxIdLength ? digestOf(id) : id;
};

/** Keys of the cards that block a card. */
export const blockerKeysOf = ({ blockerIds }: ImportedCard): string[] =>
  [...new Set(blockerIds.map((id) => cardKeyOf({ id })))].toSorted();

/** Ids of this length identify a card in all boards of a program. */
const minUniqueIdLength = 10;

/** Number of cards by which a board is recognized. */
const maxSampledCards = 500;

/** Ids of cards by which a board is recognized, taken at equal distances. */
export function uniqueCardIds({ cards }: ImportedBoard): string[] {
  const ids = cards.map(cardKeyOf).filter((id) => id.length >= minUniqueIdLength && !id.startsWith("row:"));
  const distance = Math.ceil(ids.length / maxSampledCards);
  return ids.filter((_, at) => at % distance === 0);
}

/** Identifies a file of a card at a repeated import. A digest, because a deleted file must not leave its name behind. */
export const fileKeyOf = ({ id }: ImportedFile): string => digestOf(id);

/** Identifies a comment at a repeated import: its id in the source, otherwise author, time and text. */
export const commentKeyOf = ({ id, personId, at, body }: ImportedComment): string =>
  id ?? digestOf(JSON.stringify([personId, at, body]));
