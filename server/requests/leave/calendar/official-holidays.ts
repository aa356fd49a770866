import Holidays, { type HolidaysTypes } from "date-holidays";
import { dayNumber, dayOfNumber } from "../../../../shared/kernel/day-number";
import { languageCodes } from "../../../../shared/kernel/languages";
import type { HolidayCountry } from "../../../../shared/requests/leave/calendar/official-holidays.contract";
import type { OfficialDay } from "../../../../shared/requests/leave/calendar/official-holidays.rules";

/** Lists countries, with regions named in their own language. A part of a region, such as a town in Bavaria, follows its region. */
export function listHolidayCountries(): HolidayCountry[] {
  const data = new Holidays();
  return Object.keys(data.getCountries()).map((code) => ({
    code,
    regions: Object.entries(data.getStates(code) ?? {}).flatMap(([state, name]) => [
      { code: state, name },
      ...Object.entries(data.getRegions(code, state) ?? {}).map(([part, partName]) => ({
        code: `${state}-${part}`,
        name: `${name} – ${partName}`,
      })),
    ]),
  }));
}

export interface OfficialHolidaysInput {
  country: string;
  /** Region code from `listHolidayCountries`; null for the whole country. */
  region: string | null;
  years: readonly number[];
  optional: boolean;
}

/** Countries whose official lists name only the substitute of a holiday that falls on a weekend. */
const substituteOnly: ReadonlySet<string> = new Set(["GB"]);

/**
 * Official holidays of a country or region, sorted by day.
 * @returns the name of the invalid field if the country or region is unknown.
 */
export function officialHolidaysOf(input: OfficialHolidaysInput): OfficialDay[] | "country" | "region" {
  const country = listHolidayCountries().find(({ code }) => code === input.country);
  if (!country) return "country";
  if (input.region !== null && !country.regions.some(({ code }) => code === input.region)) return "region";
  const [state = "", ...parts] = input.region?.split("-") ?? [];
  const region = parts.join("-");
  const types: HolidaysTypes.HolidayType[] = input.optional ? ["optional", "bank", "public"] : ["public"];
  const data = new Holidays(country.code, state, region, { types });
  const [native = "en"] = data.getLanguages();
  return input.years.flatMap((year) => daysOfYear(data, year, native, substituteOnly.has(country.code)));
}

function daysOfYear(data: Holidays, year: number, native: string, withoutSubstituted: boolean): OfficialDay[] {
  const inLanguages = (codes: readonly string[]) => {
    data.setLanguages([...codes]);
    return data.getHolidays(year);
  };
  const holidaysByLanguage = languageCodes.map((code) => [code, inLanguages([code, native])] as const);
  const all = inLanguages([native]);
  const substituted = all.flatMap(({ rule }) => /^substitutes (\S+)/.exec(rule)?.[1] ?? []);
  const observedHolidays = withoutSubstituted ? all.filter(({ rule }) => !substituted.includes(rule)) : all;
  return observedHolidays.flatMap((holiday) => {
    const { name, date: day, rule } = holiday;
    // The library returns the name in the country's language if a translation is missing.
    const translations = holidaysByLanguage.flatMap(([code, list]) => {
      const other = list.find((one) => one.date === day && one.rule === rule)?.name;
      return other && other !== name ? [[code, other] as const] : [];
    });
    return daysOf(holiday).map((date) => ({
      date,
      name,
      translations: Object.fromEntries(translations),
      half: halfOf(holiday),
    }));
  });
}

const hourMs = 3_600_000;
/** Hours of the longest day, on which winter time begins. */
const dayHours = 25;

/** All days of a holiday. Some holidays, such as the Korean New Year, have several. */
function daysOf({ date, start, end }: HolidaysTypes.Holiday): string[] {
  const first = dayNumber(date.slice(0, 10));
  const hours = (end.getTime() - start.getTime()) / hourMs;
  const count = hours <= dayHours ? 1 : Math.round(hours / 24);
  return Array.from({ length: count }, (_, at) => dayOfNumber(first + at));
}

/** Holidays from noon or later are half days. */
const halfOf = ({ date, start, end }: HolidaysTypes.Holiday): OfficialDay["half"] => {
  const hours = (end.getTime() - start.getTime()) / hourMs;
  if (hours > 14) return null;
  return Number(date.slice(11, 13)) >= 12 ? "afternoon" : "morning";
};

declare module "../../../platform/child-processes" {
  interface ChildTable {
    holidayCountries(input: null): HolidayCountry[];
    officialHolidays(input: OfficialHolidaysInput): OfficialDay[] | "country" | "region";
  }
}
