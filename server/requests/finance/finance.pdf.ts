import type { FinanceDetail, FinanceItem } from "../../../shared/requests/finance/finance-reply.contract";
import { financeFields } from "../../../shared/requests/finance/finance.fields";
import { totalsByRate } from "../../../shared/requests/finance/finance.items.rules";
import { decimalsOf } from "../../../shared/kernel/money";
import {
  drawApprovals,
  drawFacts,
  drawHeading,
  drawNote,
  label,
  printedFields,
  type PdfSheet,
  type RequestPdf,
  renderRequestPdf,
  strong,
} from "../money/request-pdf";

interface Sheet extends PdfSheet {
  request: FinanceDetail;
}

export const renderFinancePdf = ({ request, files, signatures, ...about }: FinancePdf): Promise<Buffer> =>
  renderRequestPdf({ ...about, request, kind: `finance.type.${request.type}` }, (page) => {
    const sheet: Sheet = { ...page, request };
    facts(sheet);
    items(sheet);
    drawNote(sheet, request.note);
    settlement(sheet);
    drawApprovals(sheet, request.steps, signatures);
    attachments(sheet, files);
  });

function facts(sheet: Sheet): void {
  const { words, request, money } = sheet;
  const { rate, home_amount: home, home_currency: homeCurrency, paid } = request;
  const foreign = home !== null && homeCurrency !== null && homeCurrency !== request.currency;
  drawFacts(sheet, [
    ["requester", request.requester.fullname],
    ["department", request.department?.name],
    ["date", request.date && words.day(request.date)],
    [request.type === "payment" ? "dueOn" : "neededBy", request.needed_by && words.day(request.needed_by)],
    ...printedFields(sheet, financeFields, request),
    ["servicePeriod", servicePeriodIn(sheet)],
    ["rate", foreign && rate ? trimmedAmount(words, rate) : null],
    ["homeAmount", foreign ? money(home, homeCurrency) : null],
    ["paidOn", paid && words.day(paid.date)],
    ["reference", paid?.reference],
  ]);
}

function servicePeriodIn({ words, request: { service_from: from, service_to: to } }: Sheet): string | null {
  if (!from || !to) return null;
  return from === to ? words.day(from) : `${words.day(from)} – ${words.day(to)}`;
}

type Part = readonly [from: number, to: number];

interface ItemColumns {
  details: Part;
  price: Part;
  quantity: Part;
  total: Part;
  /** Null unless an item has a VAT rate. */
  taxed: { net: Part; tax: Part } | null;
}

const untaxedColumns: ItemColumns = {
  details: [0, 0.5],
  price: [0.5, 0.67],
  quantity: [0.67, 0.79],
  total: [0.79, 1],
  taxed: null,
};
const taxed = { net: [0.56, 0.71], tax: [0.71, 0.84] } as const;
const taxedColumns: ItemColumns = {
  details: [0, 0.32],
  price: [0.32, 0.46],
  quantity: [0.46, 0.56],
  total: [0.84, 1],
  taxed,
};
const columnsOf = ({ items }: FinanceDetail) =>
  items.some(({ vat_rate }) => vat_rate) ? taxedColumns : untaxedColumns;

const trimmedAmount = (words: PdfSheet["words"], amount: string) =>
  words.amount(amount, amount.split(".")[1]?.length ?? 0);

const priceTitleOf = ({ items }: FinanceDetail) =>
  items.some(({ vat_rate, gross }) => vat_rate && !gross) ? "document.column.netPrice" : "document.column.price";

function itemsHead({ pdf, text, request }: Sheet): void {
  const end = { ...label, align: "end" } as const;
  const { details, price, quantity, total, taxed: tax } = columnsOf(request);
  pdf.row([
    { text: text("document.column.details"), part: details, style: label },
    { text: text(priceTitleOf(request)), part: price, style: end },
    { text: text("document.column.quantity"), part: quantity, style: end },
    ...(tax
      ? [
          { text: text("document.column.net"), part: tax.net, style: end },
          { text: text("document.column.tax"), part: tax.tax, style: end },
        ]
      : []),
    { text: `${text("document.column.total")}, ${request.currency}`, part: total, style: end },
  ]);
  pdf.space(3);
  pdf.rule();
  pdf.space(5);
}

function items(sheet: Sheet): void {
  const { pdf, text, words, request } = sheet;
  const decimals = decimalsOf(request.currency);
  const finer = (price: string) => Math.max(decimals, price.split(".")[1]?.length ?? 0);
  const columns = columnsOf(request);
  const end = { align: "end" } as const;
  pdf.space(10);
  itemsHead(sheet);
  for (const item of request.items) {
    const price = item.price ?? "0";
    const summary = summaryOf(item, sheet);
    if (pdf.room(summary ? 44 : 30)) itemsHead(sheet);
    pdf.row([
      { text: item.details ?? "", part: columns.details },
      { text: words.amount(price, finer(price)), part: columns.price, style: end },
      { text: words.number(item.quantity), part: columns.quantity, style: end },
      ...(columns.taxed
        ? [
            { text: words.amount(item.net, decimals), part: columns.taxed.net, style: end },
            { text: words.amount(item.tax, decimals), part: columns.taxed.tax, style: end },
          ]
        : []),
      { text: words.amount(item.total, decimals), part: columns.total, style: end },
    ]);
    if (summary) pdf.paragraph(summary, label);
    pdf.space(4);
    pdf.rule();
    pdf.space(4);
  }
  for (const { percent, name: rateName, net, tax, total } of totalsByRate(request.items, request.currency)) {
    const name =
      percent === null
        ? text("document.withoutRate")
        : rateName !== null
          ? rateText({ name: rateName, percent }, sheet)
          : text("document.atRate", { percent: trimmedAmount(words, percent) });
    pdf.row([
      { text: name, part: [0, taxed.net[0]], style: label },
      { text: words.amount(net, decimals), part: taxed.net, style: { ...label, ...end } },
      { text: words.amount(tax, decimals), part: taxed.tax, style: { ...label, ...end } },
      { text: words.amount(total, decimals), part: columns.total, style: { ...label, ...end } },
    ]);
  }
  for (const name of columns.taxed ? (["net", "tax"] as const) : []) {
    pdf.row([
      { text: text(`document.column.${name}`), part: [0, 0.6] },
      { text: sheet.money(request[name]), part: [0.6, 1], style: end },
    ]);
  }
  pdf.row([
    { text: text("document.column.total"), part: [0, 0.6], style: strong },
    { text: sheet.money(request.total), part: [0.6, 1], style: { ...strong, align: "end" } },
  ]);
}

/** The name of a VAT rate, with its percentage unless the name contains it, like "7 %". */
function rateText(
  { name, percent }: { name: string; percent: string },
  { text, words }: Pick<Sheet, "text" | "words">,
) {
  const percentText = text("document.percent", { percent: trimmedAmount(words, percent) });
  const compact = (value: string) => value.replace(/[\s\u00a0\u202f]/g, "");
  return compact(name).includes(compact(percentText)) ? name : `${name}: ${percentText}`;
}

/** The cost account, VAT rate and discount of an item, as far as it has them. */
function summaryOf({ cost_account, vat_rate, discount }: FinanceItem, { text, words }: Sheet): string {
  return [
    ...(cost_account ? [`${cost_account.code} ${cost_account.name}`] : []),
    ...(vat_rate ? [rateText(vat_rate, { text, words })] : []),
    ...(discount === "0" ? [] : [text("document.discount", { percent: trimmedAmount(words, discount) })]),
  ].join(" · ");
}

function settlement(sheet: Sheet): void {
  const { pdf, text, request, money } = sheet;
  if (!request.settlement) return;
  drawHeading(sheet, "document.settlement");
  for (const side of ["given", "spent", "returned", "reimbursed", "to_return", "to_reimburse"] as const) {
    pdf.row([
      { text: text(`document.settlement.${side}`), part: [0, 0.6] },
      { text: money(request.settlement[side]), part: [0.6, 1], style: { align: "end" } },
    ]);
  }
}

function attachments(sheet: Sheet, files: FinancePdf["files"]): void {
  if (files.length === 0) return;
  const { pdf, words } = sheet;
  drawHeading(sheet, "document.files");
  for (const { name, author, day } of files) {
    pdf.row([
      { text: name, part: [0, 0.5] },
      { text: author, part: [0.5, 0.75] },
      { text: words.day(day), part: [0.75, 1], style: { align: "end" } },
    ]);
    pdf.space(3);
  }
}

export interface FinancePdf extends RequestPdf {
  request: FinanceDetail;
  files: readonly { name: string; author: string; day: string }[];
}

declare module "../../platform/child-processes" {
  interface ChildTable {
    financePdf(content: FinancePdf): Promise<Uint8Array>;
  }
}
