import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconPlus, IconSearch } from "@tabler/icons-react";
import { memo } from "react";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import { useFormat, useText } from "../platform/intl/useText";
import { useToday } from "../platform/today";
import { PageHead } from "../ui/PageHead";
import classes from "./bookings.module.css";
import { type GridView, gridViews, turned } from "./grid/grid.time";

interface ReservationHeadProps {
  kind: BookableType;
  view: GridView;
  day: string;
  may: boolean;
  /** These stay the same over all renders. */
  onGo: (next: { day?: string; view?: string }) => void;
  onBook: () => void;
  onFind: () => void;
}

/** What is shown of when, and what can be done. Isn't drawn anew with what is booked. */
export const ReservationHead = memo(function ReservationHead(props: ReservationHeadProps) {
  const { kind, view, day, may, onGo, onBook, onFind } = props;
  const text = useText();
  const format = useFormat();
  const today = useToday();
  return (
    <PageHead
      title={text(`title.${kind}Reservation`)}
      tabs={
        <SegmentedControl
          size="xs"
          aria-label={text("booking.view")}
          value={view}
          onChange={(each) => onGo({ view: each })}
          data={gridViews.map((value) => ({ value, label: text(`booking.view.${value}`) }))}
        />
      }
    >
      <Button variant="default" onClick={() => onGo({ day: today })}>
        {text("booking.today")}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text("booking.back")}
        onClick={() => onGo({ day: turned(view, day, -1) })}
      >
        <IconChevronLeft size={18} stroke={1.75} className="flip" aria-hidden />
      </ActionIcon>
      <span className={classes.day} aria-live="polite">
        {format.day(day, view === "day" ? "long" : "monthYear")}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text("booking.forward")}
        onClick={() => onGo({ day: turned(view, day, 1) })}
      >
        <IconChevronRight size={18} stroke={1.75} className="flip" aria-hidden />
      </ActionIcon>
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
