import { object } from "yup";
import { emailField, emptied, lineField, phoneField, wholeNumber } from "../kernel/fields";
import { boolean } from "../kernel/schemas";

const line = (max: number) => lineField(max).transform(emptied).nullable();

/** What is left out of a change stays as it is; what is emptied is nothing. */
export const clientSchema = object({
  fullname: lineField(160).required("field.required"),
  code: line(20),
  location: line(120),
  phone_number: phoneField(),
  email: emailField().transform(emptied).nullable(),
  /** Takes its picture away. */
  remove_image: boolean(),
  /** The state that the change was made on. */
  version: wholeNumber(1, 1_000_000_000),
});

export const clientSorts = ["fullname", "-fullname", "code", "-code", "location", "-location"] as const;
