import { array, object } from "yup";
import { emptied, lineField, textField, wholeNumber } from "../kernel/fields";
import { languageCodes } from "../kernel/languages";
import { string } from "../kernel/schemas";
import { isTimeZone } from "../kernel/time-zones";

const isOfTheWeb = (text: string): boolean =>
  URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);

export const themes = ["light", "dark"] as const;

/** One of a few; emptied, none. */
const oneOf = <Choice extends string>(choices: readonly Choice[]) =>
  string()
    .transform(emptied)
    .nullable()
    .oneOf([...choices, null], "field.oneOf");

/** What stands in a header of mails: nothing that ends it, quotes it or names an address. */
const unfitForHeaders = /[\p{Cc}<>"@\\\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** What an organisation says of itself. */
export const tenantSchema = object({
  name: lineField(120).required("field.required"),
  website: lineField(500)
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .test("website", "field.website", (value) => value == null || isOfTheWeb(value)),
  time_zone: textField(64)
    .required("field.required")
    .test("timeZone", "field.timeZone", (value) => !value || isTimeZone(value)),
  /** Days that are free, 0 is Sunday. */
  weekend: array(wholeNumber(0, 6).required("field.required")).typeError("field.list").max(6, "field.tooMany"),
  /** For those who have chosen none. */
  language: oneOf(languageCodes),
  theme: oneOf(themes),
  brand_color: textField(7)
    .transform(emptied)
    .transform((value) => (typeof value === "string" ? value.toLowerCase() : value))
    .nullable()
    .matches(/^#[0-9a-f]{6}$/, { message: "field.brandColor", excludeEmptyString: true }),
  /** Who mails are from; null: as the installation says. */
  mail_sender: textField(80)
    .transform(emptied)
    .nullable()
    .test("header", "field.mailSender", (value) => value == null || !unfitForHeaders.test(value)),
});

export const tenantChangeSchema = tenantSchema.shape({ version: wholeNumber(1, 2_147_483_647) });
