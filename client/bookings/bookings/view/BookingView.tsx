import { type BookingWithPermissions, readBooking } from "../../../../shared/bookings/bookings/bookings.contract";
import { mayBeApprover } from "../../../../shared/bookings/bookings/bookings.rules";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import { useText } from "../../../platform/intl/useText";
import { useNow } from "../../../platform/now";
import { useEndpoint } from "../../../platform/query";
import { SidePanel } from "../../../ui/records/SidePanel";
import { DecideBooking } from "../approval/DecideBooking";
import classes from "../bookings.module.css";
import { useBookingReader } from "../grid/useGrid";
import { BookingActions } from "./BookingActions";
import { BookingFacts } from "./BookingFacts";
import { InvitationAnswer } from "./InvitationAnswer";

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
  const now = useNow().getTime();
  const reader = useBookingReader();
  const details = useEndpoint(readBooking, { params: { id: booking.id } }).data?.data;
  return (
    <div className={classes.fields}>
      <BookingFacts booking={booking} details={details} place={place} />
      {mayBeApprover(booking, reader, now) && <DecideBooking booking={booking} onDone={onClose} />}
      <InvitationAnswer booking={booking} />
      <BookingActions
        booking={booking}
        lastDay={details?.last_day ?? null}
        onClose={onClose}
        onEdit={booking.bookable_type === kind ? onEdit : null}
      />
    </div>
  );
}
