import { type ZonedSpanTextId, zonedSpanText } from "../../kernel/zoned-span";
import { localDayAt, instantAtLocalTime } from "../../kernel/wall-clock";
import type { NamedRecord, Translations } from "../../kernel/translations";
import type { NotificationKind } from "./notifications.kinds";

export interface RequestValues {
  title: string;
  requester: string;
  number?: string;
  /** Dates (`YYYY-MM-DD`) of leave, and of forms that contain a date. */
  from?: string;
  to?: string;
  /** Local times at the location, such as `09:00`. */
  begins?: string;
  ends?: string;
  /** IANA name of the location's time zone. */
  zone?: string;
  driver?: string;
  phone?: string;
  place?: string;
  /** `yes` if the requester cannot change a rejected request and send it again. */
  once?: string;
  /** Number of days of leave, such as `7.5`. */
  days?: string;
  /** If set, `days` and `left` are hours. */
  unit?: "hours";
  amount?: string;
  currency?: string;
  answers?: string;
  left?: string;
  next?: string;
  /** The request's id, family and version, for deciding directly from the notification. */
  request?: string;
  family?: string;
  version?: string;
  /** `yes` if the request was already approved when it was cancelled. */
  decided?: string;
}

/** Translations of a value under separate keys, such as `title.ar`. */
export const translatedValues = (name: string, translations: Translations<string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(translations).map(([language, translation]) => [`${name}.${language}`, translation]),
  );

/** The name of a request type with its translations. Older events, stored before translations were introduced, have none. */
export const requestTitleOf = ({ name, translations = {} }: Pick<NamedRecord, "name"> & Partial<NamedRecord>) => ({
  title: name,
  ...translatedValues("title", translations),
});

/** Replaces values with their translations in `language`. */
export function localizedValuesIn<Values extends Partial<Record<string, string>>>(
  language: string,
  values: Values,
): Values {
  const parameters = Object.entries(values).flatMap(([name, value]) => {
    const [valueName, code] = name.split(".");
    return code === language && value ? [[valueName, value]] : [];
  });
  return parameters.length === 0 ? values : { ...values, ...Object.fromEntries(parameters) };
}

export interface TextFormats {
  day(day: string, style: "short" | "medium"): string;
  number(value: number): string;
  amount(amount: string, decimals: number): string;
  time(at: Date, timeZone: string): string;
  text(id: RequestText | ZonedSpanTextId, values: Record<string, string | number>): string;
  timeZone?: string | undefined;
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
  | "notification.next.leftHours"
  | "duration.minutes"
  | "duration.hours"
  | "duration.both"
  | "notification.next.again"
  | "notification.next.wasApproved";

const decimalsIn = (amount: string) => amount.split(".")[1]?.length ?? 0;

/** Describes a request, such as `Annual leave · 14 Dec to 23 Dec 2026 · 7.5 days` or `PUR-2026-0047 · Laptops · 4,280.00 EUR`. */
export function requestSummary(values: Partial<RequestValues>, formats: TextFormats): string {
  const localized = localizedValuesIn(formats.language, { ...values });
  const { title, number, answers, from, to, begins, ends, zone, place, driver, phone, days, unit, amount, currency } =
    localized;
  const isTimed = from && begins && ends && zone;
  const parts = [
    number,
    title,
    answers,
    place !== title && place,
    driver,
    phone,
    isTimed && timesOf({ from, to: to ?? from, begins, ends, zone }, formats),
    from && !isTimed && datesOf(from, to ?? from, formats),
    !isTimed && begins && ends && `${localizeDigits(begins, formats)}–${localizeDigits(ends, formats)}`,
    days && (unit === "hours" ? hoursOf(days, formats) : daysOf(days, "notification.what.days", formats)),
    amount && currency && `${formats.amount(amount, decimalsIn(amount))} ${currency}`,
  ];
  return parts.flatMap((part) => (part ? [isolateDirection(part, formats)] : [])).join(" · ");
}

// Right-to-left letters; digits are left-to-right in every language.
const rightToLeftLetters = /[\u05d0-\u05ea\u0620-\u064a\u066e-\u06d3]/;

/** Wraps text that may have another direction in Unicode isolates, so that it does not reorder the surrounding text. */
export const isolateDirection = (part: string, { direction }: Pick<TextFormats, "direction">): string =>
  direction === "rtl" || rightToLeftLetters.test(part) ? `\u2068${part}\u2069` : part;

const localizeDigits = (time: string, { number }: TextFormats) => time.replace(/\d/g, (digit) => number(Number(digit)));

function datesOf(from: string, to: string, { day, text }: TextFormats): string {
  if (from === to) return day(from, "medium");
  const style = from.slice(0, 4) === to.slice(0, 4) ? "short" : "medium";
  return text("notification.what.dates", { from: day(from, style), to: day(to, "medium") });
}

/** Uses the format of all booking lists: local time at the location, with the reader's time if it differs. */
function timesOf(
  { from, to, begins, ends, zone }: Record<"from" | "to" | "begins" | "ends" | "zone", string>,
  { day, time, text, direction, timeZone }: TextFormats,
): string {
  const at = (date: string, clock: string) => new Date(instantAtLocalTime(Date.parse(`${date}T${clock}:00Z`), zone));
  const when = { from: at(from, begins), until: at(to, ends), timeZone: zone };
  const formats = {
    time,
    text,
    direction,
    day: (moment: Date, on: string) => day(localDayAt(moment.getTime(), on), "medium"),
  };
  return zonedSpanText(when, formats, { reader: timeZone });
}

const daysOf = (days: string, id: RequestText, { text, number }: TextFormats) =>
  text(id, { count: Number(days), shown: number(Number(days)) });

/** For example "4 h 30 m". */
function hoursOf(hours: string, { text, number }: TextFormats): string {
  const totalMinutes = Math.round(Math.abs(Number(hours)) * 60);
  const values = { hours: number(Math.floor(totalMinutes / 60)), minutes: number(totalMinutes % 60) };
  const duration = text(
    totalMinutes < 60 ? "duration.minutes" : totalMinutes % 60 === 0 ? "duration.hours" : "duration.both",
    values,
  );
  return Number(hours) < 0 ? `\u2212${duration}` : hours.startsWith("+") ? `+${duration}` : duration;
}

/** Kinds that request a decision. Such notifications become obsolete when the step is decided or reassigned. */
export const decisionKinds: readonly NotificationKind[] = [
  "request.waiting",
  "request.resubmitted",
  "request.reminder",
  "request.passedOn",
  "request.handedToYou",
];

const stepChangeKinds: readonly NotificationKind[] = [
  "request.stepApproved",
  "request.decidedForYou",
  "request.escalated",
  "request.passedOver",
];

/** Second line of a notification with the next step or the remaining days; null if there is none. */
export function requestNextStep(
  kind: NotificationKind,
  values: Partial<RequestValues>,
  formats: TextFormats,
): string | null {
  const { text } = formats;
  const { next, left, unit, decided, once } = localizedValuesIn(formats.language, values);
  if (decisionKinds.includes(kind)) {
    return next ? text("notification.next.asked", { next }) : text("notification.next.last", {});
  }
  const leftHours =
    left && unit === "hours" ? text("notification.next.leftHours", { time: hoursOf(left, formats) }) : null;
  const leftOver = leftHours ?? (left ? daysOf(left, "notification.next.left", formats) : null);
  if (stepChangeKinds.includes(kind)) {
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
