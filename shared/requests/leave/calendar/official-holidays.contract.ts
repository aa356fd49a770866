import { array, type InferType, object } from "yup";
import { string } from "../../../kernel/schemas";
import { endpoint } from "../../../kernel/endpoint";
import { dataReply, reply } from "../../../kernel/fields";
import { nameTranslations } from "../../../kernel/translations";
import { officialHolidaysSchema } from "./calendar.schema";
import { leaveFamily } from "../../../approvals/approvals/families";

const { feature } = leaveFamily;
const half = () => string().oneOf(["morning", "afternoon"]).nullable().defined();

export const listOfficialHolidayCountries = endpoint({
  method: "GET",
  path: "/leave/holiday/countries",
  summary: "Lists the countries and regions whose official holidays can be added.",
  feature,
  permission: "leave-type-edit",
  expensive: true,
  reply: dataReply(
    array(
      object({
        /** ISO 3166-1 code. */
        code: reply.text(),
        regions: array(object({ code: reply.text(), name: reply.text() }))
          .max(200)
          .required(),
      }),
    )
      .max(300)
      .required(),
  ),
});
export type HolidayCountry = InferType<typeof listOfficialHolidayCountries.reply>["data"][number];

export const officialHoliday = object({
  date: reply.text(),
  name: reply.text(),
  translations: nameTranslations(),
  half: half(),
  state: string().oneOf(["new", "changed", "known"]).required(),
  /** Day and half before the change; null unless `state` is `changed`. */
  before: object({ date: reply.text(), half: half() }).nullable().defined(),
});
export type OfficialHoliday = InferType<typeof officialHoliday>;

export const addOfficialHolidays = endpoint({
  method: "POST",
  path: "/leave/holiday/official",
  summary:
    "Adds the official holidays of a country or region and moves those that have changed. With `dry_run`, only a preview is returned.",
  feature,
  permission: "leave-type-edit",
  body: officialHolidaysSchema,
  reply: dataReply(
    object({ rows: array(officialHoliday).max(500).required(), added: reply.number(), changed: reply.number() }),
  ),
  problems: ["leave.ownBalance"],
  status: 201,
  example: { body: { country: "DE", region: "BY", years: [2030], location: "Munich" } },
});
