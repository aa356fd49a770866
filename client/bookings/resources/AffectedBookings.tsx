import { Select } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import {
  type AffectedBooking,
  maxAffectedBookings,
  type Reassignment,
} from "../../../shared/bookings/resources/affected-bookings";
import { useTimeSpanText } from "../../platform/intl/useTimeSpanText";
import { useText } from "../../platform/intl/useText";
import { useRequesterLabel } from "./useRequesterLabel";
import { ProblemError } from "../../platform/problem-error";
import type { DeleteConflict } from "../../ui/records/DeleteRecord";
import classes from "./AffectedBookings.module.css";

/** Choice per booking: the id of its replacement, or "cancel". */
export type ReassignmentChoices = Readonly<Record<number, string>>;
const cancelAnswer = "cancel";

export function affectedBookingsIn(error: unknown): AffectedBooking[] | null {
  if (!(error instanceof ProblemError)) return null;
  return (error.record as { bookings?: AffectedBooking[] } | undefined)?.bookings ?? null;
}

export const toReassignments = (bookings: readonly AffectedBooking[], answers: ReassignmentChoices): Reassignment[] =>
  bookings.map(({ id, suggested }) => {
    const chosen = answers[id] ?? String(suggested ?? cancelAnswer);
    return { id, to: chosen === cancelAnswer ? null : Number(chosen) };
  });

interface AffectedBookingsProps {
  bookings: readonly AffectedBooking[];
  answers: ReassignmentChoices;
  onAnswer: (answers: ReassignmentChoices) => void;
}

export function AffectedBookings({ bookings, answers, onAnswer }: AffectedBookingsProps) {
  const text = useText();
  const requesterLabel = useRequesterLabel();
  const when = useTimeSpanText();
  const list = useRef<HTMLElement>(null);
  const isShown = bookings.length > 0;
  // The list appears below the pressed button and possibly out of view, so it is scrolled to and focused.
  useEffect(() => {
    if (!isShown) return;
    list.current?.scrollIntoView({ block: "start" });
    list.current?.focus({ preventScroll: true });
  }, [isShown]);
  if (bookings.length === 0) return null;
  return (
    <section ref={list} tabIndex={-1} role="alert" aria-label={text("affected.title")} className={classes.affected}>
      <b>{text("affected.title")}</b>
      <p className={classes.why}>{text("affected.why")}</p>
      {bookings.length >= maxAffectedBookings && <p className={classes.why}>{text("affected.further")}</p>}
      <ul>
        {bookings.map(
          ({ id, title, requester, place, start_date, end_date, time_zone, choices, suggested, goes_on }) => {
            const name = title ?? text("booking.private");
            return (
              <li key={id}>
                <span>
                  <b>
                    <bdi>{name}</bdi>
                  </b>
                  <small>{[place, requesterLabel({ title, requester })].filter(Boolean).join(" · ")}</small>
                  <small>{when(start_date, end_date, time_zone)}</small>
                </span>
                <Select
                  aria-label={text("affected.for", { name })}
                  allowDeselect={false}
                  value={answers[id] ?? String(suggested ?? cancelAnswer)}
                  onChange={(value) => value && onAnswer({ ...answers, [id]: value })}
                  data={[
                    ...choices.map((choice) => ({ value: String(choice.id), label: choice.name })),
                    { value: cancelAnswer, label: text(goes_on ? "affected.without" : "affected.cancel") },
                  ]}
                />
              </li>
            );
          },
        )}
      </ul>
    </section>
  );
}

function ReassignBookings({
  items,
  onResolve,
}: {
  items: readonly AffectedBooking[];
  onResolve: (bookings: Reassignment[]) => void;
}) {
  const [answers, setAnswers] = useState<ReassignmentChoices>({});
  const answer = (next: ReassignmentChoices) => {
    setAnswers(next);
    onResolve(toReassignments(items, next));
  };
  return <AffectedBookings bookings={items} answers={answers} onAnswer={answer} />;
}

/** Bookings that prevent a deletion. The user moves or cancels each of them. */
export const affectedBookings: DeleteConflict<Reassignment[]> = {
  of: (error) => {
    const items = affectedBookingsIn(error);
    return items && { items, suggested: toReassignments(items, {}) };
  },
  field: "bookings",
  kind: "bookings",
  Fields: ReassignBookings,
  confirmLabel: "organization.delete.withBookings",
  note: "affected.within",
};
