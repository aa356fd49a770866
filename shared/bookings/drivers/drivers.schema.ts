import { array, object } from "yup";
import { licenceClasses } from "../cars/cars.schema";
import { dayField, idField, wholeNumber } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { clearableLine, clockField, closingTimeField, weekdayList } from "../resources/resource-fields.schema";

/** Either `user_id` or `fullname` is set. Omitted fields stay unchanged; null clears a field. */
export const driverSchema = object({
  user_id: idField("user").nullable(),
  fullname: clearableLine(120),
  phone_number: clearableLine(40),
  licence_classes: array(
    string()
      .oneOf([...licenceClasses], "field.oneOf")
      .required("field.required"),
  )
    .typeError("field.list")
    .min(1, "field.required")
    .max(licenceClasses.length, "field.tooMany"),
  licence_expires_on: dayField(),
  works_from: clockField(),
  works_until: closingTimeField(),
  work_days: weekdayList(),
  version: wholeNumber(1, 1_000_000_000),
});
