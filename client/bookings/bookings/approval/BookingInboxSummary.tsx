import { IconCar, IconClock, IconDeviceProjector, IconDoor, IconRoute } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import type { RequestedBooking } from "../../../../shared/bookings/bookings/approval/booking-requests.contract";
import { InboxFact, type InboxSummaryProps, InboxSubject } from "../../../approvals/approvals/InboxSummary";
import { useRequestedText } from "./useRequestedText";

const sign = { size: 14, stroke: 1.75, "aria-hidden": true } as const;
const signs: Record<BookableType, ReactNode> = {
  room: <IconDoor {...sign} />,
  car: <IconCar {...sign} />,
  equipment: <IconDeviceProjector {...sign} />,
};

export function BookingInboxSummary(props: InboxSummaryProps) {
  const booking = props.facts["booking"] as RequestedBooking;
  const words = useRequestedText();
  const route = words.route(booking);
  return (
    <>
      <InboxSubject sign={signs[booking.bookable_type]}>
        <bdi>{words.title(booking)}</bdi>
        {" · "}
        <bdi>{words.place(booking)}</bdi>
      </InboxSubject>
      <InboxFact icon={IconClock}>{words.when(booking)}</InboxFact>
      {route && <InboxFact icon={IconRoute}>{route}</InboxFact>}
    </>
  );
}
