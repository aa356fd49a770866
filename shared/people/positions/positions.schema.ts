import { object } from "yup";
import { emptyToNull, lineField, textField, versionField } from "../../kernel/fields";

/** The most positions of a tenant; lists of all of them are returned completely. */
export const maxPositions = 10_000;

export const positionSchema = object({
  title: lineField(120).required("field.required"),
  description: textField(2_000).transform(emptyToNull).nullable(),
  version: versionField(),
});

export const positionSorts = ["title", "employees"] as const;
