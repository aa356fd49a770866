import type { InferType, Schema } from "yup";
import type { BoardTask } from "./tasks.contract";
import {
  type FieldRow,
  type Figure,
  type TaskColumn,
  type TaskField,
  type TaskFields,
  taskFields,
} from "./tasks.fields";

const rows: Record<TaskField, FieldRow & { initial: unknown }> = taskFields;

export const taskFieldNames = Object.keys(taskFields) as TaskField[];

export type TaskFieldWith<Said extends Partial<FieldRow>> = {
  [F in TaskField]: TaskFields[F] extends Said ? F : never;
}[TaskField];
function fieldsWith<const Said extends Partial<FieldRow>>(properties: Said): TaskFieldWith<Said>[] {
  const requiredProperties = Object.entries(properties) as [keyof FieldRow, unknown][];
  return taskFieldNames.filter((name) =>
    requiredProperties.every(([key, value]) => rows[name][key] === value),
  ) as TaskFieldWith<Said>[];
}

type Records = { [F in TaskField]: TaskFields[F] extends { record: infer Name extends string } ? Name : F };
export type RecordNameOf<F extends TaskField> = Records[F];
export const recordNameOf = <F extends TaskField>(name: F): RecordNameOf<F> =>
  (rows[name].record ?? name) as RecordNameOf<F>;

export type TaskRecord = { [F in TaskField as RecordNameOf<F>]: InferType<TaskFields[F]["reply"]> };

export type CardField = TaskFieldWith<{ onCard: true }>;
export const cardFields = fieldsWith({ onCard: true });
export type ListField = TaskFieldWith<{ kind: "list" }>;
export const listFields = fieldsWith({ kind: "list" });
export type CopiedField = TaskFieldWith<{ copied: true }>;
export const copiedFields = fieldsWith({ copied: true });
export const feedFields = fieldsWith({ inFeed: true });
export type NotifyingField = TaskFieldWith<{ notifies: true }>;
export const notifyingFields = fieldsWith({ notifies: true });

export type ChoiceField = TaskFieldWith<{ choices: readonly (string | number)[] }>;
export type ChoiceOf<F extends ChoiceField> = TaskFields[F]["choices"][number];
export const isChoice = (name: TaskField): name is ChoiceField => rows[name].choices !== null;
export const choiceFields = taskFieldNames.filter(isChoice);
export const choicesOf = <F extends ChoiceField>(name: F): readonly ChoiceOf<F>[] => taskFields[name].choices;
export const parseChoice = <F extends ChoiceField>(name: F, text: string): ChoiceOf<F> | undefined =>
  choicesOf(name).find((one) => String(one) === text);
export const bulkFields = choiceFields.filter((name) => rows[name].inBulkBar);

export type FigureField = TaskFieldWith<{ figure: Figure }>;
export type FigureColumn = TaskFields[FigureField]["column"]["name"];
export const figureFields = taskFieldNames.filter((name): name is FigureField => rows[name].figure !== null);
export const isFigureColumn = (column: TaskColumn): column is FigureColumn =>
  figureFields.some((name) => taskFields[name].column.name === column);
export const figureOfColumn = (column: FigureColumn): FigureField =>
  figureFields.find((name) => taskFields[name].column.name === column) as FigureField;

export const displayedPropertyOf = (name: TaskField): string => rows[name].shownBy ?? recordNameOf(name);

// Returns one part of each row by field name and preserves the exact types of the rows.

type Shape<F extends TaskField, Part extends "input" | "reply"> = { [Name in F]: TaskFields[Name][Part] };
const partsOf = <F extends TaskField, Part extends "input" | "reply">(names: readonly F[], part: Part) =>
  Object.fromEntries(names.map((name) => [name, taskFields[name][part]])) as Shape<F, Part>;

export const changeInputFields = partsOf(taskFieldNames, "input");

type CreateInput = {
  [F in TaskField as TaskFields[F] extends { create: null } ? never : F]: TaskFields[F] extends {
    create: infer S extends Schema;
  }
    ? S
    : TaskFields[F]["input"];
};
export type CreatedField = keyof CreateInput;
export const createdFields = taskFieldNames.filter((name): name is CreatedField => rows[name].create !== null);
export const createInputFields = Object.fromEntries(
  createdFields.map((name) => [name, rows[name].create ?? rows[name].input]),
) as CreateInput;

const repliesOf = <F extends TaskField>(names: readonly F[]) =>
  Object.fromEntries(names.map((name) => [recordNameOf(name), taskFields[name].reply])) as {
    [Name in F as RecordNameOf<Name>]: TaskFields[Name]["reply"];
  };
export const cardReplyFields = repliesOf(cardFields);
export const detailReplyFields = repliesOf(fieldsWith({ onCard: false }));

export const initialCard = (): Pick<TaskRecord, RecordNameOf<CardField>> & Pick<BoardTask, "field_values"> =>
  ({
    ...Object.fromEntries(cardFields.map((name) => [recordNameOf(name), structuredClone(taskFields[name].initial)])),
    field_values: {},
  }) as ReturnType<typeof initialCard>;

export type PlainField = CardField & TaskFieldWith<{ kind: "text" | "number" | "day" }>;
export type PlainColumn = NonNullable<TaskFields[PlainField]["column"]>["name"];
export type OwnColumn = Exclude<TaskColumn, PlainColumn>;
const plainFields = cardFields.filter((name): name is PlainField => rows[name].kind !== "list");
const fieldByColumn = new Map<string | undefined, PlainField>(
  plainFields.map((name) => [rows[name].column?.name, name]),
);
export const isPlainColumn = (column: TaskColumn): column is PlainColumn => fieldByColumn.has(column);
export const plainFieldOf = (column: PlainColumn): PlainField => fieldByColumn.get(column) as PlainField;
export type ChoiceColumn = NonNullable<TaskFields[ChoiceField]["column"]>["name"];
export const choiceOfColumn = (column: ChoiceColumn): ChoiceField =>
  choiceFields.find((name) => taskFields[name].column.name === column) as ChoiceField;
