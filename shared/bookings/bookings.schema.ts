import { array, object } from "yup";
import { dayField, emailField, idField, idList, lineField, textField, wholeNumber } from "../kernel/fields";
import { mostPieces } from "../equipment/equipment.schema";
import { boolean, string } from "../kernel/schemas";

/** What is booked: each has a grid. Of equipment by itself a piece, which more may go along with. */
export const bookableTypes = ["room", "car", "equipment"] as const;
export type BookableType = (typeof bookableTypes)[number];

export const repeats = ["doesNotRepeat", "daily", "weekly", "monthly", "custom"] as const;
export type Repeat = (typeof repeats)[number];

/** Of a series, which of its dates a change is for. */
export const bookingScopes = ["this", "following", "all"] as const;
export type BookingScope = (typeof bookingScopes)[number];

export const participantAnswers = ["accepted", "declined", "maybe"] as const;
export type ParticipantAnswer = (typeof participantAnswers)[number];

export const largestSeries = 200;
export const mostParticipants = 200;
const mostGroups = 20;
const mostGuests = 50;
const mostInBasket = 10;

const instantText = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** An instant as ISO 8601 in UTC, or null when the text is none. Without a zone it is UTC; a day is its first moment. */
export function instantOf(text: string): string | null {
  if (!instantText.test(text)) return null;
  const whole = text.length === 10 ? `${text}T00:00:00Z` : text.replace(" ", "T");
  const at = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(whole.slice(10)) ? whole : `${whole}Z`);
  // 31 February is read as a day of March by some engines, which nobody has meant.
  if (Number.isNaN(at.getTime()) || Number.isNaN(Date.parse(`${text.slice(0, 10)}T00:00:00Z`))) return null;
  if (!new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))) return null;
  const iso = at.toISOString();
  return iso >= "1970" && iso < "2200" ? iso : null;
}

/** Empty text means none. */
export const instantField = () =>
  string()
    .transform((value, original) => {
      if (original === "" || original === null) return undefined;
      return typeof original === "string" ? (instantOf(original.trim()) ?? original) : value;
    })
    .typeError("field.instant")
    .test("instant", "field.instant", (value) => value === undefined || instantOf(value) !== null);

/** Of one date of a series: to leave it out, or to have it elsewhere or at another time. */
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
  participants: idList("user", mostParticipants),
  /** Whoever is in them when it is saved is invited like those who are named. */
  groups: idList("group", mostGroups),
  /** Pieces that go with a room: all of it is booked, or nothing. */
  equipment: idList("equipment", mostPieces),
  /** Addresses of people outside: they are invited by mail, and answer by its links. */
  guests: array(emailField().required("field.required")).typeError("field.list").max(mostGuests, "field.tooMany"),
  bookable_id: idField("room"),
  car_type: lineField(40),
  seats: wholeNumber(1, 100),
  from_place: lineField(200).nullable(),
  to_place: lineField(200).nullable(),
  purpose: textField(1_000).nullable(),
  driver_needed: boolean(),
};

const type = () => string().oneOf([...bookableTypes], "field.oneOf");

/** Another room, car or piece of equipment at the same time: all of it is booked, or nothing. */
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
  repeat: string().oneOf([...repeats], "field.oneOf"),
  /** RFC 5545, for `custom`: `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE`. */
  rrule: lineField(500),
  repeat_until: dayField(),
  repeat_count: wholeNumber(1, largestSeries),
  dates: array(dateChoice).typeError("field.list").max(largestSeries, "field.tooMany"),
};

export const bookingSchema = object({
  ...whatShape,
  ...repeatShape,
  title: whatShape.title.required("field.required"),
  basket: array(inBasket).typeError("field.list").max(mostInBasket, "field.tooMany"),
  bookable_type: type().required("field.required"),
  start_date: instantField().required("field.required"),
  end_date: instantField().required("field.required"),
});

/** What is left out stays as it is. */
export const changeBookingSchema = object({
  ...whatShape,
  start_date: instantField(),
  end_date: instantField(),
  scope: string().oneOf([...bookingScopes], "field.oneOf"),
  /** Dates of the series that were changed by themselves are changed as well. */
  overwrite: boolean(),
  version: wholeNumber(1, 1_000_000_000),
});

export const cancelBookingSchema = object({ scope: string().oneOf([...bookingScopes], "field.oneOf") });

export const previewSchema = object({
  ...repeatShape,
  bookable_type: type().required("field.required"),
  bookable_id: idField("room"),
  equipment: idList("equipment", mostPieces),
  car_type: lineField(40),
  start_date: instantField().required("field.required"),
  end_date: instantField().required("field.required"),
});

export const reservationsQuery = object({
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
  start_date: instantField().required("field.required"),
  end_date: instantField().required("field.required"),
});

export const answerSchema = object({
  answer: string()
    .oneOf([...participantAnswers], "field.oneOf")
    .required("field.required"),
});
