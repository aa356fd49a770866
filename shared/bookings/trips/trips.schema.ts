import { insertMessageValues } from "../../kernel/text/message-values";
import { object } from "yup";
import { idField, pagingShape, textField, wholeNumber } from "../../kernel/fields";
import { number, string } from "../../kernel/schemas";

export const tripScopes = ["mine", "everyone"] as const;
export const tripTimes = ["ahead", "past"] as const;

export const tripsQuery = object({
  ...pagingShape,
  whose: string().oneOf([...tripScopes], "field.oneOf"),
  when: string().oneOf([...tripTimes], "field.oneOf"),
  driver_id: idField("driver"),
  car_id: idField("car"),
});

/** Odometer reading in kilometers. */
const mileage = () => wholeNumber(0, 9_999_999).required("field.required");
const note = () =>
  textField(2_000)
    .transform((value) => (value === "" ? null : value))
    .nullable();

/** The note that the caller read last. If sent, a note that another user has changed since isn't overwritten. */
const before = note;

export const startTripSchema = object({ mileage: mileage() });

export const endTripSchema = object({
  mileage: mileage(),
  fuel_litres: number()
    .transform((value, original) => (original === "" || original === null ? null : value))
    .nullable()
    .typeError("field.number")
    .moreThan(0, "field.positive")
    .max(1_000)
    .test(
      "hundredths",
      insertMessageValues("field.decimals", { most: 2 }),
      (value) => value == null || Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    ),
  note: note(),
  before: before(),
});

export const noteTripSchema = object({ note: note(), before: before() });
