import { ActionIcon, Button, SegmentedControl, Select } from "@mantine/core";
import { IconCalendarDown, IconChevronLeft, IconChevronRight, IconPlus, IconSearch } from "@tabler/icons-react";
import { memo } from "react";
import type { BookableType } from "../../../shared/bookings/bookings/bookings.schema";
import { addDays, weekNumber } from "../../../shared/kernel/days";
import { useFormat, useText } from "../../platform/intl/useText";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { DayButton } from "../../ui/fields/DayButton";
import { PageHead } from "../../ui/PageHead";
import classes from "./bookings.module.css";
import { BookingFeed } from "./mine/BookingFeed";
import { useWeek } from "../../platform/week";
import { viewDays, type GridView, gridViews, shiftDayByView } from "./grid/grid.time";

export const bookingViews = [...gridViews, "mine", "assign"] as const;
export type BookingScreenView = (typeof bookingViews)[number];

export const isGridView = (view: BookingScreenView): view is GridView => view !== "mine" && view !== "assign";

interface BookingScreenHeadProps {
  kind: BookableType;
  view: BookingScreenView;
  day: string;
  today: string;
  may: boolean;
  /** Number of trips waiting for a car; null if the user may not assign cars. */
  toAssign: number | null;
  /** Must be stable across renders because the component is memoized. */
  onGo: (next: { day?: string; view?: string }) => void;
  onBook: () => void;
  onFind: () => void;
}

/** Memoized so that booking changes don't re-render it. */
export const BookingScreenHead = memo(function BookingScreenHead(props: BookingScreenHeadProps) {
  const { kind, view, may, toAssign, onGo, onBook, onFind } = props;
  const text = useText();
  const narrow = useIsPhoneWidth();
  const title = text(`title.${kind}Reservation`);
  const choices = bookingViews
    .filter((value) => value !== "assign" || toAssign !== null)
    .map((value) => ({ value, label: text(`booking.view.${value}`) }))
    .map((choice) =>
      choice.value === "assign" && toAssign
        ? { ...choice, label: text("booking.view.assignMany", { count: toAssign }) }
        : choice,
    );
  if (narrow) {
    return (
      <PageHead title={title}>
        <ActionIcon variant="default" aria-label={text(`booking.find.${kind}`)} onClick={onFind}>
          <IconSearch size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
        {may && (
          <ActionIcon variant="filled" color="accent" aria-label={text("booking.book")} onClick={() => onBook()}>
            <IconPlus size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        {view === "mine" && <BookingFeed />}
        <div className={classes.when}>
          <Select
            aria-label={text("booking.view")}
            allowDeselect={false}
            value={view}
            onChange={(each) => each && onGo({ view: each })}
            data={choices}
          />
          {isGridView(view) && <DayNavigator {...props} view={view} />}
        </div>
      </PageHead>
    );
  }
  return (
    <PageHead
      title={title}
      tabs={
        <SegmentedControl
          size="xs"
          aria-label={text("booking.view")}
          value={view}
          onChange={(each) => onGo({ view: each })}
          data={choices}
        />
      }
    >
      {view === "mine" && <BookingFeed />}
      <Button leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />} onClick={onFind}>
        {text(`booking.find.${kind}`)}
      </Button>
      {may && (
        <Button
          variant="filled"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => onBook()}
        >
          {text("booking.book")}
        </Button>
      )}
    </PageHead>
  );
});

type DayNavigatorProps = Pick<BookingScreenHeadProps, "day" | "today" | "onGo"> & { view: GridView };

/** In the head on phones, otherwise the first of the tools. */
export function DayNavigator({ view, day, today, onGo }: DayNavigatorProps) {
  const text = useText();
  const format = useFormat();
  const narrow = useIsPhoneWidth();
  const toToday = () => onGo({ day: today });
  const title = useTitle(view, day, today, narrow);
  return (
    <div className={`${classes.navigator} time-axis`} data-keep>
      {!narrow && (
        <Button size="xs" onClick={toToday}>
          {text("booking.today")}
        </Button>
      )}
      <ActionIcon aria-label={text("booking.back")} onClick={() => onGo({ day: shiftDayByView(view, day, -1) })}>
        <IconChevronLeft size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <DayButton
        className={classes.day}
        label={text("booking.chooseDay")}
        value={day}
        onChange={(chosen) => onGo({ day: chosen })}
      >
        <span aria-live="polite" dir="auto" data-printed-value={view === "day" ? format.day(day, "longYear") : title}>
          {title}
        </span>
      </DayButton>
      <ActionIcon aria-label={text("booking.forward")} onClick={() => onGo({ day: shiftDayByView(view, day, 1) })}>
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {narrow && (
        <ActionIcon variant="default" aria-label={text("booking.today")} onClick={toToday}>
          <IconCalendarDown size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function useTitle(view: GridView, day: string, today: string, narrow: boolean): string {
  const text = useText();
  const format = useFormat();
  const week = useWeek();
  if (view === "month") return format.day(day, narrow ? "shortMonthYear" : "monthYear");
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  if (view === "week") {
    const { first, count } = viewDays(view, day, week.first);
    const number = weekNumber(addDays(first, 3));
    // Omits the dates, which the grid shows.
    if (narrow && isThisYear) return text("time.week", { number });
    if (narrow) return text("booking.week", { week: number, days: format.day(first, "shortMonthYear") });
    const days = { from: format.day(first, "short"), until: format.day(addDays(first, count - 1), "medium") };
    return text("booking.week", { week: number, days: text("when.span", days) });
  }
  if (!narrow) return format.day(day, isThisYear ? "long" : "longYear");
  return `${format.day(day, "weekday")} ${format.day(day, isThisYear ? "short" : "medium")}`;
}
