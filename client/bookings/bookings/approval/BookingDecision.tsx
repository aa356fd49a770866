import { useState } from "react";
import type { BookingRequestDetail } from "../../../../shared/bookings/bookings/approval/booking-requests.contract";
import { bookingCalls } from "../../../../shared/bookings/bookings/approval/bookings.calls";
import { type DecisionProps, RequestFrame } from "../../../approvals/approvals/RequestFrame";
import { BookingRequestView } from "./BookingRequestView";

export interface ChosenResources {
  car_id?: number;
  driver_id?: number;
}

/** The assigned car and driver; empty for rooms and before the last approval step. */
function assignedResources({ choices }: BookingRequestDetail, { car_id, driver_id }: ChosenResources) {
  if (choices.cars.length === 0) return {};
  return { car_id: car_id ?? choices.car_id, driver_id: driver_id ?? choices.driver_id };
}

export function BookingDecision(props: DecisionProps) {
  const [chosen, setChosen] = useState<ChosenResources & { of?: number }>({});
  const mine = chosen.of === props.id ? chosen : {};
  return (
    <RequestFrame {...props} calls={bookingCalls} approval={(request) => assignedResources(request, mine)}>
      {(request) => (
        <BookingRequestView
          request={request}
          chosen={mine}
          onChoose={(change) => setChosen({ ...mine, ...change, of: props.id })}
        />
      )}
    </RequestFrame>
  );
}
