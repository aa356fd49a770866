import type { FinanceDetail } from "../../../shared/requests/finance/finance-reply.contract";
import { decimalsOf } from "../../../shared/kernel/money";
import {
  drawApprovals,
  drawFacts,
  drawHeading,
  drawNote,
  label,
  type PdfSheet,
  type RequestPdf,
  renderRequestPdf,
  strong,
} from "./request-pdf";

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
    ["dueOn", request.due_on && words.day(request.due_on)],
    ["supplier", request.supplier],
    ["invoice", request.invoice_number],
    ["rate", foreign && rate ? words.amount(rate, rate.split(".")[1]?.length ?? 0) : null],
    ["homeAmount", foreign ? money(home, homeCurrency) : null],
    ["paidOn", paid && words.day(paid.date)],
    ["reference", paid?.reference],
  ]);
}

const columns = {
  details: [0, 0.5],
  price: [0.5, 0.67],
  quantity: [0.67, 0.79],
  total: [0.79, 1],
} as const;

function itemsHead({ pdf, text, request }: Sheet): void {
  const end = { ...label, align: "end" } as const;
  pdf.row([
    { text: text("document.column.details"), part: columns.details, style: label },
    { text: text("document.column.price"), part: columns.price, style: end },
    { text: text("document.column.quantity"), part: columns.quantity, style: end },
    { text: `${text("document.column.total")}, ${request.currency}`, part: columns.total, style: end },
  ]);
  pdf.space(3);
  pdf.rule();
  pdf.space(5);
}

function items(sheet: Sheet): void {
  const { pdf, text, words, request } = sheet;
  const decimals = decimalsOf(request.currency);
  const finer = (price: string) => Math.max(decimals, price.split(".")[1]?.length ?? 0);
  pdf.space(10);
  itemsHead(sheet);
  for (const { details, price, quantity, total } of request.items) {
    if (pdf.room(30)) itemsHead(sheet);
    pdf.row([
      { text: details ?? "", part: columns.details },
      { text: words.amount(price ?? "0", finer(price ?? "0")), part: columns.price, style: { align: "end" } },
      { text: words.number(quantity), part: columns.quantity, style: { align: "end" } },
      { text: words.amount(total, decimals), part: columns.total, style: { align: "end" } },
    ]);
    pdf.space(4);
    pdf.rule();
    pdf.space(4);
  }
  pdf.row([
    { text: text("document.column.total"), part: [0, 0.6], style: strong },
    { text: sheet.money(request.total), part: [0.6, 1], style: { ...strong, align: "end" } },
  ]);
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
