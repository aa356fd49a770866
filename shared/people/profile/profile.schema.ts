import { object } from "yup";
import { emptyToNull, lineField, phoneField, wholeNumber } from "../../kernel/fields";

const line = (max: number) => lineField(max).transform(emptyToNull).nullable();

/** Fields that users can edit in their own profile. Omitted fields stay unchanged; empty fields are cleared. */
export const profileSchema = object({
  phone_number: phoneField(),
  location: line(120),
  address: line(300),
  city: line(120),
  version: wholeNumber(1, 2_000_000_000),
});
