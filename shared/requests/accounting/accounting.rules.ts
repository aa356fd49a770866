import { type AmountInput, compareAmounts, convertMoney, minusMoney, sumOfMoney } from "../../kernel/money";

export interface AccountingSettings {
  /** First month of the fiscal year. */
  fiscalMonth: number;
  /** Digits of general ledger accounts; accounts of suppliers have one more. */
  accountLength: number;
  /** Contra account of requests whose supplier has no account of its own. */
  clearingAccount: string;
  /** Account of lines without a usable one. */
  fallbackAccount: string;
}

/** An approved line. Amounts are decimal texts in `currency`; the home amount is in the tenant's currency. */
export interface AccountingLine {
  /** Day of the line's own receipt; null for the day of the request's document. */
  day: string | null;
  details: string | null;
  currency: string;
  gross: string;
  /** Part of the gross amount. */
  tax: string;
  rate: string;
  homeGross: string;
  /** The line's own service period; null for that of the request. */
  serviceFrom: string | null;
  serviceTo: string | null;
  account: string | null;
  taxPercent: string | null;
  taxKey: string | null;
  costCentre: string | null;
}

export interface AccountingRequest {
  /** Number like `PAY-2026-0001`. */
  number: string;
  invoiceNumber: string | null;
  supplier: string | null;
  creditorAccount: string | null;
  title: string;
  /** Day of the document. */
  day: string;
  serviceFrom: string | null;
  serviceTo: string | null;
  dueOn: string | null;
  lines: readonly AccountingLine[];
}

/**
 * `noAccount` and `accountInvalid` are exported with the fallback account, `creditorInvalid` with the clearing account, and `noTaxKey`
 * without a tax key.
 */
export const lineProblems = ["noAccount", "accountInvalid", "creditorInvalid", "noTaxKey"] as const;
export type LineProblem = (typeof lineProblems)[number];

export interface Posting {
  /** Index of the line. */
  line: number;
  day: string;
  /** Number of the document: the invoice number, otherwise the request's. */
  document: string;
  text: string;
  /** Gross amount in the tenant's currency. */
  amount: string;
  /** Part of the amount. */
  tax: string;
  taxPercent: string | null;
  taxKey: string | null;
  debit: string;
  credit: string;
  /** The amount as entered, if it is in another currency. */
  foreign: { amount: string; currency: string; rate: string } | null;
  serviceFrom: string | null;
  serviceTo: string | null;
  dueOn: string | null;
  costCentre: string | null;
}

/** Values of postings that were exported before these fields existed. */
export const earlierPosting = { serviceFrom: null, serviceTo: null, dueOn: null, costCentre: null };

export interface PostingPeriod {
  from: string;
  to: string;
}

export const maxPostingText = 60;

export function subtractMonths(month: string, count: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 - count;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
}

/** First day of the fiscal year that contains the day. */
export function fiscalYearStart(day: string, firstMonth: number): string {
  const month = Number(day.slice(5, 7));
  const year = Number(day.slice(0, 4)) - (month < firstMonth ? 1 : 0);
  return `${year}-${String(firstMonth).padStart(2, "0")}-01`;
}

/**
 * Distributes the converted total of a request over its lines: each line gets the difference between the converted running totals before
 * and after it, so that rounding doesn't change the total.
 */
export function apportion(amounts: readonly string[], rate: string, currency: string, home: string): string[] {
  let [sum, before] = ["0", "0"];
  return amounts.map((amount) => {
    sum = sumOfMoney([sum, amount], currency);
    const until = convertMoney(sum, rate, home);
    const share = minusMoney(until, before, home);
    before = until;
    return share;
  });
}

/** Whether a code is a valid account number: digits, not only zeros, at most `length` of them. */
export const isLedgerAccount = (code: string, length: number): boolean =>
  /^0*[1-9]\d*$/.test(code) && code.length <= length;

/** Accounts of suppliers have exactly one digit more; a shorter number would be a general ledger account. */
const isCreditor = (code: string, { accountLength }: Pick<AccountingSettings, "accountLength">) =>
  isLedgerAccount(code, accountLength + 1) && code.length === accountLength + 1;

/** Whether the supplier's account can't be used; reported with the first line. */
export const hasInvalidCreditor = (
  { creditorAccount }: Pick<AccountingRequest, "creditorAccount">,
  settings: Pick<AccountingSettings, "accountLength">,
): boolean => creditorAccount !== null && !isCreditor(creditorAccount, settings);

export const problemsOf = (
  { account, tax, taxPercent, taxKey }: Pick<AccountingLine, "account" | "tax" | "taxPercent" | "taxKey">,
  { accountLength }: Pick<AccountingSettings, "accountLength">,
): LineProblem[] => [
  ...(account === null
    ? (["noAccount"] as const)
    : isLedgerAccount(account, accountLength)
      ? []
      : (["accountInvalid"] as const)),
  ...(taxKey === null && [tax, taxPercent].some((amount) => compareAmounts(amount, "0") > 0)
    ? (["noTaxKey"] as const)
    : []),
];

/**
 * The posting day: the day of the document, limited to what a batch may contain. A day of an earlier fiscal year becomes the first day of
 * the period, a day after the period its last day.
 */
export const postingDay = (day: string, { from, to }: PostingPeriod, firstMonth: number): string =>
  day < fiscalYearStart(from, firstMonth) ? from : day > to ? to : day;

const truncate = (text: string, max: number) => {
  const plain = text.replace(/\s+/g, " ").trim();
  return [...plain].slice(0, max).join("").trim();
};

/** The part of an amount, limited to it: parts of converted amounts may exceed them by the rounding. Both can be below zero. */
const atMost = (amount: AmountInput, most: string) => {
  const difference = compareAmounts(amount, most);
  return (compareAmounts(most, "0") < 0 ? difference < 0 : difference > 0) ? most : (amount ?? most);
};

/** A posting per line, debiting the cost account and crediting the supplier's or the clearing account. Lines with an amount of zero are skipped. */
export function postingsOf(
  request: AccountingRequest,
  settings: AccountingSettings,
  period: PostingPeriod,
  home: string,
): Posting[] {
  const { number, invoiceNumber, supplier, creditorAccount, title } = request;
  const credit =
    creditorAccount !== null && isCreditor(creditorAccount, settings) ? creditorAccount : settings.clearingAccount;
  return request.lines.flatMap((line, at) => {
    const { currency, gross, homeGross: amount, rate, account, taxPercent, taxKey } = line;
    if (compareAmounts(amount, "0") === 0) return [];
    const usable = account !== null && isLedgerAccount(account, settings.accountLength);
    return {
      line: at,
      day: postingDay(line.day ?? request.day, period, settings.fiscalMonth),
      document: invoiceNumber ?? number,
      text: truncate([number, supplier, line.details || title].filter(Boolean).join(" "), maxPostingText),
      amount,
      tax: atMost(convertMoney(line.tax, rate, home), amount),
      taxPercent,
      taxKey,
      debit: usable ? account : settings.fallbackAccount,
      credit,
      foreign: currency === home ? null : { amount: gross, currency, rate },
      serviceFrom: line.serviceFrom ?? request.serviceFrom,
      serviceTo: line.serviceTo ?? request.serviceTo,
      dueOn: request.dueOn,
      costCentre: line.costCentre,
    };
  });
}

export const totalOf = (postings: readonly Pick<Posting, "amount">[], home: string): string =>
  sumOfMoney(
    postings.map(({ amount }) => amount),
    home,
  );
