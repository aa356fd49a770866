import { decimalsOf } from "../../../shared/kernel/money";
import type { ExpenseDetail, ExpenseItem } from "../../../shared/requests/expenses/expenses.contract";
import { claimFields } from "../../../shared/requests/expenses/expenses.fields";
import { pdfColors } from "../../platform/pdf/pdf";
import {
  drawApprovals,
  drawFacts,
  drawNote,
  label,
  printedFields,
  type PdfSheet,
  type RequestPdf,
  renderRequestPdf,
  strong,
} from "../money/request-pdf";

export interface ExpensePdf extends RequestPdf {
  claim: ExpenseDetail;
}

const columns = { day: [0, 0.15], details: [0.15, 0.6], amount: [0.6, 0.8], home: [0.8, 1] } as const;
const quiet = { size: 8, color: pdfColors.quiet } as const;

export const renderExpensePdf = ({ claim, signatures, ...about }: ExpensePdf): Promise<Buffer> =>
  renderRequestPdf({ ...about, request: claim, kind: "document.expense" }, (sheet) => {
    const { words, dayOfMoment } = sheet;
    drawFacts(sheet, [
      ["requester", claim.requester.fullname],
      ["date", claim.sent_at && dayOfMoment(claim.sent_at)],
      ...printedFields(sheet, claimFields, claim),
      ["paidOn", claim.paid && words.day(claim.paid.date)],
      ["reference", claim.paid?.reference],
    ]);
    drawItems(sheet, claim);
    drawNote(sheet, claim.note);
    drawApprovals(sheet, claim.steps, signatures);
  });

function drawHead({ pdf, text }: PdfSheet, currency: string): void {
  const end = { ...label, align: "end" } as const;
  pdf.row([
    { text: text("document.column.spentOn"), part: columns.day, style: label },
    { text: text("document.column.details"), part: columns.details, style: label },
    { text: text("document.column.amount"), part: columns.amount, style: end },
    { text: `${text("document.column.total")}, ${currency}`, part: columns.home, style: end },
  ]);
  pdf.space(3);
  pdf.rule();
  pdf.space(5);
}

function drawItems(sheet: PdfSheet, { items, currency, amount, advance, advance_amount, to_pay }: ExpenseDetail): void {
  const { pdf, text, money } = sheet;
  pdf.space(10);
  drawHead(sheet, currency);
  for (const item of items) {
    if (pdf.room(44)) drawHead(sheet, currency);
    drawItem(sheet, item, currency);
    pdf.space(4);
    pdf.rule();
    pdf.space(4);
  }
  const totals = [
    ["total", amount],
    ...(advance ? [["advance", advance_amount] as const, ["toPay", to_pay] as const] : []),
  ] as const;
  for (const [name, value] of totals)
    pdf.row([
      { text: text(`document.column.${name}`), part: [0, 0.6], style: strong },
      { text: money(value), part: [0.6, 1], style: { ...strong, align: "end" } },
    ]);
}

/** An item with its category, mileage, VAT and note below it, and the names of its receipts. */
function drawItem({ pdf, text, words, money }: PdfSheet, item: ExpenseItem, home: string): void {
  const { spent_on, supplier, category, amount, currency, kilometres, vat_amount, receipts } = item;
  pdf.row([
    { text: spent_on ? words.day(spent_on) : "", part: columns.day },
    { text: supplier ?? category?.name ?? "", part: columns.details },
    { text: amount === null ? "" : money(amount, currency), part: columns.amount, style: { align: "end" } },
    { text: words.amount(item.home_amount, decimalsOf(home)), part: columns.home, style: { align: "end" } },
  ]);
  const facts = [
    supplier && category?.name,
    kilometres && text("document.kilometres", { kilometres: words.number(Number(kilometres)) }),
    vat_amount && text("document.vat", { amount: money(vat_amount, currency) }),
    item.note,
    receipts.length > 0 && text("document.receipts", { names: receipts.map(({ name }) => name).join(", ") }),
  ];
  for (const fact of facts)
    if (fact) pdf.paragraph(fact, fact === item.note ? { ...quiet, ownDirection: true } : quiet, columns.details);
}

declare module "../../platform/child-processes" {
  interface ChildTable {
    expensePdf(content: ExpensePdf): Promise<Uint8Array>;
  }
}
