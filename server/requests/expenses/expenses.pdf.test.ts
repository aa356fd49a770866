import type { ExpenseDetail } from "../../../shared/requests/expenses/expenses.contract";
import { PdfDocument } from "../../platform/pdf/pdf";
import { renderExpensePdf } from "./expenses.pdf";

afterEach(() => jest.restoreAllMocks());

const amira = { id: 1, fullname: "Amira", image: null };
const item = {
  id: 1,
  spent_on: "2026-11-02",
  category: { id: 1, name: "Hotel" },
  supplier: "Hotel Spree",
  note: "Two nights",
  project: null,
  currency: "EUR",
  amount: "149.00",
  vat_rate: "7",
  vat_amount: "9.75",
  kilometres: null,
  km_rate: null,
  rate: "1.0834",
  home_amount: "161.43",
  receipts: [{ name: "invoice.pdf" }, { name: "photo.jpg" }],
};
const claim = {
  id: 1,
  number: "EXP-2026-0002",
  status: "paid",
  next_status: null,
  title: "Berlin",
  requester: amira,
  sent_at: "2026-11-03T22:30:00.000Z",
  note: null,
  amount: "200.49",
  currency: "USD",
  advance: { id: 2, number: "ADV-7" },
  advance_amount: "100.00",
  to_pay: "100.49",
  paid: { date: "2026-11-20", reference: "TRX 9", by: null, payroll_month: null },
  items: [
    item,
    {
      ...item,
      supplier: null,
      category: { id: 2, name: "Own car" },
      note: null,
      receipts: [],
      vat_amount: null,
      currency: "USD",
      amount: "39.06",
      kilometres: "93",
      home_amount: "39.06",
    },
  ],
  steps: [{ state: "approved", decided_by: amira, decided_at: "2026-11-04T21:30:00.000Z", note: null }],
} as unknown as ExpenseDetail;

test("the PDF lists items with their receipts, the covered part and the approvals", async () => {
  const lines: unknown[] = [];
  const inOwnDirection: string[] = [];
  const { row, paragraph } = PdfDocument.prototype;
  jest.spyOn(PdfDocument.prototype, "row").mockImplementation(function (this: PdfDocument, cells) {
    lines.push(cells.map(({ text }) => text));
    row.call(this, cells);
  });
  jest.spyOn(PdfDocument.prototype, "paragraph").mockImplementation(function (this: PdfDocument, text, style, part) {
    lines.push(text);
    if (style?.ownDirection) inOwnDirection.push(text);
    paragraph.call(this, text, style, part);
  });
  await renderExpensePdf({
    claim,
    signatures: {},
    tenant: "Acme",
    logo: null,
    today: "2026-11-21",
    timeZone: "Asia/Baghdad",
    language: "en",
  });
  expect(lines).toEqual([
    "Acme",
    ["Expense claim EXP-2026-0002", "200.49 USD"],
    ["Berlin", "Paid"],
    ["Requester", "Sent"],
    ["Amira", "4 Nov 2026"],
    ["Paid on", "Payment reference"],
    ["20 Nov 2026", "TRX 9"],
    ["Day", "Details", "Amount", "Total, USD"],
    ["2 Nov 2026", "Hotel Spree", "149.00 EUR", "161.43"],
    "Hotel",
    "Including VAT of 9.75 EUR",
    "Two nights",
    "Receipts: invoice.pdf, photo.jpg",
    ["2 Nov 2026", "Own car", "39.06 USD", "39.06"],
    "93 km",
    ["Total", "200.49 USD"],
    ["Covered by the advance", "100.00 USD"],
    ["To be paid", "100.49 USD"],
    "Approvals",
    ["Approved", "Amira", "5 Nov 2026"],
  ]);
  // Other details are aligned with the column, also in a document of the other direction.
  expect(inOwnDirection).toEqual(["Two nights"]);
});
