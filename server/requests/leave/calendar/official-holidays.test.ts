import { listHolidayCountries, officialHolidaysOf } from "./official-holidays";

const datesOf = (country: string, region: string | null, year: number, optional = false) => {
  const days = officialHolidaysOf({ country, region, years: [year], optional });
  return typeof days === "string" ? days : days.map(({ date, half }) => date.slice(5) + (half ? ` ${half}` : ""));
};

/**
 * Copied from the official lists: Bavaria from the Feiertagsgesetz (without Assumption, which applies in some municipalities only), France
 * from service-public.fr (Code du travail, art. L3133-1), England from gov.uk/bank-holidays.
 */
const official: [country: string, region: string | null, year: number, days: string][] = [
  ["DE", "BY", 2026, "01-01 01-06 04-03 04-06 05-01 05-14 05-25 06-04 10-03 11-01 12-25 12-26"],
  ["DE", "BY", 2027, "01-01 01-06 03-26 03-29 05-01 05-06 05-17 05-27 10-03 11-01 12-25 12-26"],
  ["FR", null, 2026, "01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25"],
  ["FR", null, 2027, "01-01 03-29 05-01 05-06 05-08 05-17 07-14 08-15 11-01 11-11 12-25"],
  ["GB", "ENG", 2026, "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28"],
  ["GB", "ENG", 2027, "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28"],
];

test.each(official)("official holidays of %s %s in %s", (country, region, year, days) => {
  expect(datesOf(country, region, year)).toEqual(days.split(" "));
});

test("an unknown country or region is named", () => {
  expect(officialHolidaysOf({ country: "XX", region: null, years: [2027], optional: false })).toBe("country");
  expect(officialHolidaysOf({ country: "DE", region: "ENG", years: [2027], optional: false })).toBe("region");
});

test("a part of a region has its own holidays", () => {
  expect(datesOf("DE", "BY-KATH", 2027)).toContain("08-15");
  expect(listHolidayCountries().find(({ code }) => code === "DE")?.regions).toContainEqual({
    code: "BY-A",
    name: "Bayern – Stadt Augsburg",
  });
});

test("optional days are added only on request, and holidays from noon are half days", () => {
  expect(datesOf("DE", "BY", 2027)).not.toContain("12-24 afternoon");
  expect(datesOf("DE", "BY", 2027, true)).toContain("12-24 afternoon");
  expect(datesOf("IS", null, 2027)).toContain("12-24 afternoon");
});

test("a holiday of several days becomes one entry per day", () => {
  expect(datesOf("KR", null, 2026)).toEqual(expect.arrayContaining(["02-17", "02-18", "02-19"]));
});

test("names are translated where a translation exists", () => {
  const days = officialHolidaysOf({ country: "DE", region: "BY", years: [2027], optional: false });
  expect(typeof days === "string" ? days : days[0]).toEqual({
    date: "2027-01-01",
    name: "Neujahr",
    translations: { en: "New Year's Day", ar: "عيد رأس السنة", ko: "신정" },
    half: null,
  });
});
