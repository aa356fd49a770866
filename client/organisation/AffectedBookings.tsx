import { Select } from "@mantine/core";
import type { AffectedBooking, Rehomed } from "../../shared/places/affected";
import { useFormat, useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import classes from "./organisation.module.css";

/** What is chosen for each booking: the id of what it gets instead, or that it is cancelled. */
export type Answers = Readonly<Record<number, string>>;
const cancels = "cancel";

/** The bookings that a refusal lists; null where it lists none. */
export function affectedIn(error: unknown): AffectedBooking[] | null {
  if (!(error instanceof ProblemError)) return null;
  return (error.record as { bookings?: AffectedBooking[] } | undefined)?.bookings ?? null;
}

export const answersOf = (bookings: readonly AffectedBooking[], answers: Answers): Rehomed[] =>
  bookings.map(({ id, suggested }) => {
    const chosen = answers[id] ?? String(suggested ?? cancels);
    return { id, to: chosen === cancels ? null : Number(chosen) };
  });

interface AffectedBookingsProps {
  bookings: readonly AffectedBooking[];
  answers: Answers;
  onAnswer: (answers: Answers) => void;
}

/** What stands in the way, each with what is free instead; chosen already where something is. */
export function AffectedBookings({ bookings, answers, onAnswer }: AffectedBookingsProps) {
  const text = useText();
  const { dateTime } = useFormat();
  if (bookings.length === 0) return null;
  return (
    <section role="alert" aria-label={text("affected.title")} className={classes.affected}>
      <b>{text("affected.title")}</b>
      <p className={classes.why}>{text("affected.why")}</p>
      <ul>
        {bookings.map(({ id, title, requester, place, start_date, end_date, choices, suggested, goes_on }) => {
          const name = title ?? text("booking.private");
          return (
            <li key={id}>
              <span>
                <b>{name}</b>
                <small>{[place, requester?.fullname].filter(Boolean).join(" · ")}</small>
                <small>{text("booking.span", { from: dateTime(start_date), until: dateTime(end_date) })}</small>
              </span>
              <Select
                aria-label={text("affected.for", { name })}
                allowDeselect={false}
                value={answers[id] ?? String(suggested ?? cancels)}
                onChange={(value) => value && onAnswer({ ...answers, [id]: value })}
                data={[
                  ...choices.map((choice) => ({ value: String(choice.id), label: choice.name })),
                  { value: cancels, label: text(goes_on ? "affected.without" : "affected.cancel") },
                ]}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
