import type { FinanceDetail } from "../../../shared/requests/finance/finance-reply.contract";
import { PdfDocument } from "../../platform/pdf/pdf";
import { type FinancePdf, renderFinancePdf } from "./finance.pdf";

afterEach(() => jest.restoreAllMocks());

const at = "2026-11-19T10:00:00.000Z";
const person = (id: number, fullname: string) => ({ id, fullname, image: null });
const [amira, dara] = [person(1, "Amira"), person(2, "Dara")];
const step = {
  id: 1,
  round: 1,
  position: 1,
  rule: null,
  by: "manager",
  route: "rule",
  role: null,
  instead_of: null,
  since: null,
  moves_on: null,
  on_behalf_of: null,
  decided_at: null,
  decided_by: null,
  note: null,
} as const;

/** An item without VAT. */
const item = (details: string | null, price: string | null, quantity: number, total: string) => ({
  details,
  price,
  gross: false,
  quantity,
  discount: "0",
  vat_rate: null,
  cost_account: null,
  net: total,
  tax: "0.00",
  total,
});

const bare = {
  id: 1,
  type: "purchase",
  status: "draft",
  number: null,
  requester: amira,
  created_at: at,
  title: "Cables",
  supplier: null,
  invoice_number: null,
  needed_by: null,
  due_on: null,
  supplier_id: null,
  note: null,
  amount: "20.00",
  total: "20.00",
  currency: "USD",
  rate: null,
  home_currency: "USD",
  home_amount: "20.00",
  date: null,
  department: null,
  paid: null,
  items: [item(null, null, 1, "20.00")],
  steps: [],
  settlement: null,
} as unknown as FinanceDetail;

/** Records drawing calls in order: rows as cell lists, text lines as strings, and page breaks. */
async function drawn(
  request: Partial<FinanceDetail>,
  files: FinancePdf["files"] = [],
  signatures: FinancePdf["signatures"] = {},
) {
  const lines: unknown[] = [];
  const { room, row, paragraph, rule } = PdfDocument.prototype;
  jest.spyOn(PdfDocument.prototype, "room").mockImplementation(function (this: PdfDocument, height) {
    const isNew = room.call(this, height);
    if (isNew) lines.push("page");
    return isNew;
  });
  jest.spyOn(PdfDocument.prototype, "row").mockImplementation(function (this: PdfDocument, cells) {
    lines.push(cells.map(({ text }) => text));
    row.call(this, cells);
  });
  jest.spyOn(PdfDocument.prototype, "paragraph").mockImplementation(function (this: PdfDocument, text, ...rest) {
    lines.push(text);
    paragraph.call(this, text, ...rest);
  });
  jest.spyOn(PdfDocument.prototype, "picture").mockImplementation((bytes) => {
    lines.push(`picture ${bytes.length}`);
  });
  jest.spyOn(PdfDocument.prototype, "rule").mockImplementation(function (this: PdfDocument) {
    lines.push("---");
    rule.call(this);
  });
  const about = {
    files,
    signatures,
    tenant: "Acme",
    logo: null,
    today: "2026-11-21",
    timeZone: "Asia/Baghdad",
    language: "en",
  } as const;
  await renderFinancePdf({ ...about, request: { ...bare, ...request } });
  return lines;
}

const head = ["Details", "Price", "Quantity", "Total, USD"];

test("a draft's PDF leaves out empty fields and sections", async () => {
  expect(await drawn({})).toEqual([
    "Acme",
    ["Purchase", "20.00 USD"],
    ["Cables", "Draft"],
    "---",
    ["Requester"],
    ["Amira"],
    head,
    "---",
    ["", "0.00", "1", "20.00"],
    "---",
    ["Total", "20.00 USD"],
  ]);
});

test("the PDF of a paid advance shows both currencies and the advance account", async () => {
  const decided = { state: "approved", decided_at: at, decided_by: amira } as const;
  const lines = await drawn(
    {
      type: "cash_advance",
      status: "paid",
      number: "ADV-7",
      currency: "EUR",
      rate: "1.0834",
      home_amount: "21.67",
      date: "2026-11-18",
      needed_by: "2026-12-31",
      supplier: "Zagros",
      invoice_number: "INV-1",
      department: { id: 1, name: "Operations" },
      paid: { date: "2026-11-20", reference: "TRX 9", by: dara },
      note: "Until Friday",
      items: [item("Cable", "0.335", 60, "20.00")],
      steps: [
        { ...step, ...decided, on_behalf_of: dara, approver: dara, note: "Up to 50" },
        { ...step, ...decided, approver: dara },
        { ...step, state: "now", approver: dara },
        { ...step, state: "next", approver: null, role: { id: 3, name: "Finance", code: "finance" } },
      ] as FinanceDetail["steps"],
      settlement: {
        given: "20.00",
        spent: "12.00",
        returned: "1.00",
        reimbursed: "0.00",
        to_return: "7.00",
        to_reimburse: "0.50",
        settled: false,
        entries: [],
      } as unknown as FinanceDetail["settlement"],
    },
    [{ name: "offer.pdf", author: "Amira", day: "2026-11-17" }],
  );
  expect(lines).toEqual([
    "Acme",
    ["Cash advance ADV-7", "20.00 EUR"],
    ["Cables", "Paid"],
    "---",
    ["Requester", "Department"],
    ["Amira", "Operations"],
    ["Sent", "Needed by"],
    ["18 Nov 2026", "31 Dec 2026"],
    ["Supplier", "Invoice number"],
    ["Zagros", "INV-1"],
    ["Rate", "Amount in home currency"],
    ["1.0834", "21.67 USD"],
    ["Paid on", "Payment reference"],
    ["20 Nov 2026", "TRX 9"],
    ["Details", "Price", "Quantity", "Total, EUR"],
    "---",
    ["Cable", "0.335", "60", "20.00"],
    "---",
    ["Total", "20.00 EUR"],
    "Note",
    "Until Friday",
    "Settlement",
    ["Given", "20.00 EUR"],
    ["Spent according to receipts", "12.00 EUR"],
    ["Returned", "1.00 EUR"],
    ["Reimbursed", "0.00 EUR"],
    ["To be returned", "7.00 EUR"],
    ["To be reimbursed", "0.50 EUR"],
    "Approvals",
    ["Approved", "Amira, on behalf of Dara", "19 Nov 2026"],
    "Up to 50",
    ["Approved", "Amira", "19 Nov 2026"],
    ["Current step", "Dara", ""],
    ["Upcoming", "Finance", ""],
    "Attachments",
    ["offer.pdf", "Amira", "17 Nov 2026"],
  ]);
});

test("the PDF shows net, VAT and the account of each item, and their totals", async () => {
  const vat_rate = { id: 1, code: "V7", name: "Reduced rate", percent: "7", archived: false };
  const cost_account = { id: 2, code: "4930", name: "Office supplies", archived: true };
  const taxed = { discount: "12.5", vat_rate, cost_account, net: "52.47", tax: "3.67" };
  const lines = await drawn({
    items: [{ ...item("Paper", "19.99", 1.5, "56.14"), ...taxed }, item("Diesel", "1.459", 500, "729.50")],
    net: "781.97",
    tax: "3.67",
    total: "785.64",
  });
  expect(lines.slice(6)).toEqual([
    ["Details", "Net price", "Quantity", "Net", "VAT", "Total, USD"],
    "---",
    ["Paper", "19.99", "1.5", "52.47", "3.67", "56.14"],
    "4930 Office supplies · Reduced rate: 7% · Discount 12.5%",
    "---",
    ["Diesel", "1.459", "500", "729.50", "0.00", "729.50"],
    "---",
    ["Subtotal at 7% VAT", "52.47", "3.67", "56.14"],
    ["Subtotal without a VAT rate", "729.50", "0.00", "729.50"],
    ["Net", "781.97 USD"],
    ["VAT", "3.67 USD"],
    ["Total", "785.64 USD"],
  ]);
});

test("a VAT rate that is named by its percentage is shown once", async () => {
  const vat_rate = { id: 1, code: "V7", name: "7 %", percent: "7", archived: false };
  const lines = await drawn({
    items: [{ ...item("Paper", "10.00", 1, "10.70"), vat_rate, net: "10.00", tax: "0.70" }],
  });
  expect(lines).toContain("7 %");
});

test("the PDF contains signatures of users who approved and have a signature", async () => {
  const decided = { decided_at: at, approver: amira } as const;
  const steps = [
    { ...step, ...decided, state: "changes_requested", decided_by: amira },
    { ...step, ...decided, state: "approved", decided_by: amira, on_behalf_of: dara, note: "Up to 50" },
    { ...step, ...decided, state: "approved", decided_by: person(3, "Sara") },
    { ...step, state: "now", approver: dara },
  ] as FinanceDetail["steps"];
  const lines = await drawn({ steps }, [], { 1: Buffer.alloc(11), 2: Buffer.alloc(22) });
  expect(lines.slice(lines.indexOf("Approvals") + 1)).toEqual([
    [expect.any(String), "Amira", "19 Nov 2026"],
    ["Approved", "Amira, on behalf of Dara", "19 Nov 2026"],
    "picture 11",
    "Up to 50",
    ["Approved", "Sara", "19 Nov 2026"],
    ["Current step", "Dara", ""],
  ]);
});

test("the PDF repeats the header of the items table on each page", async () => {
  const items = Array.from({ length: 60 }, (_, n) => item(`Cable ${n}`, "1", 1, "1.00"));
  const lines = await drawn({ items });
  const heads = lines.flatMap((line, at) => (JSON.stringify(line) === JSON.stringify(head) ? [at] : []));
  const pages = lines.flatMap((line, at) => (line === "page" ? [at] : []));
  expect(pages.length).toBeGreaterThan(1);
  expect(heads.slice(1)).toEqual(pages.map((at) => at + 1));
  for (const at of heads) expect(lines[at + 1]).toBe("---");
});

test("the PDF shows that the approver of a pending step is absent", async () => {
  const step = { id: 1, round: 1, position: 0, rule: null, by: "user", role: null, state: "now", decided_by: null };
  const approver = { id: 9, fullname: "Soran", image: null };
  const away = {
    ...step,
    route: "absent",
    approver,
    instead_of: null,
    away_until: "2026-12-18",
    meant_away_until: null,
  };
  const passed = {
    ...away,
    instead_of: { ...approver, fullname: "Dara" },
    away_until: null,
    meant_away_until: "2026-12-18",
  };
  const next_status = {
    status: "waiting_manager_approval",
    action: "decide",
    approver,
    role: null,
    day: null,
  } as const;
  const request = {
    status: "waiting_manager_approval",
    next_status,
    steps: [away, passed],
  } as unknown as FinanceDetail;
  const lines = JSON.stringify(await drawn(request));
  expect(lines).toContain("Waiting for Soran");
  expect(lines).toContain("Soran (away until 18 Dec 2026)");
  expect(lines).toContain("Soran, in place of Dara (away until 18 Dec 2026)");
});
