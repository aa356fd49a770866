import type { Schema } from "yup";
import { dayField, emptyToNull, idField, lineField, reply, textField } from "../../kernel/fields";
import type sharedTexts from "../../locales/en.json";

type NameIn<Text> = Text extends `document.column.${infer Name}` ? Name : never;
/** Names of fields in exports and printed documents. */
type DocumentColumn = NameIn<keyof typeof sharedTexts>;

/** Definition of a field that a requester writes. Its name is that of the input, the reply, the column and the row. */
export interface DocumentField<Column extends string = string> {
  kind: "text" | "day" | "id";
  input: Schema;
  /** Null if replies contain the field in another form. */
  reply: Schema | null;
  /** Value of a new document and of an empty text. */
  initial: "" | null;
  /** Column of exported lists. */
  exported: { name: Column; width: number } | null;
  /** Name of the fact in printed documents. */
  printed: Column | null;
}
export type DocumentFields = Readonly<Record<string, DocumentField>>;
/** A row of a table, whose columns have texts. What reads tables accepts any column, so that a missing text is reported only in the table. */
export type DocumentFieldRow = DocumentField<DocumentColumn>;

const hidden = { initial: null, exported: null, printed: null } as const;

/** Kinds of fields. A row of the table states only what differs, for example where the field is exported and printed. */
export const optionalLine = (max: number) =>
  ({
    ...hidden,
    kind: "text",
    input: lineField(max).transform(emptyToNull).nullable(),
    reply: reply.textOrNull(),
  }) as const;
export const optionalText = (max: number) =>
  ({
    ...hidden,
    kind: "text",
    input: textField(max).transform(emptyToNull).nullable(),
    reply: reply.textOrNull(),
  }) as const;
export const optionalDay = () => ({ ...hidden, kind: "day", input: dayField(), reply: reply.textOrNull() }) as const;
export const optionalId = (entity: string) =>
  ({ ...hidden, kind: "id", input: idField(entity).nullable(), reply: reply.numberOrNull() }) as const;

type FieldValue<Field extends DocumentField> = Field["kind"] extends "id"
  ? number | null
  : Field["initial"] extends null
    ? string | null
    : string;

/** The fields as they are stored. */
export type FieldValues<Fields extends DocumentFields> = { -readonly [Name in keyof Fields]: FieldValue<Fields[Name]> };

/** The fields in a form, where a text is never null. */
export type FormValues<Fields extends DocumentFields> = {
  -readonly [Name in keyof Fields]: Fields[Name]["kind"] extends "text" ? string : FieldValue<Fields[Name]>;
};

type RepliedName<Fields extends DocumentFields> = {
  [Name in keyof Fields]: Fields[Name]["reply"] extends null ? never : Name;
}[keyof Fields];
export type RepliedFields<Fields extends DocumentFields> = Pick<FieldValues<Fields>, RepliedName<Fields>>;

const entriesOf = (fields: DocumentFields) => Object.entries(fields);

export const inputShape = <Fields extends DocumentFields>(fields: Fields) =>
  Object.fromEntries(entriesOf(fields).map(([name, { input }]) => [name, input])) as {
    [Name in keyof Fields]: Fields[Name]["input"];
  };

export const replyShape = <Fields extends DocumentFields>(fields: Fields) =>
  Object.fromEntries(entriesOf(fields).flatMap(([name, { reply }]) => (reply ? [[name, reply]] : []))) as {
    [Name in RepliedName<Fields>]: NonNullable<Fields[Name]["reply"]>;
  };

export const initialValues = <Fields extends DocumentFields>(fields: Fields) =>
  Object.fromEntries(entriesOf(fields).map(([name, { initial }]) => [name, initial])) as FieldValues<Fields>;

/** Values after an input: omitted fields keep their value, and an empty text becomes the initial value. */
export const mergeFields = <Fields extends DocumentFields>(
  fields: Fields,
  input: { readonly [Name in keyof Fields]?: string | number | null | undefined },
  before: FieldValues<Fields> | null,
) =>
  Object.fromEntries(
    entriesOf(fields).map(([name, { initial }]) => {
      const value = input[name] === undefined ? before?.[name] : input[name];
      return [name, value || initial];
    }),
  ) as FieldValues<Fields>;

/** Values of the form for a stored document; null for a new one. */
export const formValuesOf = <Fields extends DocumentFields>(fields: Fields, stored: FieldValues<Fields> | null) =>
  Object.fromEntries(
    entriesOf(fields).map(([name, { kind }]) => [name, stored?.[name] ?? (kind === "text" ? "" : null)]),
  ) as FormValues<Fields>;

/** The fields of a row that its replies contain. */
export const presentFields = <Fields extends DocumentFields>(fields: Fields, row: FieldValues<Fields>) =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([name, { reply }]) => (reply ? [[name, row[name]]] : [])),
  ) as RepliedFields<Fields>;
