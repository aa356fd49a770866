import { groupBy } from "../../../kernel/group-by";
import { foldText } from "../../../kernel/text/fold";
import type { Translations } from "../../../kernel/translations";
import type { DayHalf } from "./days.rules";

export interface OfficialDay {
  date: string;
  name: string;
  translations: Translations<string>;
  half: DayHalf | null;
}

export interface StoredHoliday extends OfficialDay {
  id: number;
  /** Null: all locations. */
  location: string | null;
}

export interface ComparedDay<Stored extends StoredHoliday = StoredHoliday> extends OfficialDay {
  /** `changed`: the holiday `stored` is moved to this day or gets this half of the day. */
  state: "new" | "changed" | "known";
  stored: Stored | null;
}

const namesOf = ({ name, translations }: Pick<OfficialDay, "name" | "translations">): string[] => [
  ...new Set([name, ...Object.values(translations)].map((one) => foldText(one))),
];

/**
 * Compares an official list with the stored holidays of a location (null: of all locations). A holiday is recognized by its day, or by its
 * name in the same year if it has moved. Holidays of all locations are never changed for the sake of one location.
 */
export function compareWithOfficial<Stored extends StoredHoliday>(
  official: readonly OfficialDay[],
  stored: readonly Stored[],
  location: string | null,
): ComparedDay<Stored>[] {
  const key = location === null ? null : foldText(location);
  const own = stored.filter((one) => (one.location === null ? null : foldText(one.location)) === key);
  const days = new Set(official.map(({ date }) => date));
  const ownOn = groupBy(own, ({ date }) => date);
  const coveredOn = groupBy(
    stored.filter((one) => one.location === null),
    ({ date }) => date,
  );
  // Holidays on days that the official list doesn't contain.
  const elsewhere = own.filter(({ date }) => !days.has(date)).sort((a, b) => a.date.localeCompare(b.date));
  const comparedDates = new Set<string>();
  const used = new Set<number>();
  const length = ({ half }: OfficialDay) => (half === null ? 0 : 1);
  const sorted = [...official].sort((a, b) => a.date.localeCompare(b.date) || length(a) - length(b));
  return sorted.map((day): ComparedDay<Stored> => {
    const storedOnDay = [...(ownOn.get(day.date) ?? []), ...(coveredOn.get(day.date) ?? [])];
    const same = storedOnDay.find(({ half }) => half === null || half === day.half);
    const again = comparedDates.has(day.date); // an official list may contain a day twice
    comparedDates.add(day.date);
    if (same || again) return { ...day, state: "known", stored: same ?? null };
    const longer = (ownOn.get(day.date) ?? []).find(({ id }) => !used.has(id));
    const names = namesOf(day);
    const moved = elsewhere.find(
      (one) =>
        !used.has(one.id) &&
        one.date.slice(0, 4) === day.date.slice(0, 4) &&
        namesOf(one).some((name) => names.includes(name)),
    );
    const before = longer ?? moved ?? null;
    if (!before) return { ...day, state: "new", stored: null };
    used.add(before.id);
    return { ...day, state: "changed", stored: before };
  });
}
