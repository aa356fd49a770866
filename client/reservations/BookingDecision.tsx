import { useState } from "react";
import type { BookingRequestDetail } from "../../shared/reservations/booking-requests.contract";
import { bookingCalls } from "../../shared/reservations/reservations.calls";
import { type DecisionProps, RequestFrame } from "../approvals/RequestFrame";
import { BookingRequestView } from "./BookingRequestView";

/** What was chosen; what wasn't is what is offered first. */
export interface Chosen {
  car_id?: number;
  driver_id?: number;
}

/** Nothing is given where somebody else decides after this step, nor with a room. */
function given({ choices }: BookingRequestDetail, { car_id, driver_id }: Chosen) {
  if (choices.cars.length === 0) return {};
  return { car_id: car_id ?? choices.car_id, driver_id: driver_id ?? choices.driver_id };
}

/** A booking with the buttons that decide it; car and driver are chosen already. */
export function BookingDecision(props: DecisionProps) {
  const [chosen, setChosen] = useState<Chosen & { of?: number }>({});
  const mine = chosen.of === props.id ? chosen : {};
  return (
    <RequestFrame {...props} calls={bookingCalls} approval={(request) => given(request, mine)}>
      {(request) => (
        <BookingRequestView
          request={request}
          chosen={mine}
          onChoose={(more) => setChosen({ ...mine, ...more, of: props.id })}
        />
      )}
    </RequestFrame>
  );
}
