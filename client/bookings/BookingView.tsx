import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { deleteBooking, readBooking, type Reservation } from "../../shared/bookings/bookings.contract";
import { answerInvitation, checkIn, endBooking } from "../../shared/bookings/attendance.contract";
import { type BookableType, participantAnswers } from "../../shared/bookings/bookings.schema";
import { mightDecide } from "../../shared/bookings/bookings.rules";
import { SidePanel } from "../organisation/SidePanel";
import { useFormat, useText } from "../platform/intl/useText";
import { useNow } from "../platform/now";
import { paths } from "../platform/paths";
import { useCan } from "../platform/session";
import { useAction, useEndpoint } from "../platform/query";
import { CarFacts } from "../reservations/CarFacts";
import { Decide } from "../reservations/Decide";
import { toast } from "../ui/toast/toast";
import classes from "./bookings.module.css";
import { BookedTogether } from "./basket/BookedTogether";
import { useBookingWords } from "./grid/Block";
import { useReader } from "./grid/useGrid";
import { useGuests } from "./Guests";
import { type Scope, ScopeField } from "./ScopeField";

interface BookingViewProps {
  booking: Reservation | null;
  /** Of which grid it was opened. */
  kind: BookableType;
  /** The room, car or piece of it. Null: it stands on another grid, or is only asked for. */
  place: string | null;
  onClose: () => void;
  onEdit: (booking: Reservation) => void;
}

/** A booking as one may see it, and what one may do with it. */
export function BookingView({ booking, onClose, ...rest }: BookingViewProps) {
  const text = useText();
  return (
    <SidePanel opened={booking !== null} title={booking?.title ?? text("booking.busy")} onClose={onClose}>
      {booking && <Content booking={booking} onClose={onClose} {...rest} />}
    </SidePanel>
  );
}

function Content({ booking, kind, place, onClose, onEdit }: BookingViewProps & { booking: Reservation }) {
  const text = useText();
  const format = useFormat();
  const words = useBookingWords();
  const now = useNow().getTime();
  const [scope, setScope] = useState<Scope | null>(null);
  const done = ({ message }: { message?: string }) => {
    if (message) toast.done(message);
    onClose();
  };
  const cancel = useAction(deleteBooking, { onSuccess: done });
  const answer = useAction(answerInvitation, { onSuccess: onClose });
  const arrive = useAction(checkIn, { onSuccess: onClose });
  const end = useAction(endBooking, { onSuccess: onClose });
  const { id, can } = booking;
  const reader = useReader();
  const isElsewhere = booking.bookable_type !== kind;
  const known = useEndpoint(readBooking, { params: { id } }, { enabled: isElsewhere }).data?.data.place;
  const mayAsk = useCan()("role-list");
  const { guests } = useGuests(booking);
  const goesOn = Date.parse(booking.start_date) <= now && now < Date.parse(booking.end_date);
  const send = () => cancel.mutate({ params: { id }, body: { scope: scope ?? "this" } });
  return (
    <div className={classes.fields}>
      <dl className={classes.facts}>
        <dt>{text("booking.when")}</dt>
        <dd>
          {format.day(new Date(booking.start_date), "long")}, {words.time(booking.start_date, booking.end_date)}
        </dd>
        <dt>{text("booking.where")}</dt>
        <dd>
          <bdi>{place ?? known ?? text("booking.askedFor")}</bdi>
        </dd>
        <dt>{text("booking.by")}</dt>
        <dd>{words.who(booking)}</dd>
        <dt>{text("booking.status")}</dt>
        <dd>{text(`booking.status.${booking.status}`)}</dd>
        <CarFacts booking={booking} />
        {booking.equipment.length > 0 && (
          <>
            <dt>{text("booking.equipment")}</dt>
            <dd>{format.list(booking.equipment.map(({ name }) => name))}</dd>
          </>
        )}
        <BookedTogether booking={booking} />
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
            <dd>{booking.note}</dd>
          </>
        )}
      </dl>
      {mightDecide(booking, reader, now) && <Decide booking={booking} onDone={onClose} />}
      {can.answer && (
        <div className={classes.actions}>
          {participantAnswers.map((each) => (
            <Button
              key={each}
              variant="default"
              onClick={() => answer.mutate({ params: { id }, body: { answer: each } })}
            >
              {text(`booking.answer.${each}`)}
            </Button>
          ))}
        </div>
      )}
      {scope !== null && booking.series_id !== null && <ScopeField value={scope} onChange={setScope} />}
      <div className={classes.actions}>
        {can.check_in && (
          <Button variant="filled" loading={arrive.isPending} onClick={() => arrive.mutate({ params: { id } })}>
            {text("booking.checkIn")}
          </Button>
        )}
        {goesOn && can.edit && booking.status === "approved" && (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ params: { id } })}>
            {text("booking.end")}
          </Button>
        )}
        {can.cancel && (
          <Button
            variant="default"
            color="danger"
            loading={cancel.isPending}
            onClick={() => (booking.series_id !== null && scope === null ? setScope("this") : send())}
          >
            {text("booking.cancel")}
          </Button>
        )}
        {mayAsk && (
          <Button variant="subtle" color="gray" component={Link} to={paths.rights("booking", id)}>
            {text("rights.title")}
          </Button>
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
            to={`${paths.reservation(booking.bookable_type)}?day=${booking.start_date.slice(0, 10)}`}
          >
            {text("reservation.changeBooking")}
          </Button>
        )}
      </div>
    </div>
  );
}
