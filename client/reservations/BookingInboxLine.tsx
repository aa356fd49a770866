import { IconCar, IconClock, IconDeviceProjector, IconDoor, IconRoute } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import type { AskedBooking } from "../../shared/reservations/booking-requests.contract";
import { InboxFact, type InboxLineProps, InboxWhat } from "../approvals/InboxLine";
import { useAskedWords } from "./useAskedWords";

const sign = { size: 14, stroke: 1.75, "aria-hidden": true } as const;
const signs: Record<BookableType, ReactNode> = {
  room: <IconDoor {...sign} />,
  car: <IconCar {...sign} />,
  equipment: <IconDeviceProjector {...sign} />,
};

/** A booking in the inbox: what, which room or type of car, when, and from where to where. */
export function BookingInboxLine(props: InboxLineProps) {
  const booking = props.facts["booking"] as AskedBooking;
  const words = useAskedWords();
  const route = words.route(booking);
  return (
    <>
      <InboxWhat sign={signs[booking.bookable_type]}>
        <bdi>{words.title(booking)}</bdi>
        {" · "}
        <bdi>{words.place(booking)}</bdi>
      </InboxWhat>
      <InboxFact icon={IconClock}>{words.when(booking)}</InboxFact>
      {route && <InboxFact icon={IconRoute}>{route}</InboxFact>}
    </>
  );
}
