import { ActionIcon, Button, SegmentedControl, Select } from "@mantine/core";
import { IconCalendarDown, IconChevronLeft, IconChevronRight, IconPlus, IconSearch } from "@tabler/icons-react";
import { memo } from "react";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import { useFormat, useText } from "../platform/intl/useText";
import { useToday } from "../platform/today";
import { useNarrow } from "../platform/useNarrow";
import { PageHead } from "../ui/PageHead";
import classes from "./bookings.module.css";
import { type GridView, gridViews, turned } from "./grid/grid.time";

/** A part of time by all that can be booked, what one has booked oneself, and trips that wait for a car. */
export const reservationViews = [...gridViews, "mine", "assign"] as const;
export type ReservationView = (typeof reservationViews)[number];

export const isGridView = (view: ReservationView): view is GridView => view !== "mine" && view !== "assign";

interface ReservationHeadProps {
  kind: BookableType;
  view: ReservationView;
  day: string;
  may: boolean;
  /** How many trips wait for a car from whoever looks. Null: that isn't theirs to do. */
  toAssign: number | null;
  /** These stay the same over all renders. */
  onGo: (next: { day?: string; view?: string }) => void;
  onBook: () => void;
  onFind: () => void;
}

/** What is shown of when, and what can be done. Isn't drawn anew with what is booked. */
export const ReservationHead = memo(function ReservationHead(props: ReservationHeadProps) {
  const { kind, view, may, toAssign, onGo, onBook, onFind } = props;
  const text = useText();
  const narrow = useNarrow();
  const title = text(`title.${kind}Reservation`);
  const choices = reservationViews
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
        <div className={classes.when}>
          <Select
            aria-label={text("booking.view")}
            allowDeselect={false}
            value={view}
            onChange={(each) => each && onGo({ view: each })}
            data={choices}
          />
          {isGridView(view) && <DayTurner {...props} view={view} narrow />}
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
      {isGridView(view) && <DayTurner {...props} view={view} narrow={false} />}
      <Button variant="default" leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />} onClick={onFind}>
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

type DayTurnerProps = Pick<ReservationHeadProps, "day" | "onGo"> & { view: GridView; narrow: boolean };

/** The day, week or month that is shown, the ones beside it, and the way back to today. */
function DayTurner({ view, day, narrow, onGo }: DayTurnerProps) {
  const text = useText();
  const format = useFormat();
  const today = useToday();
  const toToday = () => onGo({ day: today });
  const shortDay = `${format.day(day, "weekday")} ${format.day(day, "short")}`;
  return (
    <>
      {!narrow && (
        <Button variant="default" onClick={toToday}>
          {text("booking.today")}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text("booking.back")}
        onClick={() => onGo({ day: turned(view, day, -1) })}
      >
        <IconChevronLeft size={18} stroke={1.75} className="flip" aria-hidden />
      </ActionIcon>
      <span className={classes.day} aria-live="polite">
        {view === "day"
          ? narrow
            ? shortDay
            : format.day(day, "long")
          : format.day(day, narrow ? "shortMonthYear" : "monthYear")}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text("booking.forward")}
        onClick={() => onGo({ day: turned(view, day, 1) })}
      >
        <IconChevronRight size={18} stroke={1.75} className="flip" aria-hidden />
      </ActionIcon>
      {narrow && (
        <ActionIcon variant="default" aria-label={text("booking.today")} onClick={toToday}>
          <IconCalendarDown size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}
