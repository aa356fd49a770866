import "@mantine/dates/styles.layer.css";
import { DatePickerInput, type DayOfWeek } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import dayjs from "dayjs";
import "dayjs/locale/ar";
import "dayjs/locale/de";
import "dayjs/locale/ko";
import "dayjs/locale/ku";
import type { ShownLanguage } from "../platform/intl/catalogues";
import { shown$ } from "../platform/intl/language";
import { useFormat, useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";
import type { DateFieldProps } from "./DateField";

interface Calendar {
  locale: string;
  first: DayOfWeek;
  weekend: DayOfWeek[];
}

const sundayToSaturday = { first: 0, weekend: [0, 6] } as const;
const saturdayToFriday = { first: 6, weekend: [5, 6] } as const;

/** Names of months and days, where the week begins and which days are free. */
const calendars: Partial<Record<ShownLanguage, Omit<Calendar, "weekend"> & { weekend: readonly DayOfWeek[] }>> = {
  ar: { locale: "ar", ...saturdayToFriday },
  ckb: { locale: "ku", ...saturdayToFriday },
  de: { locale: "de", first: 1, weekend: [0, 6] },
  ko: { locale: "ko", ...sundayToSaturday },
};
const english = { locale: "en", first: 1, weekend: [0, 6] } as const;

/** The heavy part of `DateField`. */
export function DatePicker({ min, max, value, onChange, ...field }: DateFieldProps) {
  const text = useText();
  const { day, number } = useFormat();
  const { locale, first, weekend } = calendars[useValue(shown$).language] ?? english;
  const plain = (figure: number) => number(figure, { useGrouping: false });
  const monthAndYear = (date: string) => `${dayjs(date).locale(locale).format("MMMM")} ${plain(dayjs(date).year())}`;
  return (
    <DatePickerInput
      {...field}
      value={value}
      onChange={(chosen) => onChange(chosen)}
      minDate={min ?? undefined}
      maxDate={max ?? undefined}
      clearable={!field.readOnly}
      clearButtonProps={{ "aria-label": text("date.clear") }}
      locale={locale}
      firstDayOfWeek={first}
      weekendDays={[...weekend]}
      valueFormatter={({ date }) => (typeof date === "string" ? day(date, "medium") : "")}
      monthLabelFormat={monthAndYear}
      yearLabelFormat={(date) => plain(dayjs(date).year())}
      decadeLabelFormat={(from, to) =>
        text("date.decade", { from: plain(dayjs(from).year()), to: plain(dayjs(to).year()) })
      }
      yearsListFormat={(date) => plain(dayjs(date).year())}
      renderDay={(date) => plain(dayjs(date).date())}
      getDayAriaLabel={(date) => day(date, "medium")}
      ariaLabels={{
        nextMonth: text("date.nextMonth"),
        previousMonth: text("date.previousMonth"),
        nextYear: text("date.nextYear"),
        previousYear: text("date.previousYear"),
        nextDecade: text("date.nextDecade"),
        previousDecade: text("date.previousDecade"),
        monthLevelControl: text("date.chooseMonth"),
        yearLevelControl: text("date.chooseYear"),
      }}
      size="sm"
      inputWrapperOrder={["label", "input", "description", "error"]}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
      leftSectionPointerEvents="none"
      popoverProps={{ shadow: "md", radius: "md" }}
    />
  );
}
