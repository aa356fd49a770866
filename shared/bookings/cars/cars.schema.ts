import { dayField, lineField, wholeNumber } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { clearableLine, namedObject, rateField } from "../resources/resource-fields.schema";

export const carTypes = ["sedan", "suv", "van", "minibus", "pickup", "truck"] as const;
export type CarType = (typeof carTypes)[number];

/** EU driving license classes. */
export const licenceClasses = ["B", "BE", "C1", "C", "D1", "D"] as const;
export type LicenceClass = (typeof licenceClasses)[number];

/** Omitted fields stay unchanged; null clears a field. */
export const carSchema = namedObject({
  name: lineField(120).required("field.required"),
  type: string()
    .oneOf([...carTypes], "field.oneOf")
    .required("field.required"),
  plate_number: lineField(20).required("field.required"),
  color: clearableLine(40),
  seats: wholeNumber(1, 100).nullable(),
  licence_class: string().oneOf([...licenceClasses], "field.oneOf"),
  insured_until: dayField(),
  inspected_until: dayField(),
  /** Mileage in kilometers; may not decrease. */
  mileage: wholeNumber(0, 9_999_999),
  hourly_rate: rateField(),
  version: wholeNumber(1, 1_000_000_000),
});
