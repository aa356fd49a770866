import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, emptied, reply, textField } from "../kernel/fields";
import { string } from "../kernel/schemas";
import { panels } from "./dashboard.rules";

const names = () =>
  array(
    string()
      .oneOf([...panels], "field.oneOf")
      .required("field.required"),
  )
    .typeError("field.list")
    .max(panels.length, "field.tooMany")
    .required("field.required");

const layout = object({ main: names(), side: names(), hidden: names() });

export const dashboardReply = object({
  /** Null until one has moved something: then it is as one's role suggests. */
  layout: layout.nullable().defined().default(null),
  /** `MM-DD`, as one has said it for colleagues; null: they aren't told. */
  birthday: reply.textOrNull(),
});

export const readDashboard = endpoint({
  method: "GET",
  path: "/dashboard/layout",
  summary: "Which panels stand where on one's dashboard, and whether colleagues see one's birthday.",
  reply: dataReply(dashboardReply),
});

export const arrangeDashboard = endpoint({
  method: "PUT",
  path: "/dashboard/layout",
  summary: "Keeps which panels stand where, on all of one's screens.",
  body: layout,
  reply: dataReply(dashboardReply),
  example: { body: { main: ["requests", "tasks"], side: ["news"], hidden: ["lately"] } },
});

export const resetDashboard = endpoint({
  method: "DELETE",
  path: "/dashboard/layout",
  summary: "As it came.",
  reply: dataReply(dashboardReply),
});

/** Of any year: the 29th of February is one. */
const isBirthday = (text: string) => {
  const at = new Date(`2024-${text}T00:00:00Z`);
  return /^\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().slice(5, 10) === text;
};

export const birthdaySchema = object({
  birthday: textField(5)
    .transform(emptied)
    .nullable()
    .defined("field.required")
    .test("birthday", "field.day", (value) => value == null || isBirthday(value)),
});

export const changeBirthday = endpoint({
  method: "PUT",
  path: "/dashboard/birthday",
  summary: "Says one's birthday to colleagues, month and day without the year, or no longer.",
  body: birthdaySchema,
  reply: dataReply(dashboardReply),
  example: { body: { birthday: "02-29" } },
});

export const celebrationDays = 14;

export const celebrationReply = object({
  person: object({ id: reply.id(), fullname: reply.text(), image: reply.textOrNull() }),
  kind: string().oneOf(["birthday", "anniversary"]).required(),
  date: reply.text(),
  /** How long somebody has been here; null for birthdays. */
  years: reply.numberOrNull(),
});
export type Celebration = InferType<typeof celebrationReply>;

export const listCelebrations = endpoint({
  method: "GET",
  path: "/dashboard/celebrations",
  summary: "Birthdays of those who have said theirs, and anniversaries at work, of the next two weeks.",
  permission: ["user-list", "employee-list"],
  reply: dataReply(array(celebrationReply).required()),
});
