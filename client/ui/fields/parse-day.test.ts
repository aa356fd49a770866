import { parseDay, dayNotationOf } from "./parse-day";

const formatIn = (language: string) => (date: string) =>
  new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
const writing = (language: string) => dayNotationOf(formatIn(language), "2026-11-21");

test.each(["en-GB", "en-US", "de", "ko", "ar-EG"])("dates formatted in %s are parsed again", (language) => {
  for (const date of ["2026-12-03", "2027-01-31", "2028-02-29", "2027-05-09", "2027-08-22"]) {
    expect(parseDay(formatIn(language)(date), writing(language))).toBe(date);
  }
});

test.each([
  ["3.12.2026", "de", "2026-12-03"],
  ["3.12.", "de", "2026-12-03"],
  ["3/12", "en-GB", "2026-12-03"],
  ["12/3", "en-US", "2026-12-03"],
  ["2027-02-05", "de", "2027-02-05"],
  ["2027. 2. 5.", "ko", "2027-02-05"],
  ["2. 5.", "ko", "2027-02-05"],
  ["٣/١٢/٢٠٢٦", "ar-EG", "2026-12-03"],
  ["5 january", "en-GB", "2027-01-05"],
  ["5. Dezember", "de", "2026-12-05"],
  ["21.11.", "de", "2026-11-21"],
  ["03.11.26", "de", "2026-11-03"],
  ["3/11/26", "en-GB", "2026-11-03"],
  ["11/3/26", "en-US", "2026-11-03"],
  ["26. 11. 3.", "ko", "2026-11-03"],
  ["٣/١١/٢٦", "ar-EG", "2026-11-03"],
  ["20.11.", "de", "2027-11-20"],
])("%s in language %s is parsed as %s", (typed, language, date) => {
  expect(parseDay(typed, writing(language))).toBe(date);
});

test.each([
  ["3.11.", "2026-11-21", "2026-11-03"],
  ["3.12.", "2026-11-21", "2025-12-03"],
  ["3.12.", "2026-12-31", "2026-12-03"],
  ["3.12.2026", "2026-11-21", "2026-12-03"],
  ["3.12.85", "2026-11-21", "1985-12-03"],
  ["3.12.25", "2026-11-21", "2025-12-03"],
])("%s up to %s is %s", (typed, max, date) => {
  expect(parseDay(typed, writing("de"), max)).toBe(date);
});

test.each(["", "x", "3", "31.2.2027", "29.2.2027", "3.13.2026", "0.1.2027", "1.2.3.2027", "32.1.2027", "99999-01-01"])(
  "%j isn't a valid day",
  (typed) => {
    expect(parseDay(typed, writing("de"))).toBeNull();
  },
);

/** 2026-11-25 is a Wednesday. */
const near = (language: string, week = { first: 1, weekend: [0, 6] }) =>
  dayNotationOf(
    formatIn(language),
    "2026-11-25",
    (date) =>
      new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`)),
    week,
  );

test.each([
  ["today", "en-GB", "2026-11-25"],
  ["Tomorrow", "en-GB", "2026-11-26"],
  ["fri", "en-GB", "2026-11-27"],
  ["friday", "en-GB", "2026-11-27"],
  ["wed", "en-GB", "2026-12-02"],
  ["next fri", "en-GB", "2026-12-04"],
  ["next week", "en-GB", "2026-11-30"],
  ["4 dec", "en-GB", "2026-12-04"],
  ["+3d", "en-GB", "2026-11-28"],
  ["+3", "en-GB", "2026-11-28"],
  ["in 2 weeks", "en-GB", "2026-12-09"],
  ["2w", "en-GB", "2026-12-09"],
  ["+3m", "en-GB", "2027-02-25"],
  ["morgen", "de", "2026-11-26"],
  ["Freitag", "de", "2026-11-27"],
  ["Fr", "de", "2026-11-27"],
  ["fri", "de", "2026-11-27"],
  ["nächste Woche", "de", "2026-11-30"],
  ["in 3 Tagen", "de", "2026-11-28"],
  ["+2w", "de", "2026-12-09"],
  ["내일", "ko", "2026-11-26"],
  ["금요일", "ko", "2026-11-27"],
  ["금", "ko", "2026-11-27"],
  ["다음 주", "ko", "2026-11-30"],
  ["3일 후", "ko", "2026-11-28"],
  ["غدًا", "ar-EG", "2026-11-26"],
  ["الجمعة", "ar-EG", "2026-11-27"],
  ["جمعة", "ar-EG", "2026-11-27"],
  ["بعد ٣ أيام", "ar-EG", "2026-11-28"],
  ["+٣", "ar-EG", "2026-11-28"],
  ["٤ ديسمبر", "ar-EG", "2026-12-04"],
  ["سبەی", "ar-EG", "2026-11-26"],
  ["هەفتەی داهاتوو", "ar-EG", "2026-11-30"],
  ["+٣ ڕۆژ", "ar-EG", "2026-11-28"],
])("relative day %s in language %s is %s", (typed, language, date) => {
  expect(parseDay(typed, near(language))).toBe(date);
});

test("next week is parsed as the tenant's first working day of that week", () => {
  expect(parseDay("next week", near("ar-EG", { first: 6, weekend: [5, 6] }))).toBe("2026-11-29");
  expect(parseDay("next week", near("en-US", { first: 0, weekend: [0, 6] }))).toBe("2026-11-30");
});

test.each(["3", "in", "+", "next", "xyz", "999x", "of"])("%j isn't a relative day", (typed) => {
  expect(parseDay(typed, near("en-GB"))).toBeNull();
});
