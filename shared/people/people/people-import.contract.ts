import { array, type InferType, object } from "yup";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, idField, pathId, reply, textField, wholeNumber } from "../../kernel/fields";
import { currencyCodes } from "../../kernel/money";
import { boolean, string } from "../../kernel/schemas";
import { columnFormat, fileTextReply, fileTextOptions, listInForm, tableLayoutReply } from "../../kernel/table-text";
import { numberStyles } from "../../kernel/written-amounts";
import { dayStyles } from "../../kernel/written-days";
import { personReply } from "../../kernel/person-reply";

/** Maximum number of rows per file; larger files are rejected. */
export const maxImportRows = 10_000;
/** Maximum number of invitations per import, because each is an email. */
export const maxImportInvitations = 500;
const maxCorrected = 2_000;

export const importFields = [
  "email",
  "fullname",
  "first_name",
  "last_name",
  "active",
  "role",
  "position",
  "department",
  "parent",
  "groups",
  "contract_type",
  "weekly_hours",
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

export const dayFields = [
  "date_of_joining",
  "contract_start",
  "contract_end",
  "issued_date",
  "expiry_date",
] as const satisfies readonly ImportField[];

/** Fields with numbers, whose format the user may have to choose. */
export const numberFields = ["salary", "weekly_hours"] as const satisfies readonly ImportField[];

export const importStates = ["new", "changed", "same", "wrong", "skipped"] as const;
export type ImportState = (typeof importStates)[number];

/** Field assigned to each column; empty if the column is ignored. */
const columns = () =>
  array(string().oneOf([...importFields, ""], "field.oneOf"))
    .transform(listInForm)
    .typeError("field.list")
    .required("field.required")
    .max(100, "field.tooMany")
    .test("email", "people.import.needsEmail", (value) => value?.includes("email") ?? false)
    .test("once", "people.import.columnTwice", (value) => {
      const mappedFields = (value ?? []).filter(Boolean);
      return new Set(mappedFields).size === mappedFields.length;
    });

const mapping = {
  ...fileTextOptions,
  columns: columns(),
  formats: array(string().oneOf([...numberStyles, ...dayStyles, ""], "field.oneOf"))
    .transform(listInForm)
    .typeError("field.list")
    .max(100, "field.tooMany"),
  role_id: idField("role"),
  /** Currency of salaries in rows without a currency. */
  currency: string().oneOf([...currencyCodes], "field.currency"),
  /** Whether to create departments, positions and groups that do not exist yet. */
  create_missing: boolean(),
  corrections: array(
    object({
      line: wholeNumber(1, 1_048_576).required("field.required"),
      field: string().oneOf(importFields, "field.oneOf").required("field.required"),
      value: textField(5_000).defined(),
    }),
  )
    .transform(listInForm)
    .typeError("field.list")
    .max(maxCorrected, "field.tooMany"),
  skip: array(wholeNumber(1, 1_048_576).required("field.required"))
    .transform(listInForm)
    .typeError("field.list")
    .max(maxImportRows, "field.tooMany"),
};

export const readImport = endpoint({
  method: "POST",
  path: "/user/import/read",
  summary:
    "Reads an employee file (CSV or XLSX) and returns its columns, the suggested mapping and the detected format.",
  permission: "user-create",
  body: object(fileTextOptions),
  file: "file",
  problems: ["request.invalid"],
  reply: dataReply(
    object({
      columns: array(
        object({
          title: reply.text(),
          samples: array(reply.text()).required(),
          field: string().oneOf(importFields).nullable().defined(),
          numbers: columnFormat.nullable().defined(),
          days: columnFormat.nullable().defined(),
        }),
      ).required(),
      rows: reply.number(),
      text: fileTextReply.nullable().defined(),
      layout: tableLayoutReply,
      currency: reply.text(),
    }),
  ),
});

const names = () => array(reply.text()).required();
const notes = () => array(object({ field: string().oneOf(importFields).required(), message: reply.text() })).required();

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
  errors: notes(),
  /** Unusual values that are still imported. */
  warnings: notes(),
  /** Original cells of a row with errors, so that the user can correct them. */
  cells: array(object({ field: string().oneOf(importFields).required(), text: reply.text() })).required(),
});
export type ImportedRow = InferType<typeof importedRowReply>;

export const previewImport = endpoint({
  method: "POST",
  path: "/user/import/preview",
  summary:
    "Previews an import row by row with the problems of each row, problem rows first, at most 500. Nothing is saved.",
  permission: "user-create",
  body: object(mapping),
  file: "file",
  reply: dataReply(
    object({
      rows: array(importedRowReply).required(),
      counts: object(
        Object.fromEntries(importStates.map((state) => [state, reply.number()])) as Record<
          ImportState,
          ReturnType<typeof reply.number>
        >,
      ),
      /** Indexes of ambiguous columns, for which the user must choose a format before importing. */
      undecided: array(reply.number()).required(),
      creates: object({ department: names(), position: names(), group: names() }),
      /** Titles of columns that have content but are not imported. */
      unused: names(),
      /** Accounts that the import needs, and accounts left in the plan. `free` is null if the plan has no limit. */
      seats: object({ needed: reply.number(), free: reply.numberOrNull() }),
    }),
  ),
  problems: ["request.invalid"],
  example: { body: { columns: ["email", "fullname"] } },
});

export const runImport = endpoint({
  method: "POST",
  isBulk: true,
  path: "/user/import",
  summary: "Imports an employee file, all or nothing; `partial` skips rows with problems. Progress is sent live.",
  permission: "user-create",
  body: object({
    ...mapping,
    partial: boolean(),
    invite: boolean(),
  }),
  file: "file",
  reply: dataReply(
    object({
      /** Id with which the import can be undone; null if it changed no record. */
      id: reply.numberOrNull(),
      created: reply.number(),
      changed: reply.number(),
      left_out: reply.number(),
    }),
  ),
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

export const listImports = endpoint({
  method: "GET",
  path: "/user/import",
  summary:
    "Lists the imports of the last day the caller can undo: the caller's own, with `user-edit` everyone's, newest first.",
  permission: "user-create",
  reply: dataReply(
    array(
      object({
        id: reply.id(),
        file_name: reply.text(),
        created: reply.number(),
        changed: reply.number(),
        created_at: reply.text(),
        by: personReply.nullable().defined(),
      }),
    ).required(),
  ),
});

const undone = object({
  deleted: reply.number(),
  restored: reply.number(),
  /** Number of departments, positions and groups created by the import that stay because other users have them. */
  kept: reply.number(),
});
export type UndoneImport = InferType<typeof undone>;

export const undoImport = endpoint({
  method: "POST",
  path: "/user/import/undo/:import",
  summary:
    "Undoes an import within a day as a whole: added people are deleted, changed people are restored. Refused if one of them has signed in, appears in records or was changed since, and if the caller may not make one of these changes.",
  permission: "user-create",
  scope: withoutApiTokens,
  params: object({ import: pathId("peopleImport") }),
  reply: dataReply(undone),
  problems: [
    "people.importInUse",
    "user.self",
    "user.ownEmployment",
    "user.ownAccess",
    "role.lastAdministrator",
    "plan_limit_reached",
  ],
});
