import { compareAmounts, decimalsOf, inverseRate } from "../../kernel/money";
import { toSepaText } from "../payments/sepa-text";
import { fiscalYearStart, type Posting, type PostingPeriod } from "./accounting.rules";

export interface DatevBatch {
  /** Creation time in ISO 8601, so that the same export always produces the same file. */
  createdAt: string;
  /** Name of the batch, at most 30 characters. */
  name: string;
  consultantNumber: number;
  clientNumber: number;
  fiscalMonth: number;
  accountLength: number;
  period: PostingPeriod;
  /** The tenant's currency. */
  currency: string;
  postings: readonly Posting[];
}

const pairs = (type: string, content: string, count: number) =>
  Array.from({ length: count }, (_, at) => [`${type} ${at + 1}`, `${content} ${at + 1}`]).flat();

/** Columns of format version 13. */
const columns = [
  ..."Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto".split(
    ";",
  ),
  ..."Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext".split(";"),
  ..."Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink".split(";"),
  ...pairs("Beleginfo - Art", "Beleginfo - Inhalt", 8),
  ..."KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung)".split(";"),
  ..."EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L".split(";"),
  ..."BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung".split(";"),
  ...pairs("Zusatzinformation - Art", "Zusatzinformation- Inhalt", 20),
  ..."Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp".split(";"),
  ..."Auftragsnummer;Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen)".split(";"),
  ..."Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz".split(";"),
  ..."Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer".split(";"),
  ..."Identifikationsnummer;Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt".split(";"),
  ..."Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit".split(";"),
  ..."Generalumkehr (GU);Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung)".split(";"),
  ..."EU-Steuersatz (Ursprung);Abw. Skontokonto".split(";"),
];

/** Largest amount of a posting. */
const maxDatevAmount = "9999999999.99";

/** `numbers`: the consultant or client number is missing. The amounts of a batch have ten digits and two decimals. */
export const datevProblems = ["numbers", "decimals", "tooLarge"] as const;
export type DatevProblem = (typeof datevProblems)[number];

/** Why postings can't be a DATEV batch; null if they can. */
export function datevProblem(
  postings: readonly Pick<Posting, "amount">[],
  currency: string,
  { consultantNumber, clientNumber }: { consultantNumber: number | null; clientNumber: number | null },
): DatevProblem | null {
  if (consultantNumber === null || clientNumber === null) return "numbers";
  if (decimalsOf(currency) > 2) return "decimals";
  return postings.some(({ amount }) => compareAmounts(withoutSign(amount), maxDatevAmount) > 0) ? "tooLarge" : null;
}

const withoutSign = (amount: string) => amount.replace(/^-/, "");

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const decimal = (amount: string) => {
  const [whole = "0", part = ""] = amount.split(".");
  return `${whole},${part.padEnd(2, "0")}`;
};
const compactDay = (day: string) => day.replaceAll("-", "");
const germanDay = (day: string) => `${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}`;
const withoutZeros = (account: string) => account.replace(/^0+/, "");

/** Allowed characters of document numbers. A sign at the start would make the cell a formula in spreadsheets. */
const documentNumber = (text: string) =>
  latinText(text)
    .replace(/[^A-Za-z0-9$&%*+\-/]/g, "")
    .replace(/^[+-]+/, "")
    .slice(0, 36);

/** Allowed characters of cost centres. */
const costCentreCode = (text: string) =>
  latinText(text)
    .replace(/[^\w ]/g, "")
    .slice(0, 36);

/**
 * Amount, currency and conversion. DATEV states rates as units of the foreign currency per unit of the home currency, with four digits before the
 * decimal comma and at least one; an amount whose rate or decimals don't fit is given in the home currency only.
 */
function amountCells({ foreign: signed, ...posting }: Posting, currency: string): string[] {
  // Amounts have no sign: a negative posting is on the other side.
  const side = posting.amount.startsWith("-") ? '"H"' : '"S"';
  const amount = withoutSign(posting.amount);
  const foreign = signed && { ...signed, amount: withoutSign(signed.amount) };
  const rate = foreign && inverseRate(foreign.rate);
  const fits =
    foreign &&
    decimalsOf(foreign.currency) <= 2 &&
    compareAmounts(foreign.amount, maxDatevAmount) <= 0 &&
    compareAmounts(rate, "1") >= 0 &&
    compareAmounts(rate, "9999.999999") <= 0;
  return fits
    ? [decimal(foreign.amount), side, quoted(foreign.currency), decimal(rate ?? ""), decimal(amount), quoted(currency)]
    : [decimal(amount), side, quoted(currency), "", "", '""'];
}

function line(posting: Posting, currency: string): string {
  const { debit, credit, taxKey, day, document, text } = posting;
  const cells = [
    ...amountCells(posting, currency),
    withoutZeros(debit),
    withoutZeros(credit),
    quoted(taxKey ?? ""),
    `${day.slice(8)}${day.slice(5, 7)}`,
    quoted(documentNumber(document)),
    '""',
    "",
    quoted(latinText(text).slice(0, 60).trim()),
  ];
  const { serviceTo, dueOn, costCentre } = posting;
  const further: Partial<Record<string, string>> = {
    // DATEV finalizes batches whose postings leave this column empty.
    Festschreibung: "0",
    ...(costCentre && { "KOST1 - Kostenstelle": quoted(costCentreCode(costCentre)) }),
    ...(dueOn && { Fälligkeit: germanDay(dueOn) }),
    // DATEV requires the tax period with the day of service: input tax is deductible once there are both the service and the invoice.
    ...(serviceTo && {
      Leistungsdatum: germanDay(serviceTo),
      "Datum Zuord. Steuerperiode": germanDay(serviceTo > day ? serviceTo : day),
    }),
  };
  const rest = columns.slice(cells.length).map((column) => further[column] ?? "");
  return [...cells, ...rest].join(";");
}

/**
 * The batch as text; `toWindows1252` encodes it. The days of the header are those of the earliest and the latest posting, since DATEV
 * rejects postings outside of them.
 */
export function datevFile({ postings, period, currency, ...batch }: DatevBatch): string {
  const days = postings.map(({ day }) => day).toSorted();
  const identification = ['"EXTF"', 700, 21, '"Buchungsstapel"', 13, batch.createdAt.replace(/\D/g, "").slice(0, 17)];
  const scope = [
    batch.consultantNumber,
    batch.clientNumber,
    compactDay(fiscalYearStart(period.from, batch.fiscalMonth)),
    batch.accountLength,
    compactDay(days[0] ?? period.from),
    compactDay(days.at(-1) ?? period.to),
    quoted(latinText(batch.name).slice(0, 30)),
  ];
  // Posting type 1: financial accounting. Accounting purpose 0: any. Not finalized, so that the batch can still be edited in DATEV.
  const kind = ['""', 1, 0, 0, quoted(currency)];
  const unused = ["", '""', "", "", '""', "", "", '""', '""'];
  const header = [...identification, "", '"WP"', '""', '""', ...scope, ...kind, ...unused];
  return [header.join(";"), columns.join(";"), ...postings.map((posting) => line(posting, currency)), ""].join("\r\n");
}

/** Characters of the bytes 128 to 159 of Windows-1252; the others are as in Unicode. Five bytes have none. */
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function byteOf(char: string): number | null {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const at = windows1252.indexOf(char);
  return at < 0 || code < 0xa0 ? null : 0x80 + at;
}

/** Text without control characters, transliterated where Windows-1252 has no letter. */
function latinText(text: string): string {
  const spelled = [...text.normalize("NFC")].map((char) => (byteOf(char) === null ? toSepaText(char, 8) : char));
  return spelled
    .join("")
    .replace(/[\p{Cc}\s;]+/gu, " ")
    .trim();
}

export function toWindows1252(text: string): Uint8Array {
  const encoded = text.replace(/\P{ASCII}/gu, (char) => String.fromCharCode(byteOf(char) ?? 0x3f));
  const bytes = new Uint8Array(encoded.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = encoded.charCodeAt(at);
  return bytes;
}
