import type { ShownLanguage } from "./catalogues";

/** Days of a week as numbers, 0 is Sunday. */
export interface Week {
  first: 0 | 1 | 6;
  weekend: readonly number[];
}

const sundayToSaturday: Week = { first: 0, weekend: [0, 6] };
const saturdayToFriday: Week = { first: 6, weekend: [5, 6] };
const mondayToSunday: Week = { first: 1, weekend: [0, 6] };

const weeks: Partial<Record<ShownLanguage, Week>> = {
  ar: saturdayToFriday,
  ckb: saturdayToFriday,
  ko: sundayToSaturday,
};

/** Where the week begins and which days are free, for who reads this language. */
export const weekOf = (language: ShownLanguage): Week => weeks[language] ?? mondayToSunday;
