import { IconCar, IconClock, IconDoor, IconRoute } from "@tabler/icons-react";
import type { AskedBooking } from "../../shared/reservations/booking-requests.contract";
import { InboxFact, type InboxLineProps, InboxWhat } from "../approvals/InboxLine";
import { useAskedWords } from "./useAskedWords";

const sign = { size: 14, stroke: 1.75, "aria-hidden": true } as const;

/** A booking in the inbox: what, which room or type of car, when, and from where to where. */
export function BookingInboxLine(props: InboxLineProps) {
  const booking = props.facts["booking"] as AskedBooking;
  const words = useAskedWords();
  const route = words.route(booking);
  return (
    <>
      <InboxWhat sign={booking.bookable_type === "car" ? <IconCar {...sign} /> : <IconDoor {...sign} />}>
        <bdi>{words.title(booking)}</bdi>
        {" · "}
        <bdi>{words.place(booking)}</bdi>
      </InboxWhat>
      <InboxFact icon={IconClock}>{words.when(booking)}</InboxFact>
      {route && <InboxFact icon={IconRoute}>{route}</InboxFact>}
    </>
  );
}
