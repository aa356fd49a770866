import { permissions } from "../../access";
import { array, object } from "yup";
import { idField, idList, lineField, wholeNumber } from "../../kernel/fields";
import { string } from "../../kernel/schemas";

const codes = () =>
  array(
    string()
      .oneOf([...permissions], "field.oneOf")
      .required("field.required"),
  )
    .typeError("field.list")
    .max(permissions.length, "field.tooMany");
const version = () => wholeNumber(1, 1_000_000_000);

export const createRoleSchema = object({ name: lineField(60).required("field.required"), permissions: codes() });

export const updateRoleSchema = object({
  name: lineField(60).min(1, "field.required"),
  permissions: codes(),
  version: version(),
});

export const roleChangesSchema = object({
  changes: array(
    object({
      role_id: idField("role").required("field.required"),
      add: codes(),
      remove: codes(),
      version: version(),
    }),
  )
    .typeError("field.list")
    .min(1, "field.required")
    .max(50, "field.tooMany")
    .required("field.required"),
});

export const roleHoldersSchema = object({ users: idList("user", 500).required("field.required") });
