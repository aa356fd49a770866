import { object } from "yup";
import { emptyToNull, lineField, textField, versionField } from "../../kernel/fields";

/** Maximum number of positions per tenant, because lists return all of them. */
export const maxPositions = 10_000;

export const positionSchema = object({
  title: lineField(120).required("field.required"),
  description: textField(2_000).transform(emptyToNull).nullable(),
  version: versionField(),
});

export const positionSorts = ["title", "employees"] as const;
