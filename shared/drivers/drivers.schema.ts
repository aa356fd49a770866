import { array, object } from "yup";
import { licenceClasses } from "../cars/cars.schema";
import { dayField, idField, wholeNumber } from "../kernel/fields";
import { string } from "../kernel/schemas";
import { clearedLine, clockField, weekdayList } from "../places/named.schema";

/** A person of the organisation or a name, never both. What is left out of a change stays as it is; null clears it. */
export const driverSchema = object({
  user_id: idField("user").nullable(),
  fullname: clearedLine(120),
  phone_number: clearedLine(40),
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
  works_until: clockField(),
  work_days: weekdayList(),
  /** The state that the change was made on. */
  version: wholeNumber(1, 1_000_000_000),
});
