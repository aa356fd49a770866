import type { InferType, Schema } from "yup";
import { type FieldRow, type TaskColumn, type TaskField, type TaskFields, taskFields } from "./tasks.fields";

// What is asked of the table in tasks.fields.ts: lists of names, and the parts of schemas and answers.

/** The same table where only what all rows have is asked for. */
const rows: Record<TaskField, FieldRow & { initial: unknown }> = taskFields;

export const taskFieldNames = Object.keys(taskFields) as TaskField[];

/** The fields whose row says this, as type and as list. */
export type FieldWith<Said extends Partial<FieldRow>> = {
  [F in TaskField]: TaskFields[F] extends Said ? F : never;
}[TaskField];
function fieldsWith<const Said extends Partial<FieldRow>>(said: Said): FieldWith<Said>[] {
  const wanted = Object.entries(said) as [keyof FieldRow, unknown][];
  return taskFieldNames.filter((name) =>
    wanted.every(([key, value]) => rows[name][key] === value),
  ) as FieldWith<Said>[];
}

type Records = { [F in TaskField]: TaskFields[F] extends { record: infer Name extends string } ? Name : F };
/** A field's name in answers and events. */
export type RecordOf<F extends TaskField> = Records[F];
export const recordOf = <F extends TaskField>(name: F): RecordOf<F> => (rows[name].record ?? name) as RecordOf<F>;

/** What answers and events hold of the changeable fields. */
export type TaskRecord = { [F in TaskField as RecordOf<F>]: InferType<TaskFields[F]["reply"]> };

export type CardField = FieldWith<{ onCard: true }>;
export const cardFields = fieldsWith({ onCard: true });
export type ListField = FieldWith<{ kind: "list" }>;
export const listFields = fieldsWith({ kind: "list" });
export type CopiedField = FieldWith<{ copied: true }>;
export const copiedFields = fieldsWith({ copied: true });
export type FeedField = FieldWith<{ inFeed: true }>;
export const feedFields = fieldsWith({ inFeed: true });
export type NotifyingField = FieldWith<{ notifies: true }>;
export const notifyingFields = fieldsWith({ notifies: true });

/** Fields with a few values to choose from. */
export type ChoiceField = FieldWith<{ choices: readonly (string | number)[] }>;
export type ChoiceOf<F extends ChoiceField> = TaskFields[F]["choices"][number];
export const isChoice = (name: TaskField): name is ChoiceField => rows[name].choices !== null;
export const choiceFields = taskFieldNames.filter(isChoice);
export const choicesOf = <F extends ChoiceField>(name: F): readonly ChoiceOf<F>[] => taskFields[name].choices;
export const choiceFrom = <F extends ChoiceField>(name: F, text: string): ChoiceOf<F> | undefined =>
  choicesOf(name).find((one) => String(one) === text);
export const bulkFields = choiceFields.filter((name) => rows[name].inBulkBar);

/** What cards and history show of a field: itself, or what stands for it. */
export const shownOf = (name: TaskField): string => rows[name].shownBy ?? recordOf(name);

// The parts of schemas and answers. Made by name, so that the types of the rows stay exact.

type Shape<F extends TaskField, Part extends "input" | "reply"> = { [Name in F]: TaskFields[Name][Part] };
const partsOf = <F extends TaskField, Part extends "input" | "reply">(names: readonly F[], part: Part) =>
  Object.fromEntries(names.map((name) => [name, taskFields[name][part]])) as Shape<F, Part>;

/** What a change takes. */
export const changeInput = partsOf(taskFieldNames, "input");

type CreateInput = {
  [F in TaskField as TaskFields[F] extends { create: null } ? never : F]: TaskFields[F] extends {
    create: infer S extends Schema;
  }
    ? S
    : TaskFields[F]["input"];
};
export type CreatedField = keyof CreateInput;
export const createdFields = taskFieldNames.filter((name): name is CreatedField => rows[name].create !== null);
/** What creating takes. */
export const createInput = Object.fromEntries(
  createdFields.map((name) => [name, rows[name].create ?? rows[name].input]),
) as CreateInput;

const repliesOf = <F extends TaskField>(names: readonly F[]) =>
  Object.fromEntries(names.map((name) => [recordOf(name), taskFields[name].reply])) as {
    [Name in F as RecordOf<Name>]: TaskFields[Name]["reply"];
  };
/** On the card. */
export const cardReply = repliesOf(cardFields);
/** What only the detail shows beside it. */
export const detailReply = repliesOf(fieldsWith({ onCard: false }));

/** What a task has on its card when nothing is said of it. */
export const initialCard = (): Pick<TaskRecord, RecordOf<CardField>> =>
  Object.fromEntries(
    cardFields.map((name) => [recordOf(name), structuredClone(taskFields[name].initial)]),
  ) as ReturnType<typeof initialCard>;

/** Fields on cards that are one value each; their columns show it. */
export type PlainField = CardField & FieldWith<{ kind: "text" | "number" | "day" }>;
export type PlainColumn = NonNullable<TaskFields[PlainField]["column"]>["name"];
/** Columns that show several things, or what is no field. */
export type OwnColumn = Exclude<TaskColumn, PlainColumn>;
const plainFields = cardFields.filter((name): name is PlainField => rows[name].kind !== "list");
const fieldByColumn = new Map<string | undefined, PlainField>(
  plainFields.map((name) => [rows[name].column?.name, name]),
);
export const isPlain = (column: TaskColumn): column is PlainColumn => fieldByColumn.has(column);
export const plainFieldOf = (column: PlainColumn): PlainField => fieldByColumn.get(column) as PlainField;
/** The columns of fields with a few values to choose from. */
export type ChoiceColumn = NonNullable<TaskFields[ChoiceField]["column"]>["name"];
export const choiceOfColumn = (column: ChoiceColumn): ChoiceField =>
  choiceFields.find((name) => taskFields[name].column.name === column) as ChoiceField;
