import "@mantine/dates/styles.layer.css";
import type { DayOfWeek } from "@mantine/dates";
import dayjs from "dayjs";
import "dayjs/locale/ar";
import "dayjs/locale/de";
import "dayjs/locale/ko";
import "dayjs/locale/ku";
import type { DisplayLanguage } from "../../platform/intl/catalogues";
import { activeLanguage$ } from "../../platform/intl/language";
import { useFormat, useText } from "../../platform/intl/useText";
import { useStore } from "../../platform/store";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { useWeek } from "../../platform/week";

/** dayjs locales, which provide the names of months and days. */
const locales: Record<DisplayLanguage, string> = {
  en: "en",
  ar: "ar",
  ckb: "ku",
  de: "de",
  ko: "ko",
  xa: "en",
  xb: "en",
};

export function useCalendarProps() {
  const text = useText();
  const { day, number } = useFormat();
  const { language } = useStore(activeLanguage$);
  const locale = locales[language];
  const { first, weekend } = useWeek();
  const plain = (figure: number) => number(figure, { useGrouping: false });
  return {
    // On phones the calendar is a bottom sheet with full width.
    fullWidth: useIsPhoneWidth(),
    locale,
    firstDayOfWeek: first,
    weekendDays: [...weekend] as DayOfWeek[],
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
