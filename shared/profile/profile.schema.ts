import { object } from "yup";
import { emptied, lineField, phoneField, wholeNumber } from "../kernel/fields";

const line = (max: number) => lineField(max).transform(emptied).nullable();

/** What people change of themselves. What is left out stays; what is emptied is nothing. */
export const profileSchema = object({
  phone_number: phoneField(),
  location: line(120),
  address: line(300),
  city: line(120),
  /** The state that the change was made on. */
  version: wholeNumber(1, 2_000_000_000),
});
