import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { previewBooking, type PreviewDate } from "../../../../shared/bookings/bookings/bookings.contract";
import { seatsNeeded } from "../../../../shared/bookings/bookings/bookings.rules";
import type { BookableType, RepeatOption } from "../../../../shared/bookings/bookings/bookings.schema";
import { call } from "../../../platform/api";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useRequesterLabel } from "../../resources/useRequesterLabel";
import classes from "../bookings.module.css";
import { useBookingText } from "../grid/BookingBlock";
import { applySeriesWideOption, type SeriesChoice, type SeriesWideOption } from "./series-choices";

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
    repeat_until?: string | undefined;
    rrule?: string;
    participants: readonly string[];
    guests?: readonly string[] | undefined;
  };
  setDates: (dates: SeriesChoice[]) => void;
  timeZone: string;
}

const wholeSeries: readonly SeriesWideOption[] = ["elsewhere", "otherTime", "skipTaken", "skipHolidays"];

/** Dates of a series as computed by the server before saving, with alternatives for dates that are taken. */
export function SeriesPreview({ values, setDates, timeZone }: SeriesPreviewProps) {
  const text = useText();
  const format = useFormat();
  const words = useBookingText();
  const [choices, setChoices] = useState<SeriesChoice[]>([]);
  const { bookable_id, car_type, equipment, start_date, end_date, repeat, repeat_count, repeat_until, rrule } = values;
  const body = {
    bookable_type: values.bookable_type as BookableType,
    ...(bookable_id ? { bookable_id: Number(bookable_id) } : {}),
    ...(car_type ? { car_type } : {}),
    ...(equipment.length > 0 ? { equipment: equipment.map(Number) } : {}),
    people: seatsNeeded(values),
    start_date,
    end_date,
    repeat: repeat as RepeatOption,
    ...(repeat === "custom" ? { rrule } : {}),
    ...(repeat_until ? { repeat_until } : { repeat_count: Number(repeat_count) || 1 }),
  };
  // The alternative is another room, or a replacement for the piece of equipment that is itself being booked.
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
  const chooseMany = (newChoices: readonly SeriesChoice[]) => {
    const days = new Set(newChoices.map(({ date }) => date));
    const next = [...choices.filter(({ date }) => !days.has(date)), ...newChoices];
    setChoices(next);
    setDates(next);
  };
  const choose = (choice: SeriesChoice) => chooseMany([choice]);
  // A choice for the whole series is offered only if it applies to more than one date.
  const forAll = wholeSeries
    .map((option) => ({ option, optionChoices: applySeriesWideOption(option, dates, choices, isElsewhere) }))
    .filter(({ optionChoices }) => optionChoices.length > 1);
  const chosen = (date: PreviewDate) => choices.find((each) => each.date === date.date);
  const open = dates.filter((date) => !date.free && !chosen(date));
  return (
    <section aria-label={text("booking.preview")}>
      <p role="status">
        {text("booking.previewCount", { count: dates.length, taken: open.length })}
        {skipped.length > 0 && ` ${text("booking.previewSkipped", { months: format.list(skipped) })}`}
      </p>
      {(forAll.length > 0 || choices.length > 0) && (
        <div className={classes.forAll}>
          {forAll.map(({ option, optionChoices }) => (
            <Button key={option} size="compact-xs" onClick={() => chooseMany(optionChoices)}>
              {text(`booking.forAll.${option}`, { count: optionChoices.length })}
            </Button>
          ))}
          {choices.length > 0 && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => {
                setChoices([]);
                setDates([]);
              }}
            >
              {text("booking.forAll.reset")}
            </Button>
          )}
        </div>
      )}
      <ul className={classes.dates}>
        {dates.map((date) => (
          <li key={date.date} data-free={date.free || chosen(date) !== undefined}>
            <span>
              {format.day(date.date, "medium")} <DateOutcome date={date} choice={chosen(date)} timeZone={timeZone} />
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
                      onClick={() => choose({ date: date.date, bookable_id: each.bookable_id })}
                    >
                      <span>
                        <bdi>{each.name}</bdi>
                        {each.needs_approval && ` · ${text("booking.needsApproval")}`}
                      </span>
                    </Button>
                  ))}{" "}
                {date.alternatives
                  .filter(isAtAnotherTime)
                  .slice(0, 1)
                  .map(({ start_date, end_date }) => (
                    <Button
                      key={start_date}
                      size="compact-xs"
                      onClick={() => choose({ date: date.date, start_date, end_date })}
                    >
                      {words.hours(start_date, end_date, timeZone)}
                    </Button>
                  ))}{" "}
                <Button size="compact-xs" onClick={() => choose({ date: date.date, skip: true })}>
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

function DateOutcome({ date, choice, timeZone }: { date: PreviewDate; choice?: SeriesChoice; timeZone: string }) {
  const text = useText();
  const requesterLabel = useRequesterLabel();
  const format = useFormat();
  if (choice?.skip) return text("booking.date.skipped");
  if (choice?.bookable_id) {
    const room = date.alternatives.find((each) => each.bookable_id === choice.bookable_id);
    const name = text("booking.date.room", { name: room?.name ?? "" });
    return room?.needs_approval ? `${name} · ${text("booking.needsApproval")}` : name;
  }
  if (choice?.start_date) return text("booking.date.time", { time: format.time(choice.start_date, timeZone) });
  if (date.shifted) return text("booking.date.shifted", { time: format.time(date.start_date, timeZone) });
  if (date.free && date.holiday !== null) return text("booking.date.holiday", { name: date.holiday });
  if (date.free) return date.on_leave ? text("booking.date.onLeave") : null;
  const who = date.conflicts.map(requesterLabel).find((name) => name !== null);
  return who ? text("booking.date.taken", { who }) : text("booking.date.closed");
}
