import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import {
  deleteBooking,
  readBooking,
  type BookingWithPermissions,
} from "../../../../shared/bookings/bookings/bookings.contract";
import { answerInvitation, checkIn, endBooking } from "../../../../shared/bookings/bookings/attendance.contract";
import { type BookableType, participantAnswers } from "../../../../shared/bookings/bookings/bookings.schema";
import { mayBeApprover } from "../../../../shared/bookings/bookings/bookings.rules";
import { localDayAt } from "../../../../shared/kernel/wall-clock";
import { SidePanel } from "../../../ui/records/SidePanel";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useNow } from "../../../platform/now";
import { paths } from "../../../platform/paths";
import { useCan, useCurrentUser } from "../../../platform/session";
import { useAction, useEndpoint } from "../../../platform/query";
import { CarFacts } from "../approval/CarFacts";
import { DecideBooking } from "../approval/DecideBooking";
import { toast } from "../../../ui/toast/toast";
import classes from "../bookings.module.css";
import { BasketBookings } from "./BasketBookings";
import { useBookingText } from "../grid/BookingBlock";
import { useBookingReader } from "../grid/useGrid";
import { useGuests } from "../form/Guests";
import { type BookingEditScope, BookingScopeField } from "../form/BookingScopeField";
import { ExtendSeries } from "./ExtendSeries";
import { useRepeatText } from "../form/useRepeatText";
import { useTimeSpanText } from "../../../platform/intl/useTimeSpanText";

interface BookingViewProps {
  booking: BookingWithPermissions | null;
  kind: BookableType;
  /** Name of the room, car or piece of equipment; null if the booking is on another grid or has no resource yet. */
  place: string | null;
  onClose: () => void;
  onEdit: (booking: BookingWithPermissions) => void;
}

export function BookingView({ booking, onClose, ...rest }: BookingViewProps) {
  const text = useText();
  return (
    <SidePanel opened={booking !== null} title={booking?.title ?? text("booking.busy")} onClose={onClose}>
      {booking && <Content booking={booking} onClose={onClose} {...rest} />}
    </SidePanel>
  );
}

function Content({ booking, kind, place, onClose, onEdit }: BookingViewProps & { booking: BookingWithPermissions }) {
  const text = useText();
  const format = useFormat();
  const words = useBookingText();
  const when = useTimeSpanText();
  const now = useNow().getTime();
  const [scope, setScope] = useState<BookingEditScope | null>(null);
  const [extending, setExtending] = useState(false);
  const ruleWords = useRepeatText();
  const [answerScope, setAnswerScope] = useState<BookingEditScope>("all");
  const done = ({ message }: { message?: string }) => {
    if (message) toast.done(message);
    onClose();
  };
  const cancel = useAction(deleteBooking, { onSuccess: done });
  const [answered, setAnswered] = useState<string | null>(null);
  const answer = useAction(answerInvitation, { onSuccess: ({ message }) => setAnswered(message ?? null) });
  const me = useCurrentUser().id;
  const mine = booking.participants.find((each) => each.id === me)?.answer ?? null;
  const isSeries = booking.series_id !== null;
  const arrive = useAction(checkIn, { onSuccess: onClose });
  const end = useAction(endBooking, { onSuccess: onClose });
  const { id, can } = booking;
  const reader = useBookingReader();
  const isElsewhere = booking.bookable_type !== kind;
  const details = useEndpoint(readBooking, { params: { id } }).data?.data;
  const mayAsk = useCan()("role-list");
  const { guests } = useGuests(booking);
  const goesOn = Date.parse(booking.start_date) <= now && now < Date.parse(booking.end_date);
  const send = () => cancel.mutate({ params: { id }, body: { scope: scope ?? "this" } });
  return (
    <div className={classes.fields}>
      <dl className={classes.facts}>
        <dt>{text("booking.when")}</dt>
        <dd>{when(booking.start_date, booking.end_date, booking.time_zone, { style: "long" })}</dd>
        {details?.rrule && (
          <>
            <dt>{text("booking.repeats")}</dt>
            <dd>{ruleWords(details.rrule, { until: details.last_day ?? undefined })}</dd>
          </>
        )}
        <dt>{text("booking.where")}</dt>
        <dd>
          <bdi>
            {[place ?? details?.place ?? text("booking.askedFor"), details?.floor, details?.building]
              .filter(Boolean)
              .join(", ")}
          </bdi>
        </dd>
        <dt>{text("booking.by")}</dt>
        <dd>{words.who(booking)}</dd>
        <dt>{text("booking.status")}</dt>
        <dd>{text(`booking.status.${booking.status}`)}</dd>
        <CarFacts booking={booking} driver={details?.driver ?? null} />
        {booking.equipment.length > 0 && (
          <>
            <dt>{text("booking.equipment")}</dt>
            <dd>{format.list(booking.equipment.map(({ name }) => name))}</dd>
          </>
        )}
        <BasketBookings booking={booking} />
        {booking.participants.length > 0 && (
          <>
            <dt>{text("booking.participants")}</dt>
            <dd>
              {format.list(
                booking.participants.map((each) =>
                  each.answer
                    ? text("booking.answered", { who: each.fullname, answer: text(`booking.answer.${each.answer}`) })
                    : each.fullname,
                ),
              )}
            </dd>
          </>
        )}
        {guests && guests.length > 0 && (
          <>
            <dt>{text("booking.guests")}</dt>
            <dd>
              {format.list(
                guests.map(({ email, answer }) =>
                  answer ? text("booking.answered", { who: email, answer: text(`booking.answer.${answer}`) }) : email,
                ),
              )}
            </dd>
          </>
        )}
        {booking.note && (
          <>
            <dt>{text("booking.note")}</dt>
            <dd>
              <bdi>{booking.note}</bdi>
            </dd>
          </>
        )}
      </dl>
      {mayBeApprover(booking, reader, now) && <DecideBooking booking={booking} onDone={onClose} />}
      {can.answer && isSeries && (
        <BookingScopeField label={text("booking.answer.scope")} value={answerScope} onChange={setAnswerScope} />
      )}
      {answered && <p role="status">{answered}</p>}
      {can.answer && (
        <div className={classes.actions}>
          {participantAnswers.map((each) => (
            <Button
              key={each}
              variant={mine === each ? "filled" : "default"}
              aria-pressed={mine === each}
              loading={answer.isPending}
              onClick={() =>
                answer.mutate({ params: { id }, body: { answer: each, scope: isSeries ? answerScope : "this" } })
              }
            >
              {text(`booking.answer.${each}`)}
            </Button>
          ))}
        </div>
      )}
      {extending && details?.last_day && (
        <ExtendSeries
          booking={booking}
          lastDay={details.last_day}
          onDone={(message) => {
            toast.done(message);
            setExtending(false);
          }}
        />
      )}
      {scope !== null && booking.series_id !== null && <BookingScopeField value={scope} onChange={setScope} />}
      <div className={classes.actions}>
        {can.check_in && (
          <Button variant="filled" loading={arrive.isPending} onClick={() => arrive.mutate({ params: { id } })}>
            {text("booking.checkIn")}
          </Button>
        )}
        {goesOn && can.edit && booking.status === "approved" && (
          <Button loading={end.isPending} onClick={() => end.mutate({ params: { id } })}>
            {text("booking.end")}
          </Button>
        )}
        {can.cancel && (
          <Button
            color="danger"
            loading={cancel.isPending}
            onClick={() => (booking.series_id !== null && scope === null ? setScope("this") : send())}
          >
            {text(booking.series_id !== null && scope === null ? "booking.cancelChoose" : "booking.cancel")}
          </Button>
        )}
        {mayAsk && (
          <Button variant="subtle" color="gray" component={Link} to={paths.rights("booking", id)}>
            {text("rights.title")}
          </Button>
        )}
        {can.edit && isSeries && booking.requester?.id === me && !extending && (
          <Button onClick={() => setExtending(true)}>{text("booking.extend")}</Button>
        )}
        {can.edit && !isElsewhere && (
          <Button variant="filled" onClick={() => onEdit(booking)}>
            {text("action.edit")}
          </Button>
        )}
        {can.edit && isElsewhere && (
          <Button
            variant="filled"
            component={Link}
            to={`${paths.reservation(booking.bookable_type)}?day=${localDayAt(Date.parse(booking.start_date), booking.time_zone)}&booking=${id}`}
          >
            {text("reservation.changeBooking")}
          </Button>
        )}
      </div>
    </div>
  );
}
