import type { DayNotation } from "../../../ui/fields/parse-day";
import { dayInTitle } from "./title-dates";

/** Thursday, November 26, 2026. */
const notation: DayNotation = {
  today: "2026-11-26",
  months: [],
  dayFirst: true,
  yearFirst: false,
  weekdays: [],
  week: { first: 1, weekend: [0, 6] },
};

test.each([
  ["today", "2026-11-26"],
  ["Tomorrow", "2026-11-27"],
  ["day after tomorrow", "2026-11-28"],
  ["friday", "2026-11-27"],
  ["next Friday", "2026-12-04"],
  ["by monday", "2026-11-30"],
  ["next week", "2026-11-30"],
  ["in 2 weeks", "2026-12-10"],
  ["in 3 days", "2026-11-29"],
  ["in 1 month", "2026-12-26"],
  ["3 Dec", "2026-12-03"],
  ["Dec 3", "2026-12-03"],
  ["3rd of December", "2026-12-03"],
  ["March 5", "2027-03-05"],
  ["5 March 2028", "2028-03-05"],
  ["2026-12-03", "2026-12-03"],
  ["03/12/2026", "2026-12-03"],
])("reads %j in English as %s", (words, day) => expect(dayInTitle(words, notation)).toBe(day));

test.each([
  ["heute", "2026-11-26"],
  ["morgen", "2026-11-27"],
  ["übermorgen", "2026-11-28"],
  ["am Freitag", "2026-11-27"],
  ["nächsten Freitag", "2026-12-04"],
  ["kommenden Montag", "2026-11-30"],
  ["nächste Woche", "2026-11-30"],
  ["in 2 Wochen", "2026-12-10"],
  ["3. Dez", "2026-12-03"],
  ["bis 3. Dezember", "2026-12-03"],
  ["3.12.", "2026-12-03"],
  ["3. März", "2027-03-03"],
])("reads %j in German as %s", (words, day) => expect(dayInTitle(words, notation)).toBe(day));

test.each([
  ["اليوم", "2026-11-26"],
  ["غدًا", "2026-11-27"],
  ["غداً", "2026-11-27"],
  ["بعد غد", "2026-11-28"],
  ["يوم الجمعة", "2026-11-27"],
  ["الجمعة القادمة", "2026-12-04"],
  ["الجمعه المقبله", "2026-12-04"],
  ["الأسبوع القادم", "2026-11-30"],
  ["بعد أسبوعين", "2026-12-10"],
  ["بعد ٣ أيام", "2026-11-29"],
  ["٣ ديسمبر", "2026-12-03"],
  ["3 كانون الأول", "2026-12-03"],
])("reads %j in Arabic as %s", (words, day) => expect(dayInTitle(words, notation)).toBe(day));

test.each([
  ["ئەمڕۆ", "2026-11-26"],
  ["سبەی", "2026-11-27"],
  ["بەیانی", "2026-11-27"],
  ["دووسبەی", "2026-11-28"],
  ["هەینی", "2026-11-27"],
  ["هەینی داهاتوو", "2026-12-04"],
  ["هەینیی داهاتوو", "2026-12-04"],
  ["ڕۆژی دووشەممە", "2026-11-30"],
  ["شەممە", "2026-11-28"],
  ["هەفتەی داهاتوو", "2026-11-30"],
  ["دوای ٢ هەفتە", "2026-12-10"],
  ["٣ی کانوونی یەکەم", "2026-12-03"],
  ["3 کانوونی یەکەم", "2026-12-03"],
])("reads %j in Kurdish as %s", (words, day) => expect(dayInTitle(words, notation)).toBe(day));

test.each([
  ["오늘", "2026-11-26"],
  ["내일", "2026-11-27"],
  ["내일까지", "2026-11-27"],
  ["모레", "2026-11-28"],
  ["금요일", "2026-11-27"],
  ["다음 주 금요일", "2026-12-04"],
  ["다음주 금요일까지", "2026-12-04"],
  ["다음 금요일", "2026-12-04"],
  ["다음 주", "2026-11-30"],
  ["2주 후", "2026-12-10"],
  ["3일 뒤", "2026-11-29"],
  ["12월 3일", "2026-12-03"],
  ["2027년 1월 5일", "2027-01-05"],
])("reads %j in Korean as %s", (words, day) => expect(dayInTitle(words, notation)).toBe(day));

test.each([
  "sat",
  "so",
  "do",
  "mi",
  "may",
  "march",
  "2 weeks",
  "3",
  "3 5",
  "1.2",
  "3/4",
  "v2",
  "day",
  "31 Feb",
  "주",
  "يوم",
])("doesn't read %j as a day", (words) => expect(dayInTitle(words, notation)).toBeNull());
