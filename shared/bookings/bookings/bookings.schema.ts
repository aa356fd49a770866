import { array, object } from "yup";
import { dayField, emailField, idField, idList, lineField, textField, wholeNumber } from "../../kernel/fields";
import { maxPieces } from "../equipment/equipment.schema";
import { boolean, string } from "../../kernel/schemas";

/** Bookable types, each with its own grid. `equipment` means one or several pieces of equipment booked without a room. */
export const bookableTypes = ["room", "car", "equipment"] as const;
export type BookableType = (typeof bookableTypes)[number];

export const repeatOptions = ["doesNotRepeat", "daily", "weekly", "monthly", "custom"] as const;
export type RepeatOption = (typeof repeatOptions)[number];

export const bookingScopes = ["this", "following", "all"] as const;
export type BookingScope = (typeof bookingScopes)[number];

export const participantAnswers = ["accepted", "declined", "maybe"] as const;
export type ParticipantAnswer = (typeof participantAnswers)[number];

export const maxSeriesLength = 200;
export const maxParticipants = 200;
const maxGroups = 20;
const maxGuests = 50;
const maxBasketItems = 10;

const instantText = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** An ISO 8601 instant in UTC, or null if invalid. Text without an offset is in UTC; a date without a time means midnight. */
export function parseInstant(text: string): string | null {
  if (!instantText.test(text)) return null;
  const whole = text.length === 10 ? `${text}T00:00:00Z` : text.replace(" ", "T");
  const at = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(whole.slice(10)) ? whole : `${whole}Z`);
  if (Number.isNaN(at.getTime()) || Number.isNaN(Date.parse(`${text.slice(0, 10)}T00:00:00Z`))) return null;
  if (!new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))) return null;
  const iso = at.toISOString();
  return iso >= "1970" && iso < "2200" ? iso : null;
}

/** An instant; empty text or null means no value. */
export const instantField = () =>
  string()
    .transform((value, original) => {
      if (original === "" || original === null) return undefined;
      return typeof original === "string" ? (parseInstant(original.trim()) ?? original) : value;
    })
    .typeError("field.instant")
    .test("instant", "field.instant", (value) => value === undefined || parseInstant(value) !== null);

const dateChoice = object({
  date: dayField().required("field.required"),
  skip: boolean(),
  bookable_id: idField("room"),
  start_date: instantField(),
  end_date: instantField(),
});

const whatShape = {
  title: lineField(200),
  note: textField(2_000).nullable(),
  private: boolean(),
  participants: idList("user", maxParticipants),
  groups: idList("group", maxGroups),
  equipment: idList("equipment", maxPieces),
  /** Email addresses of external guests, who are invited by email and answer through links in that email. */
  guests: array(emailField().required("field.required")).typeError("field.list").max(maxGuests, "field.tooMany"),
  bookable_id: idField("room"),
  car_type: lineField(40),
  seats: wholeNumber(1, 100),
  from_place: lineField(200).nullable(),
  to_place: lineField(200).nullable(),
  purpose: textField(1_000).nullable(),
  driver_needed: boolean(),
};

const type = () => string().oneOf([...bookableTypes], "field.oneOf");

const inBasket = object({
  bookable_type: type().required("field.required"),
  bookable_id: whatShape.bookable_id,
  car_type: whatShape.car_type,
  seats: whatShape.seats,
  from_place: whatShape.from_place,
  to_place: whatShape.to_place,
  purpose: whatShape.purpose,
  driver_needed: whatShape.driver_needed,
  equipment: whatShape.equipment,
});

const repeatShape = {
  repeat: string().oneOf([...repeatOptions], "field.oneOf"),
  /** RFC 5545 rule, used if `repeat` is `custom`: `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE`. */
  rrule: lineField(500),
  repeat_until: dayField(),
  repeat_count: wholeNumber(1, maxSeriesLength),
  dates: array(dateChoice).typeError("field.list").max(maxSeriesLength, "field.tooMany"),
};

export const bookingSchema = object({
  ...whatShape,
  ...repeatShape,
  title: whatShape.title.required("field.required"),
  basket: array(inBasket).typeError("field.list").max(maxBasketItems, "field.tooMany"),
  bookable_type: type().required("field.required"),
  start_date: instantField().required("field.required"),
  end_date: instantField().required("field.required"),
});

export const changeBookingSchema = object({
  ...whatShape,
  /** Null if the number of people isn't known any more. */
  seats: whatShape.seats.nullable(),
  start_date: instantField(),
  end_date: instantField(),
  scope: string().oneOf([...bookingScopes], "field.oneOf"),
  /** Whether to also change the dates of a series that were edited individually. */
  overwrite: boolean(),
  version: wholeNumber(1, 1_000_000_000),
  /** Whether to delay notifications by a few seconds, so that the change can be undone. Not available for series. */
  held: boolean(),
});

export const extendSeriesSchema = object({ repeat_until: dayField().required("field.required") });

export const cancelBookingSchema = object({ scope: string().oneOf([...bookingScopes], "field.oneOf") });

/** Number of people for whom alternative rooms need seats; by default one. */
const people = wholeNumber(1, 100_000);

export const previewSchema = object({
  ...repeatShape,
  bookable_type: type().required("field.required"),
  bookable_id: idField("room"),
  equipment: idList("equipment", maxPieces),
  car_type: lineField(40),
  people,
  start_date: instantField().required("field.required"),
  end_date: instantField().required("field.required"),
});

export const bookingsQuery = object({
  bookable_type: type(),
  bookable_id: idField("room"),
  car_type: lineField(40),
  start_date: instantField(),
  end_date: instantField(),
});

export const checkDateQuery = object({
  bookable_type: type(),
  bookable_id: idField("room"),
  car_type: lineField(40),
  equipment: idList("equipment", maxPieces),
  booking_id: idField("booking"),
  people,
  start_date: instantField().required("field.required"),
  end_date: instantField().required("field.required"),
});

export const answerSchema = object({
  answer: string()
    .oneOf([...participantAnswers], "field.oneOf")
    .required("field.required"),
  scope: string().oneOf([...bookingScopes], "field.oneOf"),
});
