import type {
  BookingRequestDetail,
  OtherBooking,
} from "../../../../shared/bookings/bookings/approval/booking-requests.contract";
import { RequestFact, RequestView } from "../../../approvals/approvals/RequestView";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import type { MessageId } from "../../../platform/intl/catalogues";
import { Message, useFormat, useText } from "../../../platform/intl/useText";
import type { ChosenResources } from "./BookingDecision";
import { BookingRequestStatus } from "./BookingRequestStatus";
import { CandidateSelect } from "./CandidateSelect";
import { DayStrip } from "./DayStrip";
import { useDecisionDeadline } from "./useDecisionDeadline";
import classes from "./approval.module.css";
import { useRequestedText } from "./useRequestedText";
import tones from "../../../ui/layout/tones.module.css";

interface BookingRequestViewProps {
  request: BookingRequestDetail;
  chosen: ChosenResources;
  onChoose: (more: ChosenResources) => void;
}

const kindLabels: Record<BookableType, MessageId> = {
  room: "booking.room",
  car: "reservation.car",
  equipment: "booking.piece",
};

export function BookingRequestView({ request, chosen, onChoose }: BookingRequestViewProps) {
  const text = useText();
  const { list, number, money, amount } = useFormat();
  const words = useRequestedText();
  const { booking, day, others } = request;
  const route = words.route(booking);
  const isCar = booking.bookable_type === "car";
  const costOf = (cost: NonNullable<BookingRequestDetail["cost"]>) =>
    cost.currency ? money(cost.amount, cost.currency) : amount(cost.amount, 2);
  const clashes = day.filter((other) => other.clashes);
  return (
    <RequestView
      request={request}
      title={<bdi>{words.title(booking)}</bdi>}
      status={<BookingRequestStatus status={request.status} />}
      reason={booking.note}
      end={endOf(request.status, text("booking.status.approved"))}
      facts={
        <>
          <RequestFact name={text("booking.when")} value={words.when(booking, "long")} />
          <DecideByFact decideBy={request.decide_by} timeZone={booking.time_zone} />
          {isCar && <RequestFact name={text("booking.carType")} value={words.type(booking)} />}
          {(!isCar || booking.place) && (
            <RequestFact
              name={text(kindLabels[booking.bookable_type])}
              value={<bdi>{words.place(booking)}</bdi>}
              warn={!isCar && clashes.length > 0}
            >
              {booking.driver && <bdi>{[booking.driver, booking.driver_phone].filter(Boolean).join(" · ")}</bdi>}
            </RequestFact>
          )}
          {booking.equipment.length > 0 && (
            <RequestFact name={text("booking.equipment")} value={<bdi>{list(booking.equipment)}</bdi>} />
          )}
          {route && <RequestFact name={text("reservation.way")} value={<bdi>{route}</bdi>} />}
          {booking.purpose && <RequestFact name={text("booking.purpose")} value={<bdi>{booking.purpose}</bdi>} />}
          {booking.seats !== null && <RequestFact name={text("booking.seatsNeeded")} value={number(booking.seats)} />}
          {isCar && (
            <RequestFact
              name={text("reservation.driver")}
              value={text(booking.driver_needed ? "reservation.driverWanted" : "reservation.drivesOneself")}
            />
          )}
          {request.cost && (
            <RequestFact name={text("reservation.cost")} value={costOf(request.cost)}>
              {isCar && text("reservation.cost.dearest")}
            </RequestFact>
          )}
        </>
      }
    >
      <Assign request={request} chosen={chosen} onChoose={onChoose} />
      <DayStrip booking={booking} day={day} />
      <OtherBookings name={request.requester.fullname} others={others} />
    </RequestView>
  );
}

interface DecideByFactProps {
  decideBy: BookingRequestDetail["decide_by"];
  timeZone: string;
}

function DecideByFact({ decideBy, timeZone }: DecideByFactProps) {
  const text = useText();
  const words = useDecisionDeadline(decideBy, timeZone);
  if (!words) return null;
  return (
    <RequestFact name={text("reservation.decideBy")} value={words.until}>
      {words.otherwise}
    </RequestFact>
  );
}

const endOf = (status: string, title: string) =>
  status === "approved" || status === "pending" ? { title, done: status === "approved" } : null;

function Assign({ request: { choices, booking, can }, chosen, onChoose }: BookingRequestViewProps) {
  const text = useText();
  if (!can.approve || choices.cars.length === 0) return null;
  const of = (id: number | null | undefined) => (id ? String(id) : null);
  return (
    <section className={classes.assign} aria-label={text("reservation.assign")}>
      {choices.car_id === null && chosen.car_id === undefined && (
        <p className={classes.none}>{text("reservation.noneFits")}</p>
      )}
      {choices.licence_unknown && <p className={tones.muted}>{text("reservation.licenceUnknown")}</p>}
      <CandidateSelect
        label={text("reservation.car")}
        choices={choices.cars}
        value={of(chosen.car_id ?? choices.car_id)}
        onChange={(id) => onChoose({ car_id: Number(id) })}
      />
      {choices.drivers.length > 0 && (
        <CandidateSelect
          label={text(booking.driver_needed ? "reservation.driver" : "reservation.driverIfNeeded")}
          choices={choices.drivers}
          value={of(chosen.driver_id ?? choices.driver_id)}
          onChange={(id) => onChoose({ driver_id: Number(id) })}
        />
      )}
    </section>
  );
}

function OtherBookings({ name, others }: { name: string; others: readonly OtherBooking[] }) {
  const text = useText();
  const words = useRequestedText();
  if (others.length === 0) return null;
  return (
    <section className={classes.day}>
      <h3>
        <Message id="reservation.alsoBooked" values={{ name: <bdi>{name}</bdi> }} />
      </h3>
      <ul className={classes.others}>
        {others.map((other) => (
          <li key={other.id} data-clash={other.clashes || undefined}>
            <span>{words.when(other)}</span>
            <span>
              <bdi>{words.title(other)}</bdi>
              {other.place && (
                <>
                  {" · "}
                  <bdi>{other.place}</bdi>
                </>
              )}
              {other.clashes && ` · ${text("reservation.sameTime")}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
