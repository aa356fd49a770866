import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import type { DocumentFields } from "../../../shared/approvals/documents/document-fields";
import type { Language } from "../../../shared/kernel/languages";
import { localDayIn } from "../../../shared/kernel/days";
import { decimalsOf } from "../../../shared/kernel/money";
import { roleNameIn } from "../../../shared/kernel/role-names.rules";
import { formatsOf } from "../../platform/formats";
import { PdfDocument, pdfColors } from "../../platform/pdf/pdf";
import { type Translate, translator } from "../../platform/text";
import { type DecidedRequest, statusOf } from "./request-status";

export const label = { size: 8, color: pdfColors.quiet } as const;
export const strong = { weight: 600 } as const;

type Words = ReturnType<typeof formatsOf>;

/** A document with its language. */
export interface PdfSheet {
  pdf: PdfDocument;
  text: Translate;
  words: Words;
  /** Formats the day of a moment in the organization's time zone. */
  dayOfMoment(moment: string): string;
  /** Formats an amount with the currency code, in the digits of the language. */
  money(amount: string, currency?: string): string;
}

export interface RequestPdf {
  /** Small PNGs of users who approved, by user id. */
  signatures: Readonly<Record<number, Uint8Array>>;
  tenant: string;
  /** Small PNG; null without a logo. */
  logo: Uint8Array | null;
  today: string;
  /** Time zone of the organization, whose days are printed. */
  timeZone: string;
  language: Language;
}

interface Head extends Omit<RequestPdf, "signatures"> {
  request: DecidedRequest & { number: string | null; title: string; amount: string; currency: string };
  /** Text key of the kind of request. */
  kind: string;
}

/** Draws the head and the footers of a request's document, and the content by `draw`. */
export function renderRequestPdf(
  { request, kind: kindId, tenant, logo, today, timeZone, language }: Head,
  draw: (sheet: PdfSheet) => void,
): Promise<Buffer> {
  const text = translator(language);
  const words = formatsOf(text.language);
  const kind = text(kindId);
  const pdf = new PdfDocument(text.language, `${kind} ${request.number ?? ""}`.trim());
  const money = (amount: string, currency = request.currency) =>
    `${words.amount(amount, decimalsOf(currency))} ${currency}`;
  if (logo) pdf.picture(logo, 28);
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
  const dayOfMoment = (moment: string) => words.day(localDayIn(timeZone, new Date(moment)));
  draw({ pdf, text, words, dayOfMoment, money });
  return pdf.finish((page, pages) =>
    text("document.footer", { tenant, day: words.day(today), page: words.number(page), pages: words.number(pages) }),
  );
}

type Fact = readonly [name: string, value: string | null | undefined];

/** Named values in two columns; those without a value are left out. Names are keys of `document.column`. */
export function drawFacts({ pdf, text }: PdfSheet, facts: readonly Fact[]): void {
  const filledFacts = facts.flatMap(([name, value]) =>
    value ? [{ name: text(`document.column.${name}`), value }] : [],
  );
  for (let at = 0; at < filledFacts.length; at += 2) {
    const pair = filledFacts.slice(at, at + 2);
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

/** The facts of a document's fields, for `drawFacts`. */
export const printedFields = <Fields extends DocumentFields>(
  { words }: PdfSheet,
  fields: Fields,
  record: { readonly [Name in keyof Fields]?: string | number | null },
): Fact[] =>
  Object.entries(fields).flatMap(([name, { printed, kind }]) => {
    const value = record[name];
    return printed && typeof value === "string" ? [[printed, kind === "day" ? words.day(value) : value] as const] : [];
  });

export function drawHeading({ pdf, text }: PdfSheet, id: string): void {
  pdf.space(16);
  pdf.room(60);
  pdf.paragraph(text(id), { size: 12, weight: 600 });
  pdf.space(4);
}

export function drawNote(sheet: PdfSheet, note: string | null): void {
  if (!note) return;
  drawHeading(sheet, "document.note");
  sheet.pdf.paragraph(note, { ownDirection: true });
}

const signatureHeight = 30;

export function drawApprovals(
  sheet: PdfSheet,
  steps: readonly RequestStep[],
  signatures: RequestPdf["signatures"],
): void {
  const { pdf, text, words, dayOfMoment } = sheet;
  if (steps.length === 0) return;
  drawHeading(sheet, "document.way");
  for (const step of steps) {
    const signature = step.state === "approved" && step.decided_by ? signatures[step.decided_by.id] : undefined;
    if (signature) pdf.room(signatureHeight + 24); // keeps the signature on the same page as the name
    pdf.row([
      { text: text(`document.step.${step.state}`), part: [0, 0.25] },
      { text: deciderText(step, text, words), part: [0.25, 0.75] },
      { text: step.decided_at ? dayOfMoment(step.decided_at) : "", part: [0.75, 1], style: { align: "end" } },
    ]);
    if (signature) pdf.picture(signature, signatureHeight, [0.25, 0.75]);
    if (step.note) pdf.paragraph(step.note, { color: pdfColors.quiet, ownDirection: true }, [0.25, 1]);
    pdf.space(3);
  }
}

function deciderText(step: RequestStep, text: Translate, words: Words): string {
  const {
    decided_by: by,
    on_behalf_of: behalf,
    approver,
    role,
    instead_of: intendedApprover,
    away_until,
    meant_away_until,
  } = step;
  if (!by) {
    const approverName = approver?.fullname ?? (role ? roleNameIn(text, role.name) : "");
    if (away_until) return text("document.awayUntil", { name: approverName, day: words.day(away_until) });
    if (!intendedApprover || !meant_away_until) return approverName;
    return text("document.inPlaceOf", {
      name: approverName,
      of: intendedApprover.fullname,
      day: words.day(meant_away_until),
    });
  }
  return behalf ? text("document.onBehalf", { name: by.fullname, of: behalf.fullname }) : by.fullname;
}
