import type { FieldValue } from "../../../shared/work/fields/field-values.rules";
import type { FieldKind } from "../../../shared/work/fields/fields.schema";

/** A value in the column of its kind. */
export interface FieldValueColumns {
  text_value?: string | null;
  number_value?: number | string | null;
  day_value?: string | null;
  flag_value?: boolean | null;
  option_ids?: number[] | null;
  user_id?: number | null;
}

const columnOfKind = {
  text: "text_value",
  link: "text_value",
  number: "number_value",
  day: "day_value",
  flag: "flag_value",
  choice: "option_ids",
  choices: "option_ids",
  person: "user_id",
} as const satisfies Record<FieldKind, keyof FieldValueColumns>;

export const valueColumns = [
  "text_value",
  "number_value",
  "day_value",
  "flag_value",
  "option_ids",
  "user_id",
] as const satisfies readonly (keyof FieldValueColumns)[];

export const columnsOfValue = (kind: FieldKind, value: FieldValue | null): FieldValueColumns => ({
  [columnOfKind[kind]]: kind === "choice" && value !== null ? [value] : value,
});
