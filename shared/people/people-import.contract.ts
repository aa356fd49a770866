import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, mostInText, reply } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";

/** So many people one file may have; more are refused. */
export const mostImported = 10_000;
/** So many can be invited at once: each gets a mail. */
export const mostInvited = 500;

/** What a column of the file can be. The e-mail says who it is. */
export const importFields = [
  "email",
  "fullname",
  "role",
  "position",
  "department",
  "parent",
  "contract_type",
  "date_of_joining",
  "contract_start",
  "contract_end",
  "location",
  "phone_number",
  "employee_id",
  "slack_id",
  "external",
  "gender",
  "salary",
  "currency",
  "address",
  "city",
  "credential_number",
  "issued_date",
  "expiry_date",
  "last_degree",
] as const;
export type ImportField = (typeof importFields)[number];

export const importStates = ["new", "changed", "same", "wrong"] as const;
export type ImportState = (typeof importStates)[number];

/** Of each column of the file what it is; empty where it isn't taken. */
const columns = () =>
  array(string().oneOf([...importFields, ""], "field.oneOf"))
    .transform((value, original) => (typeof original === "string" ? original.split(",", mostInText) : value))
    .typeError("field.list")
    .required("field.required")
    .max(100, "field.tooMany")
    .test("email", "people.import.needsEmail", (value) => value?.includes("email") ?? false)
    .test("once", "people.import.columnTwice", (value) => {
      const taken = (value ?? []).filter(Boolean);
      return new Set(taken).size === taken.length;
    });

const mapping = {
  columns: columns(),
  /** The role of new people of whom the file names none. */
  role_id: idField("role"),
};

export const readImport = endpoint({
  method: "POST",
  path: "/user/import/read",
  summary: "The columns of a file of people (CSV or XLSX), and what they seem to be by their titles.",
  permission: "user-create",
  file: "file",
  problems: ["request.invalid"],
  reply: dataReply(
    object({
      columns: array(
        object({
          title: reply.text(),
          samples: array(reply.text()).required(),
          field: string().oneOf(importFields).nullable().defined(),
        }),
      ).required(),
      rows: reply.number(),
    }),
  ),
});

export const importedRowReply = object({
  line: reply.number(),
  state: string().oneOf(importStates).required(),
  email: reply.text(),
  name: reply.text(),
  changes: array(
    object({
      field: string().oneOf(importFields).required(),
      before: reply.textOrNull(),
      after: reply.textOrNull(),
    }),
  ).required(),
  errors: array(object({ field: string().oneOf(importFields).required(), message: reply.text() })).required(),
});
export type ImportedRow = InferType<typeof importedRowReply>;

export const previewImport = endpoint({
  method: "POST",
  path: "/user/import/preview",
  summary:
    "What an import would do, row by row, and what is wrong with each: rows that are wrong first, no more than five hundred. Changes nothing.",
  permission: "user-create",
  body: object(mapping),
  file: "file",
  reply: dataReply(
    object({
      rows: array(importedRowReply).required(),
      counts: object({ new: reply.number(), changed: reply.number(), same: reply.number(), wrong: reply.number() }),
      /** How many accounts it needs, and how many the plan has left; null without a limit. */
      seats: object({ needed: reply.number(), free: reply.numberOrNull() }),
    }),
  ),
  problems: ["request.invalid"],
  example: { body: { columns: ["email", "fullname"] } },
});

export const runImport = endpoint({
  method: "POST",
  path: "/user/import",
  summary:
    "Adds and changes all people of a file, or nobody: when one row is wrong, nothing is changed. How far it is comes live.",
  permission: "user-create",
  body: object({ ...mapping, invite: boolean() }),
  file: "file",
  reply: dataReply(object({ created: reply.number(), changed: reply.number() })),
  problems: [
    "request.invalid",
    "plan_limit_reached",
    "user.self",
    "user.ownEmployment",
    "user.ownAccess",
    "role.lastAdministrator",
  ],
  example: { body: { columns: ["email", "fullname"] } },
});
