import { parseDay, writingOf } from "./parse-day";

const written = (language: string) => (date: string) =>
  new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
const writing = (language: string) => writingOf(written(language), "2026-11-21");

test.each(["en-GB", "en-US", "de", "ko", "ar-EG"])("what a language writes is read again: %s", (language) => {
  for (const date of ["2026-12-03", "2027-01-31", "2028-02-29", "2027-05-09", "2027-08-22"]) {
    expect(parseDay(written(language)(date), writing(language))).toBe(date);
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
  // Without a year: on that day or after it.
  ["21.11.", "de", "2026-11-21"],
  ["20.11.", "de", "2027-11-20"],
])("%s in %s is %s", (typed, language, date) => {
  expect(parseDay(typed, writing(language))).toBe(date);
});

test.each(["", "x", "3", "31.2.2027", "29.2.2027", "3.13.2026", "0.1.2027", "1.2.3.2027", "32.1.2027", "99999-01-01"])(
  "%j is no day",
  (typed) => {
    expect(parseDay(typed, writing("de"))).toBeNull();
  },
);
