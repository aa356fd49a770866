import { object } from "yup";
import { idList, lineField, wholeNumber } from "../kernel/fields";

/** What is left out of a change stays as it is. */
export const groupSchema = object({
  title: lineField(120).required("field.required"),
  users: idList("user", 5_000),
  /** The state that the change was made on. */
  version: wholeNumber(1, 1_000_000_000),
});

export const groupSorts = ["title", "-title", "employees", "-employees"] as const;
