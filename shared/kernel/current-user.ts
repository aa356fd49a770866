import { array, type InferType, object } from "yup";
import { reply, textField } from "./fields";
import { languageCodes } from "./languages";
import { boolean, number, string } from "./schemas";
import { isTimeZone } from "./time-zones";
import { weekStarts } from "./week";

/**
 * Set while an administrator views as another user or role. `viewer` is the administrator, `role`: whether a role is viewed, and
 * `until` is when the viewing ends.
 */
const viewingReply = object({
  viewer: object({ fullname: reply.text() }),
  role: boolean().required(),
  until: reply.text(),
});

export const projectPermissionsReply = object({
  project_id: number().required(),
  permissions: array(string().required()).required(),
});

const personName = object({ fullname: string().required() });

export const settingsReply = object({
  language: reply.textOrNull(),
  theme: reply.textOrNull(),
  sidebar: reply.textOrNull(),
  /** IANA time zone; null until the user's browser reports it. */
  time_zone: reply.textOrNull(),
  /** How tasks open: in a `panel` or on a `page`. */
  task_layout: reply.textOrNull(),
  /** First day of the week: `monday`, `saturday` or `sunday`; null for the default, Monday. */
  week_start: reply.textOrNull(),
  /** Whether single-key shortcuts work: `on` or `off`; null means `on`. */
  shortcuts: reply.textOrNull(),
});

export const settingsSchema = object({
  language: textField(10).oneOf([...languageCodes], "field.oneOf"),
  theme: textField(10).oneOf(["light", "dark"], "field.oneOf"),
  sidebar: textField(10).oneOf(["expanded", "collapsed"], "field.oneOf"),
  task_layout: textField(10).oneOf(["panel", "page"], "field.oneOf"),
  week_start: textField(10).oneOf(weekStarts, "field.oneOf"),
  shortcuts: textField(10).oneOf(["on", "off"], "field.oneOf"),
  time_zone: textField(60).test("timeZone", "field.timeZone", (value) => value === undefined || isTimeZone(value)),
});

/** Section 3, "Current user", of the external specification, with additional fields for this client. */
export const currentUserReply = object({
  id: reply.id(),
  fullname: reply.text(),
  email: reply.text(),
  image: reply.textOrNull(),
  position: reply.textOrNull(),
  role: object({ id: reply.id(), name: reply.text() }),
  permissions: array(string().required()).required(),
  project_permissions: array(projectPermissionsReply).required(),
  delegatee: personName.nullable().defined().default(null),
  delegator: personName.nullable().defined().default(null),
  external: boolean().required(),
  settings: settingsReply,
  tenant: object({
    id: reply.id(),
    name: reply.text(),
    logo: reply.textOrNull(),
    website: reply.textOrNull(),
    features: array(string().required()).required(),
    /** Null if the plan doesn't end, or renews. */
    remaining_days: reply.numberOrNull(),
    /** Appearance of the tenant, with defaults for users who have not chosen a language or theme. */
    language: reply.textOrNull(),
    theme: reply.textOrNull(),
    brand_color: reply.textOrNull(),
    /** Non-working days of the week; 0 is Sunday. */
    weekend: array(reply.number()).required(),
    /** IANA time zone; determines "today" on the server. */
    time_zone: reply.text(),
    /** Currency of amounts without an explicit currency, such as budgets and hourly rates. */
    currency: reply.text(),
  }),
  unread_notifications: reply.number(),
  /** Revisions of the user's stream and the tenant's stream at which this reply was read. */
  revisions: object({ user: reply.number(), tenant: reply.number(), epoch: reply.text() }),
  /** If true, all calls except the setup of a second factor are rejected. */
  second_factor_missing: boolean().required(),
  /** If true, another user set the password, and all calls except changing it are rejected. */
  password_given: boolean().required(),
  viewing: viewingReply.nullable().defined().default(null),
});

export type CurrentUser = InferType<typeof currentUserReply>;
