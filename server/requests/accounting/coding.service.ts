import type { InferType } from "yup";
import { tenantStream } from "../../../shared/kernel/events";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import { isLedgerAccount, problemsOf } from "../../../shared/requests/accounting/accounting.rules";
import { type Coding, maxCodingChanges } from "../../../shared/requests/accounting/coding.contract";
import type { codingSchema } from "../../../shared/requests/accounting/coding.schema";
import { servicePeriodOf } from "../../../shared/requests/money/service-period.rules";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { financeSettingsOf } from "../money/rates.read";
import { type ComputedLine, claimsIncluded, defaultSettings, linesByRequest } from "./accounting.service";
import { findSettings, lockSettings, type SettingsRow } from "./accounting.sql";
import * as statements from "./coding.sql";
import type { CodedRequestRow, CodingChange, CodingChangeRow } from "./coding.sql";

type Input = InferType<typeof codingSchema>;
type RequestInput = Input["requests"][number];
type LineInput = NonNullable<Input["every_line"]>;

const codedStatuses: readonly string[] = ["approved", "paid", "archived"];
const hasInvoice = ({ family, type }: CodedRequestRow) => family === "finance" && type !== "cash_advance";

/** @throws Problem 404, also for a claim if the actor may not pay claims; 409 for a request that isn't approved. */
function requireCodable(actor: Actor, rows: readonly CodedRequestRow[], ids: readonly number[]): void {
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = found.get(id);
    if (!row || (row.family === "expense" && !claimsIncluded(actor))) throw new Problem("notFound");
    if (!codedStatuses.includes(row.status)) throw new Problem("request.wrongState");
  }
}

export async function readCoding(tx: Tx, actor: Actor, id: number): Promise<Coding> {
  const rows = await tx.rows<CodedRequestRow>(statements.findRequests, [[id]]);
  requireCodable(actor, rows, [id]);
  const [row] = rows as [CodedRequestRow];
  const settings = (await tx.one<SettingsRow>(findSettings)) ?? defaultSettings;
  const lines = (await linesByRequest(tx, rows, (await financeSettingsOf(tx)).currency)).get(id) ?? [];
  const history = await tx.rows<CodingChangeRow>(statements.changesOfRequest, [id, maxCodingChanges]);
  return {
    id,
    number: row.number ?? "",
    version: history[0]?.id ?? 0,
    invoice: hasInvoice(row)
      ? {
          invoice_number: row.invoiceNumber,
          invoice_date: row.invoiceDate,
          service_from: row.serviceFrom,
          service_to: row.serviceTo,
        }
      : null,
    lines: lines.map((line, at) => ({
      line: at + 1,
      details: line.details,
      amount: line.gross,
      currency: line.currency,
      cost_account:
        line.accountId === null ? null : { id: line.accountId, code: line.account ?? "", name: line.accountName ?? "" },
      tax_key: line.taxKey,
      cost_centre: line.costCentre,
      problems: problemsOf(line, settings),
    })),
    export_number: row.exportNumber,
    history: history.map((change) => ({ ...change, at: change.at.toISOString() })),
    can: { code: row.exportNumber === null },
  };
}

/**
 * The values for a line: its own, or those for all lines where it has none that can be exported. Values that come from the supplier, the
 * category or the VAT rate aren't set on the line, so there is nothing to clear.
 */
function inputOfLine(
  line: ComputedLine,
  own: LineInput | undefined,
  { every_line: every, replace = false }: Input,
  settings: Pick<SettingsRow, "accountLength">,
): LineInput {
  const problems = problemsOf(line, settings);
  const isMissing = {
    cost_account_id: line.account === null || !isLedgerAccount(line.account, settings.accountLength),
    tax_key: problems.includes("noTaxKey"),
    cost_centre: line.costCentre === null,
  };
  const hasOwn = {
    cost_account_id: line.hasOwnAccount,
    tax_key: line.hasOwnTaxKey,
    cost_centre: line.costCentre !== null,
  };
  const result: LineInput = {};
  for (const field of ["cost_account_id", "tax_key", "cost_centre"] as const) {
    const value = own?.[field] ?? (replace || isMissing[field] ? every?.[field] : undefined);
    if (own?.[field] === null) {
      if (hasOwn[field]) Object.assign(result, { [field]: null });
    } else if (value !== undefined) Object.assign(result, { [field]: value });
  }
  return result;
}

type Codes = ReadonlyMap<number, string>;

/**
 * Returns the codes of the accounts by id. A line may keep its account after it was archived.
 * @throws Problem 422 for archived or unknown accounts, lines that don't exist, and invoice dates in the future.
 */
async function requireValid(tx: Tx, input: Input, rows: readonly CodedRequestRow[], lines: LinesById): Promise<Codes> {
  const errors: FieldErrors = {};
  const chosen = [
    input.every_line?.cost_account_id,
    ...input.requests.flatMap((request) => (request.lines ?? []).map((line) => line.cost_account_id)),
  ].flatMap((id) => id ?? []);
  const found = await tx.rows<{ id: number; code: string; archived: boolean }>(statements.costAccounts, [
    [...new Set(chosen)],
  ]);
  const codes = new Map(found.map(({ id, code }) => [id, code]));
  const offered = new Set(found.flatMap(({ id, archived }) => (archived ? [] : id)));
  const isUnknown = (id: number | null | undefined) => id != null && !offered.has(id);
  if (isUnknown(input.every_line?.cost_account_id)) errors["every_line.cost_account_id"] = ["field.unknown"];
  for (const [at, request] of input.requests.entries()) {
    const existing = lines.get(request.id) ?? [];
    for (const [of, line] of (request.lines ?? []).entries()) {
      if (line.line > existing.length) errors[`requests.${at}.lines.${of}.line`] = ["field.unknown"];
      const current = existing[line.line - 1]?.accountId;
      if (line.cost_account_id !== current && isUnknown(line.cost_account_id))
        errors[`requests.${at}.lines.${of}.cost_account_id`] = ["field.unknown"];
    }
    const today = rows.find(({ id }) => id === request.id)?.today ?? "";
    if (request.invoice_date && request.invoice_date > today)
      errors[`requests.${at}.invoice_date`] = ["finance.future"];
    const { service_from, service_to } = periodOf(request, rows);
    if (service_from !== null && service_to !== null && service_to < service_from)
      errors[`requests.${at}.service_to`] = ["field.endBeforeStart"];
  }
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  return codes;
}

type LinesById = ReadonlyMap<number, readonly ComputedLine[]>;

function periodOf({ id, service_from: from, service_to: to }: RequestInput, rows: readonly CodedRequestRow[]) {
  const row = rows.find((one) => one.id === id);
  return servicePeriodOf(
    from === undefined ? (row?.serviceFrom ?? null) : from,
    to === undefined ? (row?.serviceTo ?? null) : to,
  );
}

/** The requests must be locked. @throws Problem 409 with the current coding of the first request whose version is stale. */
async function requireCurrent(tx: Tx, actor: Actor, requests: readonly RequestInput[]): Promise<void> {
  const versioned = requests.filter(({ version }) => version !== undefined);
  if (versioned.length === 0) return;
  const ids = versioned.map(({ id }) => id);
  const versions = await statements.codingVersions(tx, ids);
  const stale = versioned.find(({ id, version }) => version !== (versions.get(id) ?? 0));
  if (stale) throw new Problem("organization.stale", { record: await readCoding(tx, actor, stale.id) });
}

/**
 * Changes requests whose postings weren't exported yet, and records each change. Returns the number of changed requests. The lock on the
 * settings makes a concurrent export wait.
 * @throws Problem 404; 409 for requests that aren't approved or that an export contains, and when a version is stale; 422.
 */
export async function changeCoding(tx: Tx, actor: Actor, input: Input): Promise<number> {
  const settings = (await tx.one<SettingsRow>(lockSettings)) ?? defaultSettings;
  const ids = input.requests.map(({ id }) => id);
  const rows = await tx.rows<CodedRequestRow>(statements.lockRequests, [ids]);
  requireCodable(actor, rows, ids);
  const exported = rows.filter(({ exportNumber }) => exportNumber !== null);
  if (exported.length > 0)
    throw new Problem("accounting.exported", { values: { numbers: exported.map(({ number }) => number).join(", ") } });
  await requireCurrent(tx, actor, input.requests);
  const lines = await linesByRequest(tx, rows, (await financeSettingsOf(tx)).currency);
  const codes = await requireValid(tx, input, rows, lines);
  let changed = 0;
  for (const row of rows) {
    const request = input.requests.find(({ id }) => id === row.id) as RequestInput;
    const changes = [
      ...(await changeInvoice(tx, row, request, periodOf(request, rows))),
      ...(await changeLines(tx, row, lines.get(row.id) ?? [], request, input, settings, codes)),
    ];
    if (changes.length === 0) continue;
    await tx.rows(statements.insertChange, [row.id, actor.id, JSON.stringify(changes)]);
    changed++;
  }
  if (changed > 0) tx.emit("accounting_coding.updated", tenantStream(tx.tenantId), { requests: changed });
  return changed;
}

const isChange = ({ before, after }: CodingChange) => before !== after;

async function changeInvoice(
  tx: Tx,
  row: CodedRequestRow,
  { invoice_number, invoice_date }: RequestInput,
  { service_from, service_to }: ReturnType<typeof servicePeriodOf>,
): Promise<CodingChange[]> {
  if (!hasInvoice(row)) return [];
  const number = invoice_number === undefined ? row.invoiceNumber : invoice_number;
  const date = invoice_date === undefined ? row.invoiceDate : invoice_date;
  const changes: CodingChange[] = [
    { line: null, field: "invoice_number" as const, before: row.invoiceNumber, after: number },
    { line: null, field: "invoice_date" as const, before: row.invoiceDate, after: date },
    { line: null, field: "service_from" as const, before: row.serviceFrom, after: service_from },
    { line: null, field: "service_to" as const, before: row.serviceTo, after: service_to },
  ].filter(isChange);
  if (changes.length > 0) await tx.rows(statements.updateInvoice, [row.id, number, date, service_from, service_to]);
  return changes;
}

async function changeLines(
  tx: Tx,
  row: CodedRequestRow,
  lines: readonly ComputedLine[],
  request: RequestInput,
  input: Input,
  settings: SettingsRow,
  codes: Codes,
): Promise<CodingChange[]> {
  const changes: CodingChange[] = [];
  const updates: (LineInput & { key: number })[] = [];
  for (const [at, line] of lines.entries()) {
    const own = request.lines?.find((one) => one.line === at + 1);
    const values = inputOfLine(line, own, input, settings);
    const { cost_account_id: account, tax_key, cost_centre } = values;
    const of: CodingChange[] = [];
    if (account !== undefined)
      of.push({
        line: at + 1,
        field: "cost_account",
        before: line.account,
        after: account === null ? null : (codes.get(account) ?? null),
      });
    if (tax_key !== undefined) of.push({ line: at + 1, field: "tax_key", before: line.taxKey, after: tax_key });
    if (cost_centre !== undefined)
      of.push({ line: at + 1, field: "cost_centre", before: line.costCentre, after: cost_centre });
    const real = of.filter(isChange);
    if (real.length === 0) continue;
    changes.push(...real);
    // Unchanged values aren't stored, because they may come from the supplier, the category or the VAT rate.
    const isChanged = (field: CodingChange["field"]) => real.some((change) => change.field === field);
    updates.push({
      key: line.key,
      ...(isChanged("cost_account") && { cost_account_id: account }),
      ...(isChanged("tax_key") && { tax_key }),
      ...(isChanged("cost_centre") && { cost_centre }),
    });
  }
  if (updates.length > 0) {
    const update =
      row.family === "expense"
        ? statements.updateClaimItems
        : row.type === "cash_advance"
          ? statements.updateReceipts
          : statements.updateItems;
    await tx.rows(update, [row.id, JSON.stringify(updates)]);
  }
  return changes;
}
