import type { RequestFamily } from "../requests/families";
import type { Named, Translations } from "../kernel/translations";
import type { NotificationKind } from "./notifications.kinds";

/** What a notification of a request keeps of it. All as text: they are placeholders of its sentence. */
export interface RequestValues {
  title: string;
  requester: string;
  /** `PUR-2026-0047` */
  number?: string;
  /** Leave, and forms that ask for a day: `YYYY-MM-DD`. */
  from?: string;
  to?: string;
  /** On the clock where it is: `09:00`. */
  begins?: string;
  ends?: string;
  /** The room or car. */
  place?: string;
  /** `yes`: what is rejected can't be changed and sent again. */
  once?: string;
  /** Days of leave: `7.5`. */
  days?: string;
  amount?: string;
  currency?: string;
  /** The first answers of a form. */
  answers?: string;
  /** Days of leave that are left. */
  left?: string;
  /** Who is asked next, or now. */
  next?: string;
  /** Where it can be decided on the spot: which request, as it is. */
  request?: string;
  family?: RequestFamily;
  version?: string;
  /** `yes`: it was approved when it was cancelled. */
  decided?: string;
}

/** What a value is called in other languages, beside it: `title.ar`. */
export const translatedValues = (name: string, translations: Translations<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(translations).map(([language, said]) => [`${name}.${language}`, said]));

/** What an organisation calls a kind of request. Events of before names were translated have none in other languages. */
export const titleOf = ({ name, translations = {} }: Pick<Named, "name"> & Partial<Named>) => ({
  title: name,
  ...translatedValues("title", translations),
});

/** Values as a language says them, where an organisation has said so. */
export function valuesIn<Values extends Partial<Record<string, string>>>(language: string, values: Values): Values {
  const said = Object.entries(values).flatMap(([name, value]) => {
    const [of, code] = name.split(".");
    return code === language && value ? [[of, value]] : [];
  });
  return said.length === 0 ? values : { ...values, ...Object.fromEntries(said) };
}

/** How one side writes days, numbers and texts in the reader's language. */
export interface WordFormats {
  day(day: string, style: "short" | "medium"): string;
  number(value: number): string;
  amount(amount: string, decimals: number): string;
  text(id: RequestText, values: Record<string, string | number>): string;
  language: string;
  direction: "ltr" | "rtl";
}

type RequestText =
  | "notification.what.days"
  | "notification.what.dates"
  | "notification.next.asked"
  | "notification.next.last"
  | "notification.next.waiting"
  | "notification.next.left"
  | "notification.next.again"
  | "notification.next.wasApproved";

const decimalsIn = (amount: string) => amount.split(".")[1]?.length ?? 0;

/** What is asked for, when and how much: `Annual leave · 14 Dec to 23 Dec 2026 · 7.5 days`, `PUR-2026-0047 · Laptops · 4,280.00 EUR`. */
export function requestWhat(values: Partial<RequestValues>, formats: WordFormats): string {
  const { title, number, answers, from, to, begins, ends, place, days, amount, currency } = valuesIn(formats.language, {
    ...values,
  });
  const parts = [
    number,
    title,
    answers,
    place !== title && place,
    from && datesOf(from, to ?? from, formats),
    begins && ends && `${digitsOf(begins, formats)}–${digitsOf(ends, formats)}`,
    days && daysOf(days, "notification.what.days", formats),
    amount && currency && `${formats.amount(amount, decimalsIn(amount))} ${currency}`,
  ];
  return parts.flatMap((part) => (part ? [isolated(part, formats)] : [])).join(" · ");
}

// Letters, not digits: those run from the left in every language.
const runsFromTheRight = /[\u05d0-\u05ea\u0620-\u064a\u066e-\u06d3]/;

/** Numbers and names of another direction keep their place in the line, and so does what stands around them. */
export const isolated = (part: string, { direction }: Pick<WordFormats, "direction">): string =>
  direction === "rtl" || runsFromTheRight.test(part) ? `\u2068${part}\u2069` : part;

/** A time with the digits of the language. */
const digitsOf = (time: string, { number }: WordFormats) => time.replace(/\d/g, (digit) => number(Number(digit)));

function datesOf(from: string, to: string, { day, text }: WordFormats): string {
  if (from === to) return day(from, "medium");
  const style = from.slice(0, 4) === to.slice(0, 4) ? "short" : "medium";
  return text("notification.what.dates", { from: day(from, style), to: day(to, "medium") });
}

const daysOf = (days: string, id: RequestText, { text, number }: WordFormats) =>
  text(id, { count: Number(days), shown: number(Number(days)) });

/** Ask for somebody's decision: over once it is another's, or nobody's, to take. */
export const askingKinds: readonly NotificationKind[] = [
  "request.waiting",
  "request.resubmitted",
  "request.reminder",
  "request.passedOn",
  "request.handedToYou",
];

const moved: readonly NotificationKind[] = [
  "request.stepApproved",
  "request.decidedForYou",
  "request.escalated",
  "request.passedOver",
];

/** What comes next, or what is left, in a line of its own; null where there is nothing to say. */
export function requestNext(
  kind: NotificationKind,
  { next, left, decided, once }: Partial<RequestValues>,
  formats: WordFormats,
): string | null {
  const { text } = formats;
  if (askingKinds.includes(kind)) {
    return next ? text("notification.next.asked", { next }) : text("notification.next.last", {});
  }
  const leftOver = left ? daysOf(left, "notification.next.left", formats) : null;
  if (moved.includes(kind)) {
    return (
      [next && text("notification.next.waiting", { next }), kind === "request.stepApproved" && leftOver]
        .filter(Boolean)
        .join(" · ") || null
    );
  }
  if (kind === "request.approved" || kind === "request.cancelled" || kind === "request.entered") return leftOver;
  if (kind === "request.rejected" && once === "yes") return null;
  if (kind === "request.rejected" || kind === "request.changes") return text("notification.next.again", {});
  if (kind === "request.withdrawn" && decided === "yes") return text("notification.next.wasApproved", {});
  return null;
}
