import { object } from "yup";
import { decideSchema } from "../approvals/approvals.contract";
import { idField, textField, wholeNumber } from "../kernel/fields";

/** The state that a decision was made on. */
const version = () => wholeNumber(1, 1_000_000_000);

/** Of a car booking the car, and the driver where one is needed; of a room neither. */
export const approveBookingSchema = object({
  car_id: idField("car").nullable(),
  driver_id: idField("driver").nullable(),
  note: textField(1_000),
  version: version(),
});

/** In the inbox: as every decision, with what it gives. */
export const approveRequestSchema = decideSchema.shape({
  car_id: idField("car").nullable(),
  driver_id: idField("driver").nullable(),
});

export const rejectBookingSchema = object({ reason: textField(1_000), note: textField(1_000), version: version() });
