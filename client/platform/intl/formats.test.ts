import { languageCodes } from "../../../shared/kernel/languages";
import { daysBetween, formatsOf } from "./formats";

const noon = new Date(2026, 10, 20, 12, 0, 0);
const minutesAgo = (minutes: number) => new Date(noon.getTime() - minutes * 60_000);

test("a time that isn't today includes its date", () => {
  const { timeOf } = formatsOf("en");
  const now = new Date(2026, 10, 20, 12);
  expect(timeOf(new Date(2026, 10, 20, 9, 41), now)).toBe("09:41");
  expect(timeOf(new Date(2026, 10, 19, 23, 59), now)).toBe("19 Nov, 23:59");
  expect(timeOf(new Date(2025, 10, 20, 9, 41), now)).toBe("20 Nov 2025, 09:41");
});

test("calendar days are the same in every time zone", () => {
  expect(formatsOf("en").day("2026-11-20")).toBe("20 Nov");
  expect(formatsOf("en").day("2026-11-20", "long")).toBe("Friday 20 November");
  expect(formatsOf("de").day("2026-11-20", "long")).toBe("Freitag, 20. November");
  expect(formatsOf("ko").day("2026-11-20")).toBe("11월 20일");
  expect(formatsOf("en").day("2026-11-20", "month")).toBe("Nov");
  expect(formatsOf("de").day("2026-11-20", "monthYear")).toBe("November 2026");
  expect(formatsOf("ckb").day("2026-11-20", "monthYear")).toBe("تشرینی دووەمی ٢٠٢٦");
  expect(formatsOf("en").day("2026-11-20", "shortMonthYear")).toBe("Nov 2026");
  expect(formatsOf("ckb").day("2026-11-20", "shortMonthYear")).toBe("تشرینی دووەمی ٢٠٢٦");
});

test("Arabic and Kurdish use Arabic-Indic digits", () => {
  expect(formatsOf("ar").day("2026-11-20")).toBe("٢٠ نوفمبر");
  expect(formatsOf("ckb").day("2026-11-20", "medium")).toBe("٢٠ی تشرینی دووەمی ٢٠٢٦");
  for (const language of ["ar", "ckb"] as const) {
    expect(formatsOf(language).number(1234.5)).toBe("١٬٢٣٤٫٥");
    expect(formatsOf(language).time(new Date(2026, 0, 1, 9, 5))).toMatch(/٠٩:٠٥/);
  }
});

test("relative times are formatted in words", () => {
  expect(formatsOf("en").relative(minutesAgo(0.2), noon)).toBe("now");
  expect(formatsOf("en").relative(minutesAgo(5), noon)).toBe("5 minutes ago");
  expect(formatsOf("en").relative(minutesAgo(60 * 25), noon)).toBe("yesterday");
  expect(formatsOf("en").relative(minutesAgo(60 * 24 * 9), noon)).toBe("11 Nov");
  expect(formatsOf("ckb").relative(minutesAgo(5), noon)).toBe("٥ خولەک لەمەوبەر");
  expect(formatsOf("ckb").relativeDay("2026-11-19", noon)).toBe("دوێنێ");
  expect(formatsOf("ckb").relativeDay("2026-11-23", noon)).toBe("لە ٣ ڕۆژدا");
});

test("daysBetween counts calendar days instead of 24-hour periods", () => {
  expect(daysBetween("2026-11-21", new Date(2026, 10, 20, 23, 59))).toBe(1);
  expect(daysBetween("2026-11-20", new Date(2026, 10, 20, 0, 1))).toBe(0);
});

test.each(languageCodes)("%s formats all kinds of values", (language) => {
  const formats = formatsOf(language);
  expect(formats.percent(42)).toMatch(/42|٤٢/);
  expect(formats.money(7, "USD", "whole")).toMatch(/^[^\d٠-٩]*[7٧][^\d٠-٩]*$/);
  expect(formats.money("1250.50", "USD")).toMatch(/\u2068\S*\$\u2069/);
  expect(formats.dateTime("2026-11-20T10:00:00Z")).not.toBe("");
  expect(formats.list(["a", "b"])).toMatch(/a.*b/);
});

test("amounts keep every digit and use the language's separators", () => {
  expect(formatsOf("en").amount("9007199254740993.07", 2)).toBe("9,007,199,254,740,993.07");
  expect(formatsOf("de").amount("1420.00", 2)).toBe("1.420,00");
  expect(formatsOf("ar").amount("1420.500", 3)).toBe("١٬٤٢٠٫٥٠٠");
  expect(formatsOf("ckb").signs).toEqual({ decimal: "٫", group: "٬" });
  expect(formatsOf("de").signs).toEqual({ decimal: ",", group: "." });
});

test("negative numbers have the minus sign in every language", () => {
  for (const language of languageCodes) {
    const { amount, money, number } = formatsOf(language);
    for (const formatted of [amount("-1250.5", 2), money("-5", "EUR"), number(-3), number(-0.5, { style: "percent" })])
      expect([formatted.includes("\u2212"), formatted.includes("-")]).toEqual([true, false]);
  }
});
