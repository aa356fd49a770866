import { object } from "yup";
import { decideSchema } from "../../../approvals/approvals/approvals.contract";
import { idField, textField, wholeNumber } from "../../../kernel/fields";

const version = () => wholeNumber(1, 1_000_000_000);

export const approveBookingSchema = object({
  car_id: idField("car").nullable(),
  driver_id: idField("driver").nullable(),
  note: textField(1_000),
  version: version(),
});

export const approveRequestSchema = decideSchema.shape({
  car_id: idField("car").nullable(),
  driver_id: idField("driver").nullable(),
});

export const rejectBookingSchema = object({ reason: textField(1_000), note: textField(1_000), version: version() });
