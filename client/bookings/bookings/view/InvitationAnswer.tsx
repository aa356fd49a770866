import { Button } from "@mantine/core";
import { useState } from "react";
import { answerInvitation } from "../../../../shared/bookings/bookings/attendance.contract";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { participantAnswers } from "../../../../shared/bookings/bookings/bookings.schema";
import { useText } from "../../../platform/intl/useText";
import { useAction } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import classes from "../bookings.module.css";
import { type BookingEditScope, BookingScopeField } from "../form/BookingScopeField";

/** The user's own answer to an invitation. For a series it applies to the chosen dates. */
export function InvitationAnswer({ booking }: { booking: BookingWithPermissions }) {
  const text = useText();
  const me = useCurrentUser().id;
  const [scope, setScope] = useState<BookingEditScope>("all");
  const [confirmation, setConfirmation] = useState<string | null>(null);
  const send = useAction(answerInvitation, { onSuccess: ({ message }) => setConfirmation(message ?? null) });
  const { id, can, participants, series_id } = booking;
  const isSeries = series_id !== null;
  const currentAnswer = participants.find((each) => each.id === me)?.answer ?? null;
  return (
    <>
      {can.answer && isSeries && (
        <BookingScopeField label={text("booking.answer.scope")} value={scope} onChange={setScope} />
      )}
      {confirmation && <p role="status">{confirmation}</p>}
      {can.answer && (
        <div className={classes.actions}>
          {participantAnswers.map((answer) => (
            <Button
              key={answer}
              variant={answer === currentAnswer ? "filled" : "default"}
              aria-pressed={answer === currentAnswer}
              loading={send.isPending}
              onClick={() => send.mutate({ params: { id }, body: { answer, scope: isSeries ? scope : "this" } })}
            >
              {text(`booking.answer.${answer}`)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
