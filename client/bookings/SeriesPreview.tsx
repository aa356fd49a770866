import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { previewBooking, type PreviewDate } from "../../shared/bookings/bookings.contract";
import type { BookableType, Repeat } from "../../shared/bookings/bookings.schema";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import classes from "./bookings.module.css";
import { useBookingWords } from "./grid/Block";

interface Choice {
  date: string;
  skip?: boolean;
  bookable_id?: number;
  start_date?: string;
  end_date?: string;
}

interface SeriesPreviewProps {
  values: {
    bookable_type: string;
    bookable_id?: string;
    car_type?: string;
    equipment: readonly string[];
    start_date: string;
    end_date: string;
    repeat: string;
    repeat_count: unknown;
    rrule?: string;
  };
  setDates: (dates: Choice[]) => void;
}

/** Each date of the series before it is saved, as the server works it out, and what to do with those that aren't free. */
export function SeriesPreview({ values, setDates }: SeriesPreviewProps) {
  const text = useText();
  const format = useFormat();
  const words = useBookingWords();
  const [choices, setChoices] = useState<Choice[]>([]);
  const { bookable_id, car_type, equipment, start_date, end_date, repeat, repeat_count, rrule } = values;
  const body = {
    bookable_type: values.bookable_type as BookableType,
    ...(bookable_id ? { bookable_id: Number(bookable_id) } : {}),
    ...(car_type ? { car_type } : {}),
    ...(equipment.length > 0 ? { equipment: equipment.map(Number) } : {}),
    start_date,
    end_date,
    repeat: repeat as Repeat,
    ...(repeat === "custom" ? { rrule } : { repeat_count: Number(repeat_count) || 1 }),
  };
  // Another room, or another piece in the place of the one that is booked by itself.
  const isElsewhere = ({ kind, instead_of }: PreviewDate["alternatives"][number]) =>
    kind === "room" || (kind === "equipment" && values.bookable_type === kind && instead_of === Number(bookable_id));
  const isAtAnotherTime = ({ kind }: PreviewDate["alternatives"][number]) => kind === "earlier" || kind === "later";
  const { data } = useQuery({
    queryKey: [previewBooking.path, body],
    queryFn: ({ signal }) => call(previewBooking, { body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!data) return null;
  const { dates, skipped } = data.data;
  const choose = (choice: Choice) => {
    const next = [...choices.filter(({ date }) => date !== choice.date), choice];
    setChoices(next);
    setDates(next);
  };
  const chosen = (date: PreviewDate) => choices.find((each) => each.date === date.date);
  const open = dates.filter((date) => !date.free && !chosen(date));
  return (
    <section aria-label={text("booking.preview")}>
      <p role="status">
        {text("booking.previewCount", { count: dates.length, taken: open.length })}
        {skipped.length > 0 && ` ${text("booking.previewSkipped", { months: format.list(skipped) })}`}
      </p>
      <ul className={classes.dates}>
        {dates.map((date) => (
          <li key={date.date} data-free={date.free || chosen(date) !== undefined}>
            <span>
              {format.day(date.date, "medium")} <WhatOf date={date} choice={chosen(date)} />
            </span>
            {(!date.free || date.holiday !== null || date.on_leave) && (
              <span>
                {date.alternatives
                  .filter(isElsewhere)
                  .slice(0, 1)
                  .map((each) => (
                    <Button
                      key={each.bookable_id}
                      size="compact-xs"
                      variant="default"
                      onClick={() => choose({ date: date.date, bookable_id: each.bookable_id })}
                    >
                      {each.name}
                    </Button>
                  ))}{" "}
                {date.alternatives
                  .filter(isAtAnotherTime)
                  .slice(0, 1)
                  .map(({ start_date, end_date }) => (
                    <Button
                      key={start_date}
                      size="compact-xs"
                      variant="default"
                      onClick={() => choose({ date: date.date, start_date, end_date })}
                    >
                      {words.time(start_date, end_date)}
                    </Button>
                  ))}{" "}
                <Button size="compact-xs" variant="default" onClick={() => choose({ date: date.date, skip: true })}>
                  {text("booking.skip")}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function WhatOf({ date, choice }: { date: PreviewDate; choice?: Choice }) {
  const text = useText();
  const format = useFormat();
  if (choice?.skip) return text("booking.date.skipped");
  if (choice?.bookable_id) {
    const room = date.alternatives.find((each) => each.bookable_id === choice.bookable_id);
    return text("booking.date.room", { name: room?.name ?? "" });
  }
  if (choice?.start_date) return text("booking.date.time", { time: format.time(choice.start_date) });
  if (date.shifted) return text("booking.date.shifted", { time: format.time(date.start_date) });
  if (date.free && date.holiday !== null) return text("booking.date.holiday", { name: date.holiday });
  if (date.free) return date.on_leave ? text("booking.date.onLeave") : null;
  const who = date.conflicts.find((each) => each.requester)?.requester?.fullname;
  return who ? text("booking.date.taken", { who }) : text("booking.date.closed");
}
