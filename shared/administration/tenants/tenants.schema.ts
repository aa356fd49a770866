import { array, object } from "yup";
import { emptyToNull, lineField, textField, webAddressField, wholeNumber } from "../../kernel/fields";
import { languageCodes } from "../../kernel/languages";
import { boolean, string } from "../../kernel/schemas";
import { isTimeZone } from "../../kernel/time-zones";

export const themes = ["light", "dark"] as const;

const oneOf = <Choice extends string>(choices: readonly Choice[]) =>
  string()
    .transform(emptyToNull)
    .nullable()
    .oneOf([...choices, null], "field.oneOf");

/** Characters that could end, quote or extend an email header. */
const forbiddenInHeaders = /[\p{Cc}<>"@\\\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

export const tenantSchema = object({
  name: lineField(120).required("field.required"),
  website: webAddressField(500),
  time_zone: textField(64)
    .required("field.required")
    .test("timeZone", "field.timeZone", (value) => !value || isTimeZone(value)),
  weekend: array(wholeNumber(0, 6).required("field.required")).typeError("field.list").max(6, "field.tooMany"),
  language: oneOf(languageCodes),
  theme: oneOf(themes),
  brand_color: textField(7)
    .transform(emptyToNull)
    .transform((value) => (typeof value === "string" ? value.toLowerCase() : value))
    .nullable()
    .matches(/^#[0-9a-f]{6}$/, { message: "field.brandColor", excludeEmptyString: true }),
  /** Sender name of emails; null means the name configured for the installation. */
  mail_sender: textField(80)
    .transform(emptyToNull)
    .nullable()
    .test("header", "field.mailSender", (value) => value == null || !forbiddenInHeaders.test(value)),
  /** Whether rooms can't be booked for more people than they have seats. */
  enforce_room_capacity: boolean().typeError("field.boolean"),
});

export const tenantChangeSchema = tenantSchema.shape({ version: wholeNumber(1, 2_147_483_647) });
