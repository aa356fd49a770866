import type { Language } from "../../../shared/kernel/languages";
import { decimalsOf } from "../../../shared/kernel/money";
import { formatsOf } from "../../platform/formats";
import { PdfDocument, pdfColors } from "../../platform/pdf/pdf";
import { translator } from "../../platform/text";

export interface PromotionLetter {
  language: Language;
  tenant: string;
  logo: Uint8Array | null;
  person: string;
  /** Name of the signer; null when no signer is named. */
  signer: string | null;
  signature: Uint8Array | null;
  today: string;
  effectiveOn: string;
  fields: readonly { field: string; before: string | null; after: string | null }[];
}

declare module "../../platform/child-processes" {
  interface ChildTable {
    promotionLetter(letter: PromotionLetter): Promise<Buffer>;
  }
}

export function renderPromotionLetter(letter: PromotionLetter): Promise<Buffer> {
  const { language, tenant, logo, person, signer, signature, today, effectiveOn, fields } = letter;
  const text = translator(language);
  const words = formatsOf(language);
  const pdf = new PdfDocument(language, text("letter.subject"));
  if (logo) pdf.picture(Buffer.from(logo), 44);
  pdf.row([
    { text: tenant, part: [0, 0.6], style: { size: 12, weight: 600 } },
    { text: words.day(today), part: [0.6, 1], style: { align: "end" } },
  ]);
  pdf.space(40);
  pdf.paragraph(person);
  pdf.space(24);
  pdf.paragraph(text("letter.subject"), { size: 16, weight: 600 });
  pdf.space(14);
  pdf.paragraph(text("letter.greeting", { name: person }));
  pdf.space(8);
  pdf.paragraph(text("letter.body", { tenant, day: words.day(effectiveOn) }));
  pdf.space(14);
  const parts = [
    [0, 0.3],
    [0.3, 0.65],
    [0.65, 1],
  ] as const;
  const quiet = { size: 8, color: pdfColors.quiet };
  const row = (field: string, value: string | null) => {
    if (value === null) return "–";
    if (field === "contract_type") return text(`people.contract.${value}`);
    const [amount = "", currency] = value.split(" ");
    return field === "salary" && currency ? `${words.amount(amount, decimalsOf(currency))} ${currency}` : value;
  };
  if (fields.length > 0) {
    pdf.row(
      ["", text("letter.before"), text("letter.after")].map((name, at) => ({
        text: name,
        part: parts[at] ?? parts[0],
        style: quiet,
      })),
    );
    pdf.rule();
    pdf.space(5);
  }
  for (const { field, before, after } of fields) {
    pdf.row(
      [text(`people.field.${field}`), row(field, before), row(field, after)].map((cell, at) => ({
        text: cell,
        part: parts[at] ?? parts[0],
        style: { weight: at === 2 ? 600 : 400 },
      })),
    );
    pdf.space(4);
  }
  pdf.space(14);
  pdf.paragraph(text("letter.thanks"));
  // Reserves the height of a signature, whether it is printed or added by hand.
  pdf.space(signature ? 14 : 56);
  if (signature) pdf.picture(signature, 36);
  pdf.paragraph(signer ?? tenant);
  pdf.paragraph(tenant, quiet);
  return pdf.finish((page, pages) =>
    text("document.footer", { tenant, day: words.day(today), page: words.number(page), pages: words.number(pages) }),
  );
}
