import { type InferType, mixed, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, lineField, messageReply, textField } from "../../kernel/fields";
import { type Language, languageCodes } from "../../kernel/languages";
import { type Notices, tones } from "../../kernel/notices";
import { string } from "../../kernel/schemas";
import { parseRestoreTime } from "../restore/restore-time";

const access = "operator" as const;

/** A time in UTC, as typed by an operator. */
const untilField = () =>
  lineField(40)
    .required("field.required")
    .test("time", "restore.time", (typed) => !typed || parseRestoreTime(typed) !== null)
    .test("later", "notice.later", (typed) => {
      const time = parseRestoreTime(typed ?? "");
      return time === null || time.getTime() > Date.now();
    });

const noticeText = () => textField(500).trim();
const texts = Object.fromEntries(languageCodes.map((code) => [code, noticeText()])) as Record<
  Language,
  ReturnType<typeof noticeText>
>;

export const maintenanceSchema = object({ until: untilField(), ...texts }).test({
  name: "english",
  test: ({ en, ...others }, context) =>
    Boolean(en) ||
    !languageCodes.some((code) => code !== "en" && others[code]) ||
    context.createError({ path: "en", message: "notice.english" }),
});
export type MaintenanceInput = InferType<typeof maintenanceSchema>;

export const announcementSchema = object({
  until: untilField(),
  tone: string().oneOf(tones, "field.oneOf").required("field.required"),
  ...texts,
  en: noticeText().required("field.required"),
});
export type AnnouncementInput = InferType<typeof announcementSchema>;

export const readNotices = endpoint({
  method: "GET",
  path: "/operator/notices",
  summary: "Returns the announcement and the maintenance that users see now.",
  access,
  reply: dataReply(mixed<Notices>().required()),
});

export const beginMaintenance = endpoint({
  method: "POST",
  path: "/operator/maintenance",
  summary: "Refuses the changes of all users until maintenance is ended, or changes the expected end.",
  access,
  body: maintenanceSchema,
  reply: messageReply,
  problems: ["request.invalid"],
});

export const endMaintenance = endpoint({
  method: "DELETE",
  path: "/operator/maintenance",
  summary: "Ends maintenance. Does nothing without maintenance.",
  access,
  reply: messageReply,
});

export const announce = endpoint({
  method: "POST",
  path: "/operator/announcement",
  summary: "Shows an announcement to all users until a given time, instead of the present one.",
  access,
  body: announcementSchema,
  reply: messageReply,
  problems: ["request.invalid"],
});

export const withdrawAnnouncement = endpoint({
  method: "DELETE",
  path: "/operator/announcement",
  summary: "Takes the announcement down. Does nothing without one.",
  access,
  reply: messageReply,
});
