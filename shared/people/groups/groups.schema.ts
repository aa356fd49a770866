import { object } from "yup";
import { idList, lineField, versionField } from "../../kernel/fields";

/** Maximum number of groups per tenant, because lists return all of them. */
export const maxGroups = 1_000;

export const groupSchema = object({
  title: lineField(120).required("field.required"),
  users: idList("user", 5_000),
  version: versionField(),
});

export const groupSorts = ["title", "employees"] as const;
