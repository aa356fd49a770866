import "@mantine/dates/styles.layer.css";
import type { DayOfWeek } from "@mantine/dates";
import dayjs from "dayjs";
import "dayjs/locale/ar";
import "dayjs/locale/de";
import "dayjs/locale/ko";
import "dayjs/locale/ku";
import type { ShownLanguage } from "../platform/intl/catalogues";
import { shown$ } from "../platform/intl/language";
import { useFormat, useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";

interface Calendar {
  locale: string;
  first: DayOfWeek;
  weekend: readonly DayOfWeek[];
}

const sundayToSaturday = { first: 0, weekend: [0, 6] } as const;
const saturdayToFriday = { first: 6, weekend: [5, 6] } as const;

/** Names of months and days, where the week begins and which days are free. */
const calendars: Partial<Record<ShownLanguage, Calendar>> = {
  ar: { locale: "ar", ...saturdayToFriday },
  ckb: { locale: "ku", ...saturdayToFriday },
  de: { locale: "de", first: 1, weekend: [0, 6] },
  ko: { locale: "ko", ...sundayToSaturday },
};
const english: Calendar = { locale: "en", first: 1, weekend: [0, 6] };

/** What every calendar is told, so that it speaks the reader's language. Only where calendars are loaded anyway. */
export function useCalendarProps() {
  const text = useText();
  const { day, number } = useFormat();
  const { locale, first, weekend } = calendars[useValue(shown$).language] ?? english;
  const plain = (figure: number) => number(figure, { useGrouping: false });
  return {
    locale,
    firstDayOfWeek: first,
    weekendDays: [...weekend],
    monthLabelFormat: (date: string) => `${dayjs(date).locale(locale).format("MMMM")} ${plain(dayjs(date).year())}`,
    yearLabelFormat: (date: string) => plain(dayjs(date).year()),
    decadeLabelFormat: (from: string, to: string) =>
      text("date.decade", { from: plain(dayjs(from).year()), to: plain(dayjs(to).year()) }),
    yearsListFormat: (date: string) => plain(dayjs(date).year()),
    renderDay: (date: string) => plain(dayjs(date).date()),
    getDayAriaLabel: (date: string) => day(date, "medium"),
    ariaLabels: {
      nextMonth: text("date.nextMonth"),
      previousMonth: text("date.previousMonth"),
      nextYear: text("date.nextYear"),
      previousYear: text("date.previousYear"),
      nextDecade: text("date.nextDecade"),
      previousDecade: text("date.previousDecade"),
      monthLevelControl: text("date.chooseMonth"),
      yearLevelControl: text("date.chooseYear"),
    },
  };
}
