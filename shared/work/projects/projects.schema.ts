import { array, object } from "yup";
import { number, string } from "../../kernel/schemas";
import {
  colorField,
  dayField,
  idField,
  idList,
  lineField,
  richTextField,
  textField,
  wholeNumber,
} from "../../kernel/fields";
import { isAmount, isWithinMax } from "../../kernel/money";
import { projectRoles } from "../../kernel/permissions";

export const maxProjectTitleLength = 120;
export const maxTagNameLength = 40;

export const projectStates = ["planned", "active", "on_hold", "completed"] as const;
export type ProjectState = (typeof projectStates)[number];

const memberInput = object({
  user_id: idField("user").required("field.required"),
  /** Defaults to member, or to guest for external users. */
  role: string().oneOf([...projectRoles], "field.oneOf"),
});

const teamFields = () => ({
  members: array(memberInput).max(500, "field.tooMany"),
  groups: idList("group"),
  /**
   * Members and groups that the caller read before the change. If sent, only the differences between this list and the new list are applied,
   * so that members who were added or removed by other users meanwhile stay so. Without it, the new list replaces the present one.
   */
  base_members: array(memberInput).max(500, "field.tooMany"),
  base_groups: idList("group"),
});

const code = () =>
  textField(8)
    .transform((value) => (typeof value === "string" ? value.toUpperCase() : value)) // yup's uppercase() throws for other types
    .matches(/^[A-Z][A-Z0-9]{1,7}$/, { message: "project.code", excludeEmptyString: true });

const budget = () =>
  string()
    .transform((value, original) => (original === "" ? null : typeof original === "number" ? String(original) : value))
    .nullable()
    .matches(/^\d{1,12}(\.\d{1,2})?$/, { message: "field.money", excludeEmptyString: true })
    .test("largest", "field.amountTooLarge", (value) => !value || !isAmount(value) || isWithinMax(value));

const shape = {
  description: richTextField(20_000).nullable(),
  client_id: idField("client").nullable(),
  department_id: idField("department").nullable(),
  start_date: dayField(),
  end_date: dayField(),
  color: colorField(),
  status: string().oneOf([...projectStates], "field.oneOf"),
  budget: budget(),
};

function inOrder(
  value: { start_date?: string | null; end_date?: string | null },
  context: { createError: (o: object) => never },
) {
  return !value.start_date || !value.end_date || value.start_date <= value.end_date
    ? true
    : context.createError({ path: "end_date", message: "field.endBeforeStart" });
}

export const createProjectSchema = object({
  title: lineField(maxProjectTitleLength).required("field.required"),
  /** Prefix of the task keys, such as `WEB` in `WEB-12`; derived from the title if omitted. */
  code: code(),
  ...shape,
  members: array(memberInput).max(500, "field.tooMany"),
  groups: idList("group"),
}).test("dates", "field.endBeforeStart", inOrder as never);

export const updateProjectSchema = object({
  title: lineField(maxProjectTitleLength).min(1, "field.required"),
  code: code(),
  ...shape,
  ...teamFields(),
  version: number().integer().typeError("field.number"),
}).test("dates", "field.endBeforeStart", inOrder as never);

export const projectMembersSchema = object(teamFields());

export const maxListedMembers = 20;

export const projectListQuery = object({
  q: lineField(120),
  status: string().oneOf([...projectStates, ""], "field.oneOf"),
  archived: wholeNumber(0, 1),
  /** Only projects of this user, who is listed as the first member. */
  member: idField("user"),
  page: wholeNumber(1, 100_000),
  per_page: wholeNumber(1, 200),
  perPage: wholeNumber(1, 200),
});

export const tagSchema = object({
  project_id: idField("project").required("field.required"),
  name: lineField(maxTagNameLength).required("field.required"),
  color: colorField(),
});

export const updateTagSchema = object({
  name: lineField(maxTagNameLength).min(1, "field.required"),
  color: colorField(),
});
