import { array, assert, bigInt, constantFrom, integer, option, property, record } from "fast-check";
import { convertMoney, sumOfMoney, taxIncluded } from "../../kernel/money";
import {
  type AccountingLine,
  type AccountingRequest,
  type AccountingSettings,
  apportion,
  fiscalYearStart,
  hasInvalidCreditor,
  isLedgerAccount,
  subtractMonths,
  postingDay,
  postingsOf,
  problemsOf,
  totalOf,
} from "./accounting.rules";

const settings: AccountingSettings = {
  fiscalMonth: 1,
  accountLength: 4,
  clearingAccount: "70000",
  fallbackAccount: "1590",
};
const period = { from: "2026-11-01", to: "2026-11-30" };

const line = (parts: Partial<AccountingLine> = {}): AccountingLine => ({
  day: null,
  details: "Toner",
  currency: "EUR",
  gross: "119.00",
  tax: "19.00",
  rate: "1",
  homeGross: "119.00",
  serviceFrom: null,
  serviceTo: null,
  account: "4930",
  taxPercent: "19",
  taxKey: "9",
  costCentre: null,
  ...parts,
});
const request = (lines: AccountingLine[], parts: Partial<AccountingRequest> = {}): AccountingRequest => ({
  number: "PAY-2026-0007",
  invoiceNumber: "R-4711",
  supplier: "Paper Mill",
  creditorAccount: null,
  title: "Office",
  day: "2026-11-05",
  serviceFrom: null,
  serviceTo: null,
  dueOn: null,
  lines,
  ...parts,
});

test.each([
  ["4930", true],
  ["0420", true],
  ["49300", false],
  ["0000", false],
  ["49A0", false],
  ["", false],
])("account %j is a ledger account of four digits: %s", (account, usable) => {
  expect(isLedgerAccount(account, 4)).toBe(usable);
});

test("lines without a usable account or a tax key are reported", () => {
  expect(problemsOf(line(), settings)).toEqual([]);
  expect(problemsOf(line({ taxPercent: null, taxKey: null, tax: "0.00" }), settings)).toEqual([]);
  expect(problemsOf(line({ taxPercent: "0", taxKey: null, tax: "0.00" }), settings)).toEqual([]);
  expect(problemsOf(line({ account: null, taxKey: null }), settings)).toEqual(["noAccount", "noTaxKey"]);
  expect(problemsOf(line({ account: "493000" }), settings)).toEqual(["accountInvalid"]);
  // VAT of a claim that was entered as an amount
  expect(problemsOf(line({ taxPercent: null, taxKey: null }), settings)).toEqual(["noTaxKey"]);
});

test("the tax of a line below zero is part of its amount", () => {
  const [posting] = postingsOf(
    request([line({ gross: "-119.00", tax: "-19.00", homeGross: "-119.00" })]),
    settings,
    period,
    "EUR",
  );
  expect(posting).toMatchObject({ amount: "-119.00", tax: "-19.00" });
});

test("a line debits its account or the fallback, and credits the clearing account", () => {
  const lines = [line(), line({ account: null }), line({ gross: "0.00", tax: "0.00", homeGross: "0.00" })];
  const postings = postingsOf(request(lines), settings, period, "EUR");
  expect(postings).toMatchObject([
    { line: 0, amount: "119.00", tax: "19.00", debit: "4930", credit: "70000", taxKey: "9", foreign: null },
    { line: 1, debit: "1590", credit: "70000" },
  ]);
  expect(postings[0]).toMatchObject({ document: "R-4711", text: "PAY-2026-0007 Paper Mill Toner", day: "2026-11-05" });
});

test("a supplier's own account is credited if it has one digit more than the others", () => {
  const creditOf = (creditorAccount: string | null) =>
    postingsOf(request([line()], { creditorAccount }), settings, period, "EUR")[0]?.credit;
  expect([creditOf("70123"), creditOf("701234"), creditOf("7000"), creditOf(null)]).toEqual([
    "70123",
    "70000",
    "70000",
    "70000",
  ]);
  const invalid = (creditorAccount: string | null) => hasInvalidCreditor({ creditorAccount }, settings);
  expect([invalid("70123"), invalid("701234"), invalid("7000"), invalid(null)]).toEqual([false, true, true, false]);
});

test("texts are cut to 60 characters, and requests without an invoice use their number", () => {
  const long = request([line({ details: `Toner\n\t${"x".repeat(80)}` })], { invoiceNumber: null, supplier: null });
  const [posting] = postingsOf(long, settings, period, "EUR");
  expect(posting?.text).toBe(`PAY-2026-0007 Toner ${"x".repeat(40)}`);
  expect(posting?.document).toBe("PAY-2026-0007");
});

test("documents of an earlier fiscal year are posted on the first day of the period", () => {
  expect(fiscalYearStart("2026-11-05", 1)).toBe("2026-01-01");
  expect(fiscalYearStart("2026-03-31", 4)).toBe("2025-04-01");
  expect(fiscalYearStart("2026-04-01", 4)).toBe("2026-04-01");
  expect(postingDay("2026-09-30", period, 1)).toBe("2026-09-30");
  expect(postingDay("2026-09-30", period, 10)).toBe("2026-11-01");
  expect(postingDay("2025-12-31", period, 1)).toBe("2026-11-01");
});

test("a line with its own receipt is posted on the day of the receipt", () => {
  // A claim of 8 November with receipts of 12 October and, in the fiscal year before, 20 December 2025.
  const lines = [line({ day: "2026-10-12" }), line({ day: "2025-12-20" }), line()];
  const days = postingsOf(request(lines, { day: "2026-11-08" }), settings, period, "EUR").map(({ day }) => day);
  expect(days).toEqual(["2026-10-12", "2026-11-01", "2026-11-08"]);
});

test.each([
  ["2026-11", 1, "2026-10"],
  ["2026-01", 1, "2025-12"],
  ["2026-12", 24, "2024-12"],
])("subtractMonths(%s, %i) returns %s", (month, count, before) => {
  expect(subtractMonths(month, count)).toBe(before);
});

test("a converted total is distributed without losing the rounding", () => {
  // 3 × 0.33 at 1.0834: together 0.99 × 1.0834 = 1.072566 → 1.07, but each 0.357522 → 0.36, together 1.08.
  expect(apportion(["0.33", "0.33", "0.33"], "1.0834", "EUR", "USD")).toEqual(["0.36", "0.36", "0.35"]);
});

const currencies = constantFrom("EUR", "USD", "JPY", "KWD");
const decimals = { EUR: 2, USD: 2, JPY: 0, KWD: 3 } as const;
const amountIn = (units: bigint, currency: keyof typeof decimals) => {
  const digits = units.toString().padStart(decimals[currency] + 1, "0");
  const at = digits.length - decimals[currency];
  return decimals[currency] === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
};

test("postings add up to the gross amount in the organization's currency", () => {
  const lines = array(
    record({
      units: bigInt({ min: 0n, max: 99_999_999_999n }),
      account: option(constantFrom("4930", "493000", "x")),
      percent: option(constantFrom("7", "19", "0", "5.5")),
    }),
    { maxLength: 20 },
  );
  const rates = integer({ min: 1, max: 500_000_000 }).map((rate) => String(rate).padStart(6, "0"));
  assert(
    property(lines, currencies, currencies, rates, (items, currency, home, digits) => {
      const rate = currency === home ? "1" : `${digits.slice(0, -5)}.${digits.slice(-5)}`;
      const gross = items.map(({ units }) => amountIn(units, currency));
      const shares = apportion(gross, rate, currency, home);
      const bookedRequest = request(
        items.map(({ account, percent }, at) =>
          line({
            currency,
            rate,
            account,
            taxPercent: percent,
            gross: gross[at] ?? "",
            tax: taxIncluded(gross[at], percent, currency),
            homeGross: shares[at] ?? "",
          }),
        ),
      );
      const postings = postingsOf(bookedRequest, settings, period, home);
      expect(totalOf(postings, home)).toBe(convertMoney(sumOfMoney(gross, currency), rate, home));
      for (const { amount, tax, debit } of postings) {
        expect(amount).not.toContain("-");
        expect(Number(tax)).toBeLessThanOrEqual(Number(amount));
        expect(isLedgerAccount(debit, settings.accountLength)).toBe(true);
      }
    }),
  );
});
