import type { PreviewDate } from "../../../../shared/bookings/bookings/bookings.contract";

/** The user's choice for one date of a series. */
export interface SeriesChoice {
  date: string;
  skip?: boolean;
  bookable_id?: number;
  start_date?: string;
  end_date?: string;
}

type Alternative = PreviewDate["alternatives"][number];
type Preview = Pick<PreviewDate, "date" | "free" | "holiday" | "alternatives">;
export type SeriesWideOption = "skipTaken" | "skipHolidays" | "elsewhere" | "otherTime";

export const isAtAnotherTime = ({ kind }: Pick<Alternative, "kind">): boolean => kind === "earlier" || kind === "later";

/** Choice for one date when an option is applied to the whole series; null if the date needs no choice or has no suitable alternative. */
const choiceByOption: Record<
  SeriesWideOption,
  (date: Preview, isElsewhere: (one: Alternative) => boolean) => SeriesChoice | null
> = {
  skipTaken: ({ date, free }) => (free ? null : { date, skip: true }),
  skipHolidays: ({ date, free, holiday }) => (free && holiday !== null ? { date, skip: true } : null),
  elsewhere: ({ date, free, alternatives }, isElsewhere) => {
    const found = free ? undefined : alternatives.find(isElsewhere);
    return found?.bookable_id ? { date, bookable_id: found.bookable_id } : null;
  },
  otherTime: ({ date, free, alternatives }) => {
    const found = free ? undefined : alternatives.find(isAtAnotherTime);
    return found?.start_date ? { date, start_date: found.start_date, end_date: found.end_date } : null;
  },
};

/** Choices for all undecided dates to which the option applies. */
export function applySeriesWideOption(
  option: SeriesWideOption,
  dates: readonly Preview[],
  chosen: readonly SeriesChoice[],
  isElsewhere: (one: Alternative) => boolean,
): SeriesChoice[] {
  const decided = new Set(chosen.map(({ date }) => date));
  return dates.flatMap((date) => (decided.has(date.date) ? [] : (choiceByOption[option](date, isElsewhere) ?? [])));
}
