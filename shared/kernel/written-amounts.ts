import { latinDigits } from "./digits";
import { currencyCodes, isAmount } from "./money";

/** Decimal separator of a file's column: `1,250.50` or `1.250,50`. */
export const numberStyles = ["point", "comma"] as const;
export type NumberStyle = (typeof numberStyles)[number];

const directionMarks = /[\u200e\u200f\u061c\u2066-\u2069\ufeff]/g;
const arabicDecimal = "\u0000";

/** Converts to Latin digits and a uniform minus sign, and removes spaces and apostrophes between groups. */
const simplified = (typed: string) =>
  latinDigits(typed)
    .replace(directionMarks, "")
    .replaceAll("\u066b", arabicDecimal) // the Arabic decimal separator is unambiguous
    .replace(/[\u066c\u2019'\u00a0\u202f\u2009\s]/g, "")
    .replaceAll("\u2212", "-");

const thousandsOrDecimals = /^-?[1-9]\d{0,2}[.,]\d{3}$/;
const groups = /^-?\d{1,3}([.,]\d{3})+$/;

const slim = (text: string): string | null => {
  const whole = text.replace(/^(-?)\./, "$10.").replace(/\.$/, "");
  const short = whole.replace(/^(-?)0+(?=\d)/, "$1");
  return isAmount(short) ? short : null;
};

const withArabicDecimal = (plain: string) => plain.replace(/[.,]/g, "").replace(arabicDecimal, ".");

const currencySigns: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  "₺": "TRY",
  "₩": "KRW",
  "₹": "INR",
  "₫": "VND",
  zł: "PLN",
  Kč: "CZK",
};
const currencyWords = [...currencyCodes, ...Object.keys(currencySigns), "$", "¥", "Fr.", "kr."];
const escaped = (text: string) => text.replace(/[.$]/g, "\\$&");
const currencyAround = new RegExp(
  `^(?:${currencyWords.map(escaped).join("|")})\\s*(?=[-\\d])|(?<=\\d)\\s*(?:${currencyWords.map(escaped).join("|")})$`,
  "i",
);

export function amountAndCurrency(cell: string): { amount: string; currency: string | null } {
  const text = latinDigits(cell).replace(directionMarks, "").trim();
  const match = currencyAround.exec(text);
  if (!match) return { amount: text, currency: null };
  const word = match[0].trim();
  const currency = currencySigns[word] ?? currencyCodes.find((code) => code === word.toUpperCase()) ?? null;
  return { amount: text.replace(match[0], "").trim(), currency };
}

function evidenceOf(cell: string): NumberStyle | "either" | "none" {
  const plain = simplified(amountAndCurrency(cell).amount);
  const last = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  if (last < 0 || !/^-?[\d.,]+$/.test(plain)) return "none";
  const sign = plain.charAt(last);
  const [decimal, other] = sign === "." ? (["point", "comma"] as const) : (["comma", "point"] as const);
  if (plain.includes(".") && plain.includes(",")) return decimal;
  if (plain.indexOf(sign) !== last) return other;
  return thousandsOrDecimals.test(plain) ? "either" : decimal;
}

export interface NumberColumn {
  /** The decimal separator of the column; null if no cell has a separator. */
  style: NumberStyle | null;
  /** Whether cells contradict each other, or all are like `3.250`. */
  isAmbiguous: boolean;
}

export function numberStyleOf(cells: readonly string[]): NumberColumn {
  const found = { point: 0, comma: 0, either: 0, none: 0 };
  const thousands = { point: 0, comma: 0 };
  for (const cell of cells) {
    const evidence = evidenceOf(cell);
    found[evidence]++;
    if (evidence === "either") thousands[simplified(cell).includes(".") ? "comma" : "point"]++;
  }
  // If all cells are like `3.250`, the separator is treated as grouping, because three digits are more often a group of thousands than
  // decimals.
  const { point, comma } = found.point + found.comma > 0 ? found : thousands;
  if (point + comma === 0) return { style: null, isAmbiguous: false };
  const style = comma > point ? "comma" : "point";
  const isContradicted = point > 0 && comma > 0;
  const couldBeThousands = thousands[style === "comma" ? "point" : "comma"] > 0;
  return { style, isAmbiguous: isContradicted || couldBeThousands || found.point + found.comma === 0 };
}

export function parseAmountIn(style: NumberStyle | null, cell: string): string | null {
  const plain = simplified(cell);
  if (plain.includes(arabicDecimal)) return slim(withArabicDecimal(plain));
  const [decimal, group] = style === "comma" ? [",", "."] : [".", ","];
  const [whole = "", decimals, ...more] = plain.split(decimal);
  if (more.length > 0 || (decimals !== undefined && !/^\d*$/.test(decimals))) return null;
  if (whole.includes(group) && !groups.test(whole)) return null;
  const digits = whole.replaceAll(group, "");
  return slim(decimals === undefined ? digits : `${digits}.${decimals}`);
}

/** Amounts at least a hundred times above or below the median, mostly caused by a wrong decimal separator. */
export function amountOutliersOf(amounts: readonly string[]): ReadonlySet<string> {
  const sorted = amounts
    .map(Number)
    .filter((amount) => amount > 0)
    .toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1];
  if (median === undefined || sorted.length < 3) return new Set();
  return new Set(
    amounts.filter(
      (amount) => Number(amount) > 0 && (Number(amount) >= median * 100 || Number(amount) <= median / 100),
    ),
  );
}
