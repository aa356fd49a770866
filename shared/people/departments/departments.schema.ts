import { object } from "yup";
import { emptyToNull, idField, lineField, versionField } from "../../kernel/fields";

/** Maximum number of departments per tenant, because lists return all of them. */
export const maxDepartments = 10_000;

export const departmentSchema = object({
  name: lineField(120).required("field.required"),
  code: lineField(20).transform(emptyToNull).nullable(),
  parent_id: idField("department").nullable(),
  head_id: idField("user").nullable(),
  version: versionField(),
});

export const departmentSorts = ["name", "code", "employees"] as const;
