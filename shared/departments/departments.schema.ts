import { object } from "yup";
import { idField, lineField, wholeNumber } from "../kernel/fields";

/** What is left out of a change stays as it is; null clears it. */
export const departmentSchema = object({
  name: lineField(120).required("field.required"),
  code: lineField(20)
    .transform((value) => (value === "" ? null : value))
    .nullable(),
  /** The department that it belongs to. */
  parent_id: idField("department").nullable(),
  /** Who leads it. */
  head_id: idField("user").nullable(),
  /** The state that the change was made on. */
  version: wholeNumber(1, 1_000_000_000),
});

export const departmentSorts = ["name", "-name", "code", "-code", "employees", "-employees"] as const;
