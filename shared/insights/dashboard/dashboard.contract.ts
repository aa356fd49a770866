import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, emptyToNull, reply, textField } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { dashboardPanels } from "./dashboard.rules";

const names = () =>
  array(
    string()
      .oneOf([...dashboardPanels], "field.oneOf")
      .required("field.required"),
  )
    .typeError("field.list")
    .max(dashboardPanels.length, "field.tooMany")
    .required("field.required");

const layout = object({ main: names(), side: names(), hidden: names() });

export const dashboardReply = object({
  /** Null until the user customizes the layout. Until then, the user's permissions determine it. */
  layout: layout.nullable().defined().default(null),
  /** Birthday as `MM-DD`; null if the user does not share it with colleagues. */
  birthday: reply.textOrNull(),
});

export const readDashboard = endpoint({
  method: "GET",
  path: "/dashboard/layout",
  summary: "Returns the caller's dashboard layout and whether colleagues see the caller's birthday.",
  reply: dataReply(dashboardReply),
});

export const arrangeDashboard = endpoint({
  method: "PUT",
  path: "/dashboard/layout",
  summary: "Saves the caller's dashboard layout for all devices.",
  body: layout,
  reply: dataReply(dashboardReply),
  example: { body: { main: ["requests", "tasks"], side: ["news"], hidden: ["lately"] } },
});

export const resetDashboard = endpoint({
  method: "DELETE",
  path: "/dashboard/layout",
  summary: "Resets the dashboard layout to the default.",
  reply: dataReply(dashboardReply),
});

/** Validated in a leap year, so that 29 February is valid. */
const isBirthday = (text: string) => {
  const at = new Date(`2024-${text}T00:00:00Z`);
  return /^\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().slice(5, 10) === text;
};

export const birthdaySchema = object({
  birthday: textField(5)
    .transform(emptyToNull)
    .nullable()
    .defined("field.required")
    .test("birthday", "field.day", (value) => value == null || isBirthday(value)),
});

export const changeBirthday = endpoint({
  method: "PUT",
  path: "/dashboard/birthday",
  summary: "Shows or hides the caller's birthday to colleagues, as month and day without the year.",
  body: birthdaySchema,
  reply: dataReply(dashboardReply),
  example: { body: { birthday: "02-29" } },
});

export const celebrationDays = 14;

export const celebrationReply = object({
  person: object({ id: reply.id(), fullname: reply.text(), image: reply.textOrNull() }),
  kind: string().oneOf(["birthday", "anniversary"]).required(),
  date: reply.text(),
  /** Years of employment for a work anniversary; null for birthdays. */
  years: reply.numberOrNull(),
});
export type Celebration = InferType<typeof celebrationReply>;

export const listCelebrations = endpoint({
  method: "GET",
  path: "/dashboard/celebrations",
  summary: "Lists shared birthdays and work anniversaries of the next two weeks.",
  permission: ["user-list", "employee-list"],
  reply: dataReply(array(celebrationReply).required()),
});
