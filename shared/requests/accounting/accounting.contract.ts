import { array, type InferType, object } from "yup";
import { financeFamily } from "../../approvals/approvals/families";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, pageMeta, pagingShape, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import { lineProblems } from "./accounting.rules";
import { datevProblems } from "./datev-file";
import {
  accountingSettingsSchema,
  exportBases,
  exportSchema,
  maxExportLines,
  maxPreviewProblems,
  maxPreviewRequests,
  previewQuery,
} from "./accounting.schema";

const { feature } = financeFamily;
const permission = "payment-pay" as const;

export const accountingSettingsReply = object({
  /** 0 before the settings were saved. */
  version: reply.number(),
  consultant_number: reply.numberOrNull(),
  client_number: reply.numberOrNull(),
  fiscal_month: reply.number(),
  account_length: reply.number(),
  clearing_account: reply.text(),
  fallback_account: reply.text(),
});
export type AccountingSettingsRecord = InferType<typeof accountingSettingsReply>;

export const readAccountingSettings = endpoint({
  method: "GET",
  path: "/accounting/settings",
  summary: "Returns the settings of the accounting export.",
  feature,
  permission: "payment-settings",
  reply: dataReply(accountingSettingsReply),
});

export const updateAccountingSettings = endpoint({
  method: "PUT",
  path: "/accounting/settings",
  summary: "Updates the settings of the accounting export. Earlier exports keep the settings they were created with.",
  feature,
  permission: "payment-settings",
  body: accountingSettingsSchema,
  reply: dataReply(accountingSettingsReply),
  problems: ["organization.stale", "request.invalid"],
  example: { body: { fiscal_month: 1, account_length: 4, clearing_account: "70000", fallback_account: "1590" } },
});

/** Why there is no DATEV file; null if there is. */
const datevProblemReply = () =>
  string()
    .oneOf([...datevProblems])
    .nullable()
    .defined();

export const accountingExportReply = object({
  id: reply.id(),
  /** Counts from 1 in each organization, without gaps. */
  number: reply.number(),
  /** `2026-11` */
  month: reply.text(),
  basis: string()
    .oneOf([...exportBases])
    .required(),
  created_at: reply.text(),
  created_by: personReply.nullable().defined(),
  requests: reply.number(),
  postings: reply.number(),
  total: reply.text(),
  currency: reply.text(),
  datev_problem: datevProblemReply(),
  imported_by: personReply.nullable().defined(),
  imported_at: reply.textOrNull(),
  /** The requests of an export that was taken back can be exported again. */
  taken_back_by: personReply.nullable().defined(),
  taken_back_at: reply.textOrNull(),
});
export type AccountingExport = InferType<typeof accountingExportReply>;

const problemReply = object({
  /** Number of the line in its request, from 1. */
  line: reply.number(),
  kind: string()
    .oneOf([...lineProblems])
    .required(),
});

const previewRequestReply = object({
  id: reply.id(),
  family: string().oneOf(["finance", "expense"]).required(),
  number: reply.text(),
  title: reply.text(),
  /** In the tenant's currency. */
  amount: reply.text(),
  postings: reply.number(),
  problems: array(problemReply).max(maxPreviewProblems).required(),
  /** Null for claims and advances, which have no invoice. */
  invoice: object({
    /** Version of the coding, to which the invoice belongs. */
    version: reply.number(),
    invoice_number: reply.textOrNull(),
    invoice_date: reply.textOrNull(),
  })
    .nullable()
    .defined(),
  /** The first export that contains the request. */
  exported: object({ number: reply.number(), at: reply.text() }).nullable().defined(),
});
export type PreviewRequest = InferType<typeof previewRequestReply>;

export const accountingPreviewReply = object({
  /** Whether the settings were saved; without them nothing can be exported. */
  configured: boolean().required(),
  currency: reply.text(),
  requests: reply.number(),
  postings: reply.number(),
  total: reply.text(),
  /** Number of problems in all lines; a line can have several. */
  problems: reply.number(),
  /** Requests of the period that are left out because an earlier export contains them. */
  already_exported: reply.number(),
  /** Whether requests are left for another export because there are too many lines. */
  truncated: boolean().required(),
  datev_problem: datevProblemReply(),
  /**
   * Requests of this month's earlier exports that were withdrawn or approved again since, or whose exported payment was returned. They have
   * to be corrected by hand.
   */
  changed: array(previewRequestReply.pick(["id", "family", "number"]).shape({ export_number: reply.number() }))
    .max(maxPreviewProblems)
    .required(),
  /** The requests with problems first. */
  rows: array(previewRequestReply).max(maxPreviewRequests).required(),
});
export type AccountingPreview = InferType<typeof accountingPreviewReply>;

export const previewAccountingExport = endpoint({
  method: "GET",
  path: "/accounting/preview",
  summary: `Lists what an export of a month would contain, at most ${maxExportLines} lines, and the lines without an account or tax key.`,
  feature,
  permission,
  query: previewQuery,
  reply: dataReply(accountingPreviewReply),
  example: { query: { month: "2026-10" } },
});

export const listAccountingExports = endpoint({
  method: "GET",
  path: "/accounting/export",
  summary: "Lists the accounting exports, latest first.",
  feature,
  permission,
  query: object(pagingShape),
  reply: object({ message: string(), data: array(accountingExportReply).required(), meta: pageMeta }),
});

export const createAccountingExport = endpoint({
  method: "POST",
  path: "/accounting/export",
  summary:
    "Exports the approved or paid requests of a month that no earlier export contains. Its files are at `/accounting/export/:id/file`.",
  feature,
  permission,
  scope: withoutApiTokens,
  body: exportSchema,
  reply: dataReply(accountingExportReply),
  status: 201,
  problems: ["accounting.notReady", "accounting.nothing", "accounting.changed"],
  example: { body: { month: "2026-10" } },
});

const exportCommand = {
  method: "PUT",
  feature,
  permission,
  scope: withoutApiTokens,
  params: object({ id: pathId("accountingExport") }),
  reply: dataReply(accountingExportReply),
  problems: ["accounting.imported", "accounting.takenBack"],
} as const;

export const confirmAccountingImport = endpoint({
  ...exportCommand,
  path: "/accounting/export/:id/imported",
  summary: "Confirms that an export was imported by the accounting program, after which it can't be taken back.",
});

export const takeBackAccountingExport = endpoint({
  ...exportCommand,
  path: "/accounting/export/:id/take-back",
  summary: "Takes back an export that wasn't imported, so that its requests can be coded and exported again.",
});
