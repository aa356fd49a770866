import { object } from "yup";
import { emptyToNull, textField, wholeNumber } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { monthParam } from "../../people/payroll/payroll.contract";
import { accountNumberField } from "../accounts/accounts.schema";

/** Which requests belong to a period: those with an invoice of it, those approved, or those paid in it. */
export const exportBases = ["invoice", "approval", "payment"] as const;
export type ExportBasis = (typeof exportBases)[number];
export const defaultBasis: ExportBasis = "invoice";

export const exportFileFormats = ["datev", "csv", "xlsx"] as const;
export type ExportFileFormat = (typeof exportFileFormats)[number];

/** Lines of an export. What doesn't fit is left for the next one. */
export const maxExportLines = 10_000;
/** Requests that a preview lists, and problems of each. */
export const maxPreviewRequests = 200;
export const maxPreviewProblems = 50;

export const accountingSettingsSchema = object({
  /** Numbers that the tax consultant assigns; only DATEV needs them. */
  consultant_number: wholeNumber(1_001, 9_999_999).nullable().transform(emptyToNull),
  client_number: wholeNumber(1, 99_999).nullable().transform(emptyToNull),
  fiscal_month: wholeNumber(1, 12).required("field.required"),
  account_length: wholeNumber(4, 8).required("field.required"),
  clearing_account: accountNumberField().required("field.required"),
  fallback_account: accountNumberField().required("field.required"),
  version: wholeNumber(0, 1_000_000_000),
});

const choice = {
  month: monthParam(),
  basis: string().oneOf([...exportBases], "field.oneOf"),
  /** Whether requests of earlier exports are included. */
  include_exported: boolean(),
};

export const previewQuery = object(choice);
export const exportSchema = object({
  ...choice,
  /** Number of postings and total of the preview, to refuse an export that differs from what the user has seen. */
  postings: wholeNumber(0, maxExportLines),
  total: textField(30),
  /** Number of problems that the user has confirmed. */
  problems: wholeNumber(0, 1_000_000),
});
