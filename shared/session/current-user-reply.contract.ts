import { array, object } from "yup";
import { reply } from "../kernel/fields";
import { boolean, number, string } from "../kernel/schemas";

/** While an administrator sees the product as somebody else: who really sits there, whether it is as a role, until when. */
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
  /** IANA name; null until a browser of theirs has said it. */
  time_zone: reply.textOrNull(),
  /** Which layout of a task one opens: `panel` or `page`. */
  task_layout: reply.textOrNull(),
  /** On which day their calendars begin the week: `monday`, `saturday` or `sunday`; null: as their language does. */
  week_start: reply.textOrNull(),
});

/** Specification section 3, "Current user", and what this client needs beside it. */
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
    remaining_days: reply.numberOrNull(),
    /** How it looks, and what holds for those who have chosen nothing. */
    language: reply.textOrNull(),
    theme: reply.textOrNull(),
    brand_color: reply.textOrNull(),
    /** Days of the week that are free, 0 is Sunday. */
    weekend: array(reply.number()).required(),
    /** IANA name: whose day it is where the server compares with today. */
    time_zone: reply.text(),
  }),
  unread_notifications: reply.number(),
  /** Where the person's and the organisation's stream stood when this was read: both are followed from there. */
  revisions: object({ user: reply.number(), tenant: reply.number() }),
  /** Nothing but setting up a second factor is answered until there is one. */
  second_factor_missing: boolean().required(),
  /** Somebody else has chosen their password: nothing but changing it is answered. */
  password_given: boolean().required(),
  /** Whoever really sits there, while an administrator sees the product as this person or as this role. */
  viewing: viewingReply.nullable().defined().default(null),
});
