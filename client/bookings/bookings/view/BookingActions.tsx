import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { checkIn, endBooking } from "../../../../shared/bookings/bookings/attendance.contract";
import { type BookingWithPermissions, deleteBooking } from "../../../../shared/bookings/bookings/bookings.contract";
import { bookingPermissionsOf } from "../../../../shared/bookings/bookings/bookings.rules";
import { useText } from "../../../platform/intl/useText";
import { useNow } from "../../../platform/now";
import { paths } from "../../../platform/paths";
import { useAction } from "../../../platform/query";
import { useCan, useCurrentUser } from "../../../platform/session";
import { toast } from "../../../ui/toast/toast";
import { useBookingPath } from "../useBookingPath";
import classes from "../bookings.module.css";
import { useBookingReader } from "../grid/useGrid";
import { type BookingEditScope, BookingScopeField } from "../form/BookingScopeField";
import { ExtendSeries } from "./ExtendSeries";

interface BookingActionsProps {
  booking: BookingWithPermissions;
  /** Last day of its series; null if it has none or it isn't loaded yet. */
  lastDay: string | null;
  onClose: () => void;
  /** Null if the booking can only be edited on another grid. */
  onEdit: ((booking: BookingWithPermissions) => void) | null;
}

export function BookingActions({ booking, lastDay, onClose, onEdit }: BookingActionsProps) {
  const text = useText();
  const now = useNow().getTime();
  const me = useCurrentUser().id;
  const canReadRoles = useCan()("role-list");
  const [isExtending, setExtending] = useState(false);
  /** Null until the user is asked which dates of a series to cancel. */
  const [cancelScope, setCancelScope] = useState<BookingEditScope | null>(null);
  const arrive = useAction(checkIn, { onSuccess: onClose });
  const end = useAction(endBooking, { onSuccess: onClose });
  const cancel = useAction(deleteBooking, {
    onSuccess: ({ message }) => {
      if (message) toast.done(message);
      onClose();
    },
  });
  const { id, can, start_date, end_date } = booking;
  const pathOf = useBookingPath();
  // Check-in opens and closes with the time, without an event that would update `can`.
  const canCheckIn = bookingPermissionsOf(booking, useBookingReader(), now, can.approve).check_in;
  const isSeries = booking.series_id !== null;
  const isUnderway = Date.parse(start_date) <= now && now < Date.parse(end_date);
  const mustChooseScope = isSeries && cancelScope === null;
  return (
    <>
      {isExtending && lastDay && (
        <ExtendSeries
          booking={booking}
          lastDay={lastDay}
          onDone={(message) => {
            toast.done(message);
            setExtending(false);
          }}
        />
      )}
      {isSeries && cancelScope !== null && <BookingScopeField value={cancelScope} onChange={setCancelScope} />}
      <div className={classes.actions}>
        {canCheckIn && (
          <Button variant="filled" loading={arrive.isPending} onClick={() => arrive.mutate({ params: { id } })}>
            {text("booking.checkIn")}
          </Button>
        )}
        {isUnderway && can.edit && booking.status === "approved" && (
          <Button loading={end.isPending} onClick={() => end.mutate({ params: { id } })}>
            {text("booking.end")}
          </Button>
        )}
        {can.cancel && (
          <Button
            color="danger"
            loading={cancel.isPending}
            onClick={() =>
              mustChooseScope
                ? setCancelScope("this")
                : cancel.mutate({ params: { id }, body: { scope: cancelScope ?? "this" } })
            }
          >
            {text(mustChooseScope ? "booking.cancelChoose" : "booking.cancel")}
          </Button>
        )}
        {canReadRoles && (
          <Button variant="subtle" color="gray" component={Link} to={paths.rights("booking", id)}>
            {text("rights.title")}
          </Button>
        )}
        {can.edit && isSeries && booking.requester?.id === me && !isExtending && (
          <Button onClick={() => setExtending(true)}>{text("booking.extend")}</Button>
        )}
        {can.edit && onEdit && (
          <Button variant="filled" onClick={() => onEdit(booking)}>
            {text("action.edit")}
          </Button>
        )}
        {can.edit && !onEdit && (
          <Button variant="filled" component={Link} to={pathOf(booking)}>
            {text("reservation.changeBooking")}
          </Button>
        )}
      </div>
    </>
  );
}
