import type { Posting } from "./accounting.rules";
import { type DatevBatch, datevFile, datevProblem, toWindows1252 } from "./datev-file";

const posting = (parts: Partial<Posting> = {}): Posting => ({
  line: 0,
  day: "2026-11-05",
  document: "R-4711",
  text: "PAY-2026-0007 Paper Mill Toner",
  amount: "119.00",
  tax: "19.00",
  taxPercent: "19",
  taxKey: "9",
  debit: "4930",
  credit: "70000",
  foreign: null,
  serviceFrom: null,
  serviceTo: null,
  dueOn: null,
  costCentre: null,
  ...parts,
});
const batch = (postings: Posting[], parts: Partial<DatevBatch> = {}): DatevBatch => ({
  createdAt: "2026-12-01T08:30:15.250Z",
  name: "Export 3 2026-11",
  consultantNumber: 29098,
  clientNumber: 55003,
  fiscalMonth: 1,
  accountLength: 4,
  period: { from: "2026-11-01", to: "2026-11-30" },
  currency: "EUR",
  postings,
  ...parts,
});
const linesOf = (file: string) => file.split("\r\n");
const cellsOf = (...postings: Posting[]) => (linesOf(datevFile(batch(postings)))[2] ?? "").split(";");

/**
 * By hand: a laptop for 1,190.00 EUR with 19 % VAT on account 0420, and a book from the USA for 54.17 USD. The rate is 0.92301 EUR for 1 USD:
 * 54.17 × 0.92301 = 49.9994517 → 50.00 EUR, and 1 ÷ 0.92301 = 1.08341188… → 1.083412 USD for 1 EUR.
 */
test("writes a batch as computed by hand", () => {
  const laptop = posting({
    amount: "1190.00",
    tax: "190.00",
    debit: "0420",
    day: "2026-10-28",
    text: "PAY-2026-0007 Müller",
  });
  const book = posting({
    amount: "50.00",
    tax: "0.00",
    taxPercent: null,
    taxKey: null,
    debit: "4940",
    document: "=INV 9/2;+",
    foreign: { amount: "54.17", currency: "USD", rate: "0.92301" },
    text: 'PAY-2026-0008 "Book"; used',
  });
  const lines = linesOf(datevFile(batch([laptop, book])));
  expect(lines).toHaveLength(5);
  expect(lines[4]).toBe("");
  expect(lines[0]).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20261201083015250;;"WP";"";"";29098;55003;20260101;4;20261028;20261105;' +
      '"Export 3 2026-11";"";1;0;0;"EUR";;"";;;"";;;"";""',
  );
  const rest = `${";".repeat(100)}0${";".repeat(11)}`;
  expect(lines[2]).toBe(`1190,00;"S";"EUR";;;"";420;70000;"9";2810;"R-4711";"";;"PAY-2026-0007 Müller"${rest}`);
  expect(lines[3]).toBe(
    `54,17;"S";"USD";1,083412;50,00;"EUR";4940;70000;"";0511;"INV9/2+";"";;"PAY-2026-0008 ""Book"" used"${rest}`,
  );
});

test("has a heading for each of the 125 columns", () => {
  const [header, titles, line] = linesOf(datevFile(batch([posting()])));
  expect(header?.split(";")).toHaveLength(31);
  expect(titles?.split(";")).toHaveLength(125);
  expect(line?.split(";")).toHaveLength(125);
  const names = titles?.split(";") ?? [];
  expect([names[0], names[8], names[13], names[36], names[87], names[113], names[124]]).toEqual([
    "Umsatz (ohne Soll/Haben-Kz)",
    "BU-Schlüssel",
    "Buchungstext",
    "KOST1 - Kostenstelle",
    "Stück",
    "Festschreibung",
    "Abw. Skontokonto",
  ]);
});

test("an amount is in the home currency if the foreign amount or rate doesn't fit", () => {
  const foreign = (currency: string, amount: string, rate: string) =>
    cellsOf(posting({ foreign: { currency, amount, rate } })).slice(0, 6);
  const own = ["119,00", '"S"', '"EUR"', "", "", '""'];
  expect(foreign("KWD", "38.125", "3.1213")).toEqual(own);
  expect(foreign("VND", "3500000", "0.000034")).toEqual(own);
  // 1 ÷ 1.0834 = 0.923020: DATEV's expression for rates is [1-9]\d{0,3},\d{2,6}.
  expect(foreign("USD", "100.00", "1.0834")).toEqual(own);
  expect(foreign("USD", "100.00", "1")[3]).toMatch(/^[1-9]\d{0,3},\d{2,6}$/);
  expect(foreign("JPY", "19000", "0.0062632")).toEqual(["19000,00", '"S"', '"JPY"', "159,662792", "119,00", '"EUR"']);
});

test("writes the due day and the service day with the period of its deductible tax", () => {
  const [, titles = ""] = linesOf(datevFile(batch([posting()])));
  const cellsByTitle = (parts: Partial<Posting>) => {
    const cells = cellsOf(posting(parts));
    return Object.fromEntries(titles.split(";").map((title, at) => [title, cells[at]]));
  };
  expect(cellsByTitle({ dueOn: "2026-12-05", serviceFrom: "2026-10-01", serviceTo: "2026-10-31" })).toMatchObject({
    Belegdatum: "0511",
    Fälligkeit: "05122026",
    Leistungsdatum: "31102026",
    "Datum Zuord. Steuerperiode": "05112026",
  });
  expect(cellsByTitle({ serviceFrom: "2026-12-01", serviceTo: "2026-12-31" })).toMatchObject({
    Fälligkeit: "",
    "Datum Zuord. Steuerperiode": "31122026",
  });
  expect(cellsByTitle({})).toMatchObject({ Leistungsdatum: "", "Datum Zuord. Steuerperiode": "" });
});

test("an amount below zero is on the other side", () => {
  expect(cellsOf(posting({ amount: "-11.90" })).slice(0, 2)).toEqual(["11,90", '"H"']);
  const foreign = { amount: "-20.00", currency: "USD", rate: "0.5" };
  expect(cellsOf(posting({ amount: "-10.00", foreign })).slice(0, 5)).toEqual([
    "20,00",
    '"H"',
    '"USD"',
    "2,000000",
    "10,00",
  ]);
});

test("document numbers keep DATEV's characters and never begin like a formula", () => {
  const document = (number: string) => cellsOf(posting({ document: number }))[10];
  expect(document("-2+3")).toBe('"2+3"');
  expect(document("RE 2026/11 #5")).toBe('"RE2026/115"');
  expect(document("x".repeat(50))).toBe(`"${"x".repeat(36)}"`);
});

test("texts are encoded in Windows-1252, other letters are transliterated", () => {
  const file = datevFile(batch([posting({ text: "PAY-1 Größe € Łódź مطبعة" })]));
  expect(file).toContain('"PAY-1 Größe € Lódz mtbaa"');
  expect([...toWindows1252("ß€Š–ÿ?")]).toEqual([0xdf, 0x80, 0x8a, 0x96, 0xff, 0x3f]);
});

test("datevProblem reports missing numbers, three decimals and large amounts", () => {
  const numbers = { consultantNumber: 1001, clientNumber: 1 };
  expect(datevProblem([posting()], "EUR", numbers)).toBeNull();
  expect(datevProblem([posting()], "EUR", { ...numbers, clientNumber: null })).toBe("numbers");
  expect(datevProblem([posting()], "KWD", numbers)).toBe("decimals");
  expect(datevProblem([posting({ amount: "10000000000.00" })], "EUR", numbers)).toBe("tooLarge");
});
