import { object } from "yup";
import { lineField, textField, wholeNumber } from "../kernel/fields";

/** What is left out of a change stays as it is. */
export const positionSchema = object({
  title: lineField(120).required("field.required"),
  description: textField(2_000)
    .transform((value) => (value === "" ? null : value))
    .nullable(),
  /** The state that the change was made on. */
  version: wholeNumber(1, 1_000_000_000),
});

export const positionSorts = ["title", "-title", "employees", "-employees"] as const;
