import type { DayStyle } from "./formats";

const months = [
  "کانوونی دووەم",
  "شوبات",
  "ئازار",
  "نیسان",
  "ئایار",
  "حوزەیران",
  "تەمووز",
  "ئاب",
  "ئەیلوول",
  "تشرینی یەکەم",
  "تشرینی دووەم",
  "کانوونی یەکەم",
];

const weekdays = ["یەکشەممە", "دووشەممە", "سێشەممە", "چوارشەممە", "پێنجشەممە", "هەینی", "شەممە"];

const units: Partial<Record<Intl.RelativeTimeFormatUnit, string>> = {
  second: "چرکە",
  minute: "خولەک",
  hour: "کاتژمێر",
  day: "ڕۆژ",
  week: "هەفتە",
  month: "مانگ",
  year: "ساڵ",
};

const nearDays: Record<string, string> = { "-1": "دوێنێ", "0": "ئەمڕۆ", "1": "سبەینێ" };

type Digits = (value: number, width?: number) => string;

export const soraniFormats = {
  day(date: Date, style: DayStyle, timeZone: string | undefined, digits: Digits): string {
    const utc = timeZone === "UTC";
    const weekday = weekdays[utc ? date.getUTCDay() : date.getDay()] ?? "";
    if (style === "weekday") return weekday;
    if (style === "weekdayNarrow") return weekday.charAt(0);
    const month = months[utc ? date.getUTCMonth() : date.getMonth()] ?? "";
    if (style === "month") return month;
    if (style === "monthYear" || style === "shortMonthYear")
      return `${month}ی ${digits(utc ? date.getUTCFullYear() : date.getFullYear())}`;
    const text = `${digits(utc ? date.getUTCDate() : date.getDate())}ی ${month}`;
    if (style === "longYear") return `${weekday}، ${text}ی ${digits(utc ? date.getUTCFullYear() : date.getFullYear())}`;
    if (style === "medium") return `${text}ی ${digits(utc ? date.getUTCFullYear() : date.getFullYear())}`;
    return style === "long" ? `${weekday}، ${text}` : text;
  },

  distance(value: number, unit: Intl.RelativeTimeFormatUnit, digits: Digits): string {
    const near = unit === "day" ? nearDays[value] : undefined;
    if (near) return near;
    if (value === 0) return "ئێستا";
    const amount = `${digits(Math.abs(value))} ${units[unit] ?? ""}`;
    return value < 0 ? `${amount} لەمەوبەر` : `لە ${amount}دا`;
  },
};
