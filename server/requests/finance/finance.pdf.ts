import { roleNameIn } from "../../../shared/kernel/role-names.rules";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { awaitedApproverName } from "../../../shared/approvals/approvals/awaited-approver.rules";
import type { FinanceDetail } from "../../../shared/requests/finance/finance-reply.contract";
import type { Language } from "../../../shared/kernel/languages";
import { decimalsOf } from "../../../shared/kernel/money";
import { PdfDocument, pdfColors } from "../../platform/pdf/pdf";
import { formatsOf } from "../../platform/formats";
import { type Translate, translator } from "../../platform/text";

const label = { size: 8, color: pdfColors.quiet } as const;
const strong = { weight: 600 } as const;

type Words = ReturnType<typeof formatsOf>;

interface Sheet {
  pdf: PdfDocument;
  text: Translate;
  words: Words;
  request: FinanceDetail;
  signatures: FinancePdf["signatures"];
  /** Formats an amount with the currency code, in the digits of the language. */
  money(amount: string, currency?: string): string;
}

export function renderFinancePdf({
  request,
  files,
  signatures,
  tenant,
  logo,
  today,
  language,
}: FinancePdf): Promise<Buffer> {
  const text = translator(language);
  const words = formatsOf(text.language);
  const kind = text(`finance.type.${request.type}`);
  const pdf = new PdfDocument(text.language, `${kind} ${request.number ?? ""}`.trim());
  const money = (amount: string, currency = request.currency) =>
    `${words.amount(amount, decimalsOf(currency))} ${currency}`;
  const sheet: Sheet = { pdf, text, words, request, signatures, money };
  if (logo) pdf.picture(logo, 28);
  head(sheet, tenant, kind);
  facts(sheet);
  items(sheet);
  note(sheet);
  settlement(sheet);
  drawApprovals(sheet);
  attachments(sheet, files);
  return pdf.finish((page, pages) =>
    text("document.footer", { tenant, day: words.day(today), page: words.number(page), pages: words.number(pages) }),
  );
}

function head({ pdf, text, request, money }: Sheet, tenant: string, kind: string): void {
  pdf.paragraph(tenant, label);
  pdf.row([
    { text: request.number ? `${kind} ${request.number}` : kind, part: [0, 0.65], style: { size: 18, weight: 600 } },
    { text: money(request.amount), part: [0.65, 1], style: { size: 18, weight: 600, align: "end" } },
  ]);
  pdf.row([
    { text: request.title, part: [0, 0.65] },
    { text: statusOf(request, text), part: [0.65, 1], style: { align: "end" } },
  ]);
  pdf.space(10);
  pdf.rule();
  pdf.space(10);
}

function statusOf({ status, next_status }: FinanceDetail, text: Translate): string {
  const name = awaitedApproverName(next_status, (role) => roleNameIn(text, role.name));
  return name === null ? text(`finance.status.${status}`) : text("request.waitingFor", { name });
}

function facts({ pdf, text, words, request, money }: Sheet): void {
  const { rate, home_amount: home, home_currency: homeCurrency, paid } = request;
  const foreign = home !== null && homeCurrency !== null && homeCurrency !== request.currency;
  const known: [name: string, value: string | null | undefined][] = [
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
  ];
  const shown = known.flatMap(([name, value]) => (value ? [{ name: text(`document.column.${name}`), value }] : []));
  for (let at = 0; at < shown.length; at += 2) {
    const pair = shown.slice(at, at + 2);
    const parts = [
      [0, 0.5],
      [0.5, 1],
    ] as const;
    pdf.room(34);
    pdf.row(pair.map(({ name }, side) => ({ text: name, part: parts[side] ?? parts[0], style: label })));
    pdf.row(pair.map(({ value }, side) => ({ text: value, part: parts[side] ?? parts[0] })));
    pdf.space(6);
  }
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

function title({ pdf, text }: Sheet, id: string): void {
  pdf.space(16);
  pdf.room(60);
  pdf.paragraph(text(id), { size: 12, weight: 600 });
  pdf.space(4);
}

function note(sheet: Sheet): void {
  if (!sheet.request.note) return;
  title(sheet, "document.note");
  sheet.pdf.paragraph(sheet.request.note, { ownDirection: true });
}

function settlement(sheet: Sheet): void {
  const { pdf, text, request, money } = sheet;
  if (!request.settlement) return;
  title(sheet, "document.settlement");
  for (const side of ["given", "spent", "returned", "reimbursed", "to_return", "to_reimburse"] as const) {
    pdf.row([
      { text: text(`document.settlement.${side}`), part: [0, 0.6] },
      { text: money(request.settlement[side]), part: [0.6, 1], style: { align: "end" } },
    ]);
  }
}

const signatureHeight = 30;

function drawApprovals(sheet: Sheet): void {
  const { pdf, text, words, request, signatures } = sheet;
  if (request.steps.length === 0) return;
  title(sheet, "document.way");
  for (const step of request.steps) {
    const signature = step.state === "approved" && step.decided_by ? signatures[step.decided_by.id] : undefined;
    if (signature) pdf.room(signatureHeight + 24); // keeps the signature on the same page as the name
    pdf.row([
      { text: text(`document.step.${step.state}`), part: [0, 0.25] },
      { text: whoOf(step, text, words), part: [0.25, 0.75] },
      { text: step.decided_at ? words.day(step.decided_at) : "", part: [0.75, 1], style: { align: "end" } },
    ]);
    if (signature) pdf.picture(signature, signatureHeight, [0.25, 0.75]);
    if (step.note) pdf.paragraph(step.note, { color: pdfColors.quiet, ownDirection: true }, [0.25, 1]);
    pdf.space(3);
  }
}

function whoOf(step: RequestStep, text: Translate, words: Sheet["words"]): string {
  const {
    decided_by: by,
    on_behalf_of: behalf,
    approver,
    role,
    instead_of: meant,
    away_until,
    meant_away_until,
  } = step;
  if (!by) {
    const asked = approver?.fullname ?? (role ? roleNameIn(text, role.name) : "");
    if (away_until) return text("document.awayUntil", { name: asked, day: words.day(away_until) });
    if (!meant || !meant_away_until) return asked;
    return text("document.inPlaceOf", { name: asked, of: meant.fullname, day: words.day(meant_away_until) });
  }
  return behalf ? text("document.onBehalf", { name: by.fullname, of: behalf.fullname }) : by.fullname;
}

function attachments(sheet: Sheet, files: FinancePdf["files"]): void {
  if (files.length === 0) return;
  const { pdf, words } = sheet;
  title(sheet, "document.files");
  for (const { name, author, day } of files) {
    pdf.row([
      { text: name, part: [0, 0.5] },
      { text: author, part: [0.5, 0.75] },
      { text: words.day(day), part: [0.75, 1], style: { align: "end" } },
    ]);
    pdf.space(3);
  }
}

export interface FinancePdf {
  request: FinanceDetail;
  files: readonly { name: string; author: string; day: string }[];
  /** Small PNGs of users who approved, by user id. */
  signatures: Readonly<Record<number, Uint8Array>>;
  tenant: string;
  /** Small PNG; null without a logo. */
  logo: Uint8Array | null;
  today: string;
  language: Language;
}

declare module "../../platform/child-processes" {
  interface ChildTable {
    financePdf(content: FinancePdf): Promise<Uint8Array>;
  }
}
