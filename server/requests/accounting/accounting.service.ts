import type { InferType } from "yup";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { tenantStream } from "../../../shared/kernel/events";
import { toMoney } from "../../../shared/kernel/money";
import { pageMetaOf, pageOf, type PageQuery } from "../../../shared/kernel/paging";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import { periodOfMonth } from "../../../shared/people/payroll/payroll.rules";
import type {
  AccountingExport,
  AccountingPreview,
  AccountingSettingsRecord,
  listAccountingExports,
} from "../../../shared/requests/accounting/accounting.contract";
import {
  type AccountingLine,
  apportion,
  earlierPosting,
  hasInvalidCreditor,
  type LineProblem,
  type Posting,
  postingsOf,
  problemsOf,
  totalOf,
} from "../../../shared/requests/accounting/accounting.rules";
import {
  type accountingSettingsSchema,
  defaultBasis,
  type exportSchema,
  maxExportLines,
  maxPreviewProblems,
  maxPreviewRequests,
  type previewQuery,
} from "../../../shared/requests/accounting/accounting.schema";
import { datevProblem } from "../../../shared/requests/accounting/datev-file";
import type { Tx } from "../../platform/database/unit-of-work";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { financeSettingsOf, trimRate } from "../money/rates.read";
import { withinLines } from "../money/request-sheets";
import { codingVersions } from "./coding.sql";
import * as statements from "./accounting.sql";
import type { ExportRow, LineRow, PeriodRow, SettingsRow } from "./accounting.sql";

/** Defaults of tenants without settings, shown in the form. */
export const defaultSettings: SettingsRow = {
  version: 0,
  consultantNumber: null,
  clientNumber: null,
  fiscalMonth: 1,
  accountLength: 4,
  clearingAccount: "",
  fallbackAccount: "",
};

export async function readSettings(tx: Tx): Promise<AccountingSettingsRecord> {
  const row = (await tx.one<SettingsRow>(statements.findSettings)) ?? defaultSettings;
  return {
    version: row.version,
    consultant_number: row.consultantNumber,
    client_number: row.clientNumber,
    fiscal_month: row.fiscalMonth,
    account_length: row.accountLength,
    clearing_account: row.clearingAccount,
    fallback_account: row.fallbackAccount,
  };
}

/** @throws Problem 409 when the version is stale; 422 for an account that is longer than the accounts of the organization. */
export async function changeSettings(
  tx: Tx,
  input: InferType<typeof accountingSettingsSchema>,
): Promise<AccountingSettingsRecord> {
  const { consultant_number = null, client_number = null, account_length: length } = input;
  const errors: FieldErrors = {};
  if (input.clearing_account.length > length + 1) errors.clearing_account = ["accounting.accountTooLong"];
  if (input.fallback_account.length > length) errors.fallback_account = ["accounting.accountTooLong"];
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  const values = [
    consultant_number,
    client_number,
    input.fiscal_month,
    length,
    input.clearing_account,
    input.fallback_account,
  ];
  const inserted = await tx.one<{ version: number }>(statements.insertSettings, values);
  const before = inserted ? 0 : ((await tx.one<SettingsRow>(statements.lockSettings))?.version ?? 0);
  if (input.version !== undefined && input.version !== before)
    throw new Problem("organization.stale", { record: await readSettings(tx) });
  const changed = inserted ?? (await tx.one<{ version: number }>(statements.updateSettings, values));
  tx.emit("accounting_settings.updated", tenantStream(tx.tenantId), { version: changed?.version ?? 0 });
  logSecurity(tx, { kind: "finance_settings_changed", facts: { scope: "accounting" } });
  return readSettings(tx);
}

type Choice = InferType<typeof previewQuery>;

interface ComputedRequest extends PeriodRow {
  postings: Posting[];
  problems: { line: number; kind: LineProblem }[];
}

interface Computed {
  settings: SettingsRow | undefined;
  home: string;
  requests: ComputedRequest[];
  truncated: boolean;
}

export const claimsIncluded = (actor: Actor) => actor.permissions.has("expense-pay");

const periodOf = (actor: Actor, { month }: Choice) => {
  const { from, to } = periodOfMonth(month);
  return [from, to, claimsIncluded(actor)];
};

async function compute(tx: Tx, actor: Actor, choice: Choice, settings: SettingsRow | undefined): Promise<Computed> {
  const { month, basis = defaultBasis, include_exported = false } = choice;
  const { currency: home } = await financeSettingsOf(tx);
  const found = await tx.rows<PeriodRow>(statements.listRequests[basis], [
    ...periodOf(actor, choice),
    include_exported,
    maxExportLines + 1,
  ]);
  const rows = withinLines(found, maxExportLines);
  const lines = await linesByRequest(tx, rows, home);
  const requests = rows.map((row): ComputedRequest => {
    const request = { ...row, lines: lines.get(row.id) ?? [] };
    const problems = request.lines.flatMap((line, at) =>
      problemsOf(line, settings ?? defaultSettings).map((kind) => ({ line: at + 1, kind })),
    );
    if (hasInvalidCreditor(request, settings ?? defaultSettings))
      problems.unshift({ line: 1, kind: "creditorInvalid" });
    const postings = postingsOf(request, settings ?? defaultSettings, periodOfMonth(month), home);
    return { ...row, problems, postings };
  });
  return { settings, home, requests, truncated: rows.length < found.length };
}

export type ComputedLine = AccountingLine &
  Pick<LineRow, "key" | "accountId" | "accountName" | "hasOwnAccount" | "hasOwnTaxKey">;

export async function linesByRequest(
  tx: Tx,
  rows: readonly Pick<PeriodRow, "id" | "family">[],
  home: string,
): Promise<Map<number, ComputedLine[]>> {
  const idsOf = (family: string) => rows.filter((row) => row.family === family).map(({ id }) => id);
  const found = [
    ...(await tx.rows<LineRow>(statements.linesOfRequests, [idsOf("finance")])),
    ...(await tx.rows<LineRow>(statements.linesOfAdvances, [idsOf("finance")])),
    ...(await tx.rows<LineRow>(statements.linesOfClaims, [idsOf("expense")])),
  ];
  const byRequest = new Map<number, LineRow[]>();
  for (const line of found) {
    const of = byRequest.get(line.requestId);
    if (of) of.push(line);
    else byRequest.set(line.requestId, [line]);
  }
  return new Map([...byRequest].map(([id, of]) => [id, linesOf(of, home)]));
}

function linesOf(rows: readonly LineRow[], home: string): ComputedLine[] {
  const [{ currency, rate } = { currency: home, rate: "1" }] = rows;
  const shares = rows.some(({ homeGross }) => homeGross === null)
    ? apportion(
        rows.map(({ gross }) => gross),
        rate,
        currency,
        home,
      )
    : [];
  return rows.map(({ requestId: _, ...row }, at) => ({
    ...row,
    gross: toMoney(row.gross, row.currency),
    tax: toMoney(row.tax, row.currency),
    rate: trimRate(row.rate),
    homeGross: toMoney(row.homeGross ?? shares[at], home),
  }));
}

const postingsOfAll = (requests: readonly ComputedRequest[]) => requests.flatMap(({ postings }) => postings);

const countProblems = (requests: readonly ComputedRequest[]) =>
  requests.reduce((sum, { problems }) => sum + problems.length, 0);

export async function previewExport(tx: Tx, actor: Actor, choice: Choice): Promise<AccountingPreview> {
  const { settings, home, requests, truncated } = await compute(
    tx,
    actor,
    choice,
    await tx.one<SettingsRow>(statements.findSettings),
  );
  const before = choice.include_exported
    ? null
    : await tx.one<{ count: number }>(statements.countExported[choice.basis ?? defaultBasis], periodOf(actor, choice));
  const postings = postingsOfAll(requests);
  const changed = await tx.rows<statements.ChangedRow>(statements.changedSinceExport, [
    periodOfMonth(choice.month).from,
    claimsIncluded(actor),
    maxPreviewProblems,
  ]);
  const listed = requests
    .toSorted((a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0) || a.id - b.id)
    .slice(0, maxPreviewRequests);
  const versions = await codingVersions(
    tx,
    listed.map(({ id }) => id),
  );
  return {
    configured: settings !== undefined,
    currency: home,
    requests: requests.length,
    postings: postings.length,
    total: totalOf(postings, home),
    problems: countProblems(requests),
    already_exported: before?.count ?? 0,
    truncated,
    datev_problem: datevProblem(postings, home, settings ?? defaultSettings),
    changed,
    rows: listed.map((request) => ({
      id: request.id,
      family: request.family,
      number: request.number,
      title: request.title,
      amount: totalOf(request.postings, home),
      postings: request.postings.length,
      problems: request.problems.slice(0, maxPreviewProblems),
      invoice: request.hasInvoice
        ? {
            version: versions.get(request.id) ?? 0,
            invoice_number: request.invoiceNumber,
            invoice_date: request.invoiceDate,
          }
        : null,
      exported:
        request.exportNumber === null
          ? null
          : { number: request.exportNumber, at: request.exportedAt?.toISOString() ?? "" },
    })),
  };
}

const presentExport = (row: ExportRow): AccountingExport => ({
  id: row.id,
  number: row.number,
  month: row.month,
  basis: row.basis,
  created_at: row.createdAt.toISOString(),
  created_by: row.createdBy,
  requests: row.requests,
  postings: row.postings,
  total: toMoney(row.total, row.currency),
  currency: row.currency,
  datev_problem: row.datevProblem,
  imported_by: row.importedBy,
  imported_at: row.importedAt?.toISOString() ?? null,
  taken_back_by: row.takenBackBy,
  taken_back_at: row.takenBackAt?.toISOString() ?? null,
});

export async function listExports(tx: Tx, query: PageQuery): Promise<ReplyOf<typeof listAccountingExports>> {
  const page = pageOf(query, 20);
  const total = (await tx.one<{ total: number }>(statements.countExports))?.total ?? 0;
  const rows = await tx.rows<ExportRow>(statements.listExports, [page.perPage, page.offset]);
  return { data: rows.map(presentExport), meta: pageMetaOf(page, total) };
}

/**
 * Exports a month and stores the postings. The lock on the settings makes a concurrent export wait, which then finds these requests exported.
 * @throws Problem 409 without settings, when there is nothing to export, or when it differs from the preview.
 */
export async function createExport(
  tx: Tx,
  actor: Actor,
  choice: InferType<typeof exportSchema>,
): Promise<AccountingExport> {
  const settings = await tx.one<SettingsRow>(statements.lockSettings);
  if (!settings) throw new Problem("accounting.notReady");
  const { home, requests } = await compute(tx, actor, choice, settings);
  const postings = postingsOfAll(requests);
  if (postings.length === 0) throw new Problem("accounting.nothing");
  const total = totalOf(postings, home);
  const problems = countProblems(requests);
  const {
    postings: shownPostings = postings.length,
    total: shownTotal = total,
    problems: shownProblems = problems,
  } = choice;
  if (shownPostings !== postings.length || shownTotal !== total || shownProblems !== problems)
    throw new Problem("accounting.changed");
  const row = await tx.one<{ id: number }>(statements.insertExport, [
    periodOfMonth(choice.month).from,
    choice.basis ?? defaultBasis,
    actor.id,
    home,
    requests.length,
    postings.length,
    total,
    settings.consultantNumber,
    settings.clientNumber,
    settings.fiscalMonth,
    settings.accountLength,
    datevProblem(postings, home, settings),
  ]);
  const { id } = row as { id: number };
  const contents = requests.map((request) => ({
    id: request.id,
    family: request.family,
    number: request.number,
    first: request.exportNumber === null,
    postings: request.postings,
  }));
  await tx.rows(statements.insertExportRequests, [id, JSON.stringify(contents)]);
  const created = (await tx.one<ExportRow>(statements.findExport, [id])) as ExportRow;
  tx.emit("accounting_export.created", tenantStream(tx.tenantId), { id });
  logSecurity(tx, {
    kind: "exported",
    facts: { scope: "accounting", record: `#${created.number}`, count: created.postings },
  });
  return presentExport(created);
}

/** @throws Problem 404; 403 for an export with claims if the actor may not pay claims; 409 for one that was taken back. */
async function findUsableExport(tx: Tx, actor: Actor, id: number): Promise<ExportRow> {
  const row = await tx.one<ExportRow>(statements.findExport, [id]);
  if (!row) throw new Problem("notFound");
  if (!claimsIncluded(actor) && (await tx.one(statements.containsClaims, [id]))) throw new Problem("permission.denied");
  if (row.takenBackAt) throw new Problem("accounting.takenBack");
  return row;
}

/** Like `findUsableExport`. The lock on the settings makes concurrent exports and codings wait. @throws Problem 409 once it is imported. */
async function lockOpenExport(tx: Tx, actor: Actor, id: number): Promise<void> {
  await tx.one(statements.lockSettings);
  if ((await findUsableExport(tx, actor, id)).importedAt) throw new Problem("accounting.imported");
}

async function reloadExport(tx: Tx, id: number): Promise<AccountingExport> {
  tx.emit("accounting_export.updated", tenantStream(tx.tenantId), { id });
  return presentExport((await tx.one<ExportRow>(statements.findExport, [id])) as ExportRow);
}

export async function confirmImport(tx: Tx, actor: Actor, id: number): Promise<AccountingExport> {
  await lockOpenExport(tx, actor, id);
  await tx.rows(statements.confirmImport, [id, actor.id]);
  return reloadExport(tx, id);
}

/** Its requests can be exported again, unless another export contains them. */
export async function takeBackExport(tx: Tx, actor: Actor, id: number): Promise<AccountingExport> {
  await lockOpenExport(tx, actor, id);
  await tx.rows(statements.takeBackExport, [id, actor.id]);
  const released = await tx.rows<{ id: number }>(statements.releaseRequests, [id]);
  await tx.rows(statements.markRemainingExports, [released.map((request) => request.id)]);
  return reloadExport(tx, id);
}

/** @throws Problem 404; 403 for an export with claims if the actor may not pay claims; 409 for one that was taken back. */
export async function loadExport(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ row: ExportRow; postings: (Posting & { number: string })[] }> {
  const row = await findUsableExport(tx, actor, id);
  const requests = await tx.rows<statements.ExportedRequestRow>(statements.requestsOfExport, [id]);
  logSecurity(tx, {
    kind: "exported",
    facts: { scope: "accounting", record: `#${row.number}`, count: row.postings },
  });
  const postings = requests.flatMap((request) =>
    request.postings.map((posting) => ({ ...earlierPosting, ...posting, number: request.number })),
  );
  return { row, postings };
}
