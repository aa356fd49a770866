import {
  type FieldValue,
  type FieldValueReading,
  readFieldValue,
} from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { maxNumberValue } from "../../../../shared/work/fields/fields.schema";
import { type NumberSeparators, readTypedNumber } from "../../../../shared/kernel/typed-numbers";

/** The text from which `readFieldText` reads the same value, for texts, links and numbers. */
export function fieldTextOf({ kind }: ProjectField, value: FieldValue | null, { decimal }: NumberSeparators): string {
  if (value === null) return "";
  return kind === "number" ? String(value).replace(".", decimal) : String(value);
}

/** Reads a typed or pasted text, link or number. */
export function readFieldText(field: ProjectField, typed: string, separators: NumberSeparators): FieldValueReading {
  if (field.kind !== "number") return readFieldValue(field, typed.trim(), undefined);
  const reading = readTypedNumber(typed, separators, { decimals: field.decimals ?? 0, max: maxNumberValue });
  switch (reading.kind) {
    case "empty":
      return { value: null };
    case "invalid":
      return { error: "field.number" };
    case "number":
      return readFieldValue(field, Number(reading.value), undefined);
    case "ambiguous":
      return readFieldValue(field, Number(reading.values[0]), undefined);
  }
}
