import { object } from "yup";
import { idField, pagingShape, textField, wholeNumber } from "../kernel/fields";
import { number, string } from "../kernel/schemas";

/** Whose trips: one's own, or with `reservation-approve` everybody's. */
export const tripsOf = ["mine", "everyone"] as const;
/** What isn't done yet, or what is. */
export const tripTimes = ["ahead", "past"] as const;

export const tripsQuery = object({
  ...pagingShape,
  whose: string().oneOf([...tripsOf], "field.oneOf"),
  when: string().oneOf([...tripTimes], "field.oneOf"),
  driver_id: idField("driver"),
  car_id: idField("car"),
});

/** What the car's dashboard says, in kilometres. */
const mileage = () => wholeNumber(0, 9_999_999).required("field.required");
const note = () =>
  textField(2_000)
    .transform((value) => (value === "" ? null : value))
    .nullable();

export const startTripSchema = object({ mileage: mileage() });

export const endTripSchema = object({
  mileage: mileage(),
  /** What was filled in on the way. */
  fuel_litres: number()
    .transform((value, original) => (original === "" || original === null ? null : value))
    .nullable()
    .typeError("field.number")
    .moreThan(0, "field.positive")
    .max(1_000, "field.outOfRange")
    .test(
      "hundredths",
      "field.outOfRange",
      (value) => value == null || Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    ),
  /** Damage, and whatever else whoever drives next should know. */
  note: note(),
});

export const noteTripSchema = object({ note: note() });
