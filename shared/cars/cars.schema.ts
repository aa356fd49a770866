import { dayField, lineField, wholeNumber } from "../kernel/fields";
import { string } from "../kernel/schemas";
import { clearedLine, namedObject, rateField } from "../places/named.schema";

export const carTypes = ["sedan", "suv", "van", "minibus", "pickup", "truck"] as const;
export type CarType = (typeof carTypes)[number];

/** As they stand on a driving licence. */
export const licenceClasses = ["B", "BE", "C1", "C", "D1", "D"] as const;
export type LicenceClass = (typeof licenceClasses)[number];

/** What is left out of a change stays as it is; null clears it. */
export const carSchema = namedObject({
  name: lineField(120).required("field.required"),
  type: string()
    .oneOf([...carTypes], "field.oneOf")
    .required("field.required"),
  plate_number: lineField(20).required("field.required"),
  color: clearedLine(40),
  seats: wholeNumber(1, 100).nullable(),
  /** What whoever drives it needs. */
  licence_class: string().oneOf([...licenceClasses], "field.oneOf"),
  insured_until: dayField(),
  inspected_until: dayField(),
  /** In kilometres; never less than it was. */
  mileage: wholeNumber(0, 9_999_999),
  hourly_rate: rateField(),
  /** The state that the change was made on. */
  version: wholeNumber(1, 1_000_000_000),
});
