import { array, object } from "yup";
import { idField, idList, lineField, wholeNumber } from "../kernel/fields";
import { permissions } from "../kernel/permissions";
import { string } from "../kernel/schemas";

const codes = () =>
  array(
    string()
      .oneOf([...permissions], "field.oneOf")
      .required("field.required"),
  )
    .typeError("field.list")
    .max(permissions.length, "field.tooMany");
const version = () => wholeNumber(1, 1_000_000_000);

/** A role of one's own. */
export const createRoleSchema = object({ name: lineField(60).required("field.required"), permissions: codes() });

/** What is left out stays as it is. */
export const updateRoleSchema = object({
  name: lineField(60).min(1, "field.required"),
  permissions: codes(),
  /** The state that the change was made on. */
  version: version(),
});

/** What some roles are to gain and to lose. */
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
