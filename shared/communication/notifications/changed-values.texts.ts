import type { FieldKind } from "../../work/fields/fields.schema";

/** A changed value of a project's field, with the names that it had then. */
export interface ChangedValue {
  title: string;
  kind: FieldKind;
  unit: string | null;
  /** Titles of options and the name of a person instead of their ids; null for a removed value. */
  value: string | number | boolean | readonly string[] | null;
}

export interface ChangedValueFormats {
  day(day: string): string;
  number(value: number): string;
  list(items: readonly string[]): string;
  text(id: ChangedValueText, values?: Record<string, string>): string;
}

type ChangedValueText =
  | "notification.changedValue"
  | "notification.removedValue"
  | "projectField.yes"
  | "projectField.no"
  | "projectField.numberWithUnit";

/** Notifications store changed values as JSON. */
export const formatChangedValues = (values: readonly ChangedValue[]): string => JSON.stringify(values);

/** Names and values of the changed fields, such as "Size (Large)". */
export function changedValueTexts(stored: string | undefined, formats: ChangedValueFormats): string[] {
  if (!stored) return [];
  return (JSON.parse(stored) as ChangedValue[]).map((changed) => {
    const field = changed.title;
    if (changed.value === null) return formats.text("notification.removedValue", { field });
    return formats.text("notification.changedValue", { field, value: valueText(changed, formats) });
  });
}

function valueText({ kind, unit, value }: ChangedValue, { day, number, list, text }: ChangedValueFormats): string {
  if (Array.isArray(value)) return list(value);
  if (kind === "day") return day(String(value));
  if (kind === "flag") return text(value ? "projectField.yes" : "projectField.no");
  if (kind !== "number") return String(value);
  const amount = number(Number(value));
  return unit ? text("projectField.numberWithUnit", { number: amount, unit }) : amount;
}
