import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  type Alternative,
  previewBooking,
  type PreviewDate,
} from "../../../../shared/bookings/bookings/bookings.contract";
import { seatsNeeded } from "../../../../shared/bookings/bookings/bookings.rules";
import type { RepeatOption } from "../../../../shared/bookings/bookings/bookings.schema";
import { call } from "../../../platform/api";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useRequesterLabel } from "../../resources/useRequesterLabel";
import classes from "../bookings.module.css";
import { useBookingText } from "../grid/BookingBlock";
import type { BookingValues } from "./booking-values";
import { applySeriesWideOption, isAtAnotherTime, type SeriesChoice, type SeriesWideOption } from "./series-choices";

type SeriesValues = Pick<
  BookingValues,
  | "bookable_type"
  | "bookable_id"
  | "car_type"
  | "equipment"
  | "start_date"
  | "end_date"
  | "repeat"
  | "repeat_count"
  | "repeat_until"
  | "rrule"
  | "participants"
  | "dates"
> & { guests?: readonly string[] | undefined };

interface SeriesPreviewProps {
  values: SeriesValues;
  onChoose: (dates: readonly SeriesChoice[]) => void;
  timeZone: string;
}

const wholeSeries: readonly SeriesWideOption[] = ["elsewhere", "otherTime", "skipTaken", "skipHolidays"];

/** Dates of a series as computed by the server before saving, with alternatives for dates that are taken. */
export function SeriesPreview({ values, onChoose, timeZone }: SeriesPreviewProps) {
  const text = useText();
  const format = useFormat();
  const preview = useSeriesPreview(values);
  if (!preview) return null;
  const { dates, skipped } = preview;
  const choices = values.dates;
  const addChoices = (added: readonly SeriesChoice[]) => {
    const days = new Set(added.map(({ date }) => date));
    onChoose([...choices.filter(({ date }) => !days.has(date)), ...added]);
  };
  // The alternative is another room, or a replacement for the piece of equipment that is itself being booked.
  const isElsewhere = ({ kind, instead_of }: Alternative) =>
    kind === "room" ||
    (kind === "equipment" && values.bookable_type === kind && instead_of === Number(values.bookable_id));
  // A choice for the whole series is offered only if it applies to more than one date.
  const forAll = wholeSeries
    .map((option) => ({ option, optionChoices: applySeriesWideOption(option, dates, choices, isElsewhere) }))
    .filter(({ optionChoices }) => optionChoices.length > 1);
  const choiceOf = ({ date }: PreviewDate) => choices.find((choice) => choice.date === date);
  const open = dates.filter((date) => !date.free && !choiceOf(date));
  return (
    <section aria-label={text("booking.preview")}>
      <p role="status">
        {text("booking.previewCount", { count: dates.length, taken: open.length })}
        {skipped.length > 0 && ` ${text("booking.previewSkipped", { months: format.list(skipped) })}`}
      </p>
      {(forAll.length > 0 || choices.length > 0) && (
        <div className={classes.forAll}>
          {forAll.map(({ option, optionChoices }) => (
            <Button key={option} size="compact-xs" onClick={() => addChoices(optionChoices)}>
              {text(`booking.forAll.${option}`, { count: optionChoices.length })}
            </Button>
          ))}
          {choices.length > 0 && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChoose([])}>
              {text("booking.forAll.reset")}
            </Button>
          )}
        </div>
      )}
      <ul className={classes.dates}>
        {dates.map((date) => (
          <li key={date.date} data-free={date.free || choiceOf(date) !== undefined}>
            <span>
              {format.day(date.date, "medium")} <DateOutcome date={date} choice={choiceOf(date)} timeZone={timeZone} />
            </span>
            {(!date.free || date.holiday !== null || date.on_leave) && (
              <DateChoices
                date={date}
                elsewhere={date.alternatives.find(isElsewhere)}
                timeZone={timeZone}
                onChoose={(choice) => addChoices([choice])}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function useSeriesPreview(values: SeriesValues) {
  const { bookable_type, bookable_id, car_type, equipment, start_date, end_date } = values;
  const { repeat, repeat_count, repeat_until, rrule } = values;
  const body = {
    bookable_type,
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
  const { data } = useQuery({
    queryKey: [previewBooking.path, body],
    queryFn: ({ signal }) => call(previewBooking, { body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return data?.data;
}

interface DateChoicesProps {
  date: PreviewDate;
  /** Another room or piece of equipment that is free on the date. */
  elsewhere: Alternative | undefined;
  timeZone: string;
  onChoose: (choice: SeriesChoice) => void;
}

/** Buttons for a date that isn't free or not a working day: another resource, another time, or none. */
function DateChoices({ date: { date, alternatives }, elsewhere, timeZone, onChoose }: DateChoicesProps) {
  const text = useText();
  const words = useBookingText();
  const otherTime = alternatives.find(isAtAnotherTime);
  return (
    <span>
      {elsewhere && (
        <Button size="compact-xs" onClick={() => onChoose({ date, bookable_id: elsewhere.bookable_id })}>
          <span>
            <bdi>{elsewhere.name}</bdi>
            {elsewhere.needs_approval && ` · ${text("booking.needsApproval")}`}
          </span>
        </Button>
      )}{" "}
      {otherTime && (
        <Button
          size="compact-xs"
          onClick={() => onChoose({ date, start_date: otherTime.start_date, end_date: otherTime.end_date })}
        >
          {words.hours(otherTime.start_date, otherTime.end_date, timeZone)}
        </Button>
      )}{" "}
      <Button size="compact-xs" onClick={() => onChoose({ date, skip: true })}>
        {text("booking.skip")}
      </Button>
    </span>
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
