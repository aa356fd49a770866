import { array, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, pageMeta, pagingShape, pathId, reply, dayField, textField } from "../kernel/fields";
import { boolean, number, string } from "../kernel/schemas";
import { contractTypes, educations, genders, type UserField } from "./people.fields";
import { personReply } from "./people.contract";
import { actingReply } from "../org-chart/acting.contract";

const named = object({ id: reply.id(), name: reply.text() });
const titled = object({ id: reply.id(), title: reply.text() });
const text = () => string().nullable().strict();

/** Each is there for those who may read it (`fieldReaders`), and for others isn't. */
const fields = {
  fullname: string().strict(),
  image: text(),
  email: string().strict(),
  phone_number: text(),
  location: text(),
  position: titled.nullable().default(undefined),
  department: named.nullable().default(undefined),
  away_until: text(),
  leaves_on: text(),
  external: boolean(),
  active: boolean(),
  parent_id: number().nullable(),
  parent: personReply.nullable().default(undefined),
  role: object({ id: reply.id(), name: reply.text(), code: reply.textOrNull() }).default(undefined),
  employee_id: text(),
  slack_id: text(),
  contract_type: string().oneOf(contractTypes).nullable(),
  contract_start: text(),
  contract_end: text(),
  date_of_joining: text(),
  last_day: text(),
  gender: string().oneOf(genders).nullable(),
  salary: text(),
  currency: text(),
  address: text(),
  city: text(),
  credential_number: text(),
  issued_date: text(),
  expiry_date: text(),
  last_degree: string().oneOf(educations).nullable(),
  signature: text(),
} satisfies Record<UserField, unknown>;

export const userReply = object({ id: reply.id(), version: reply.number(), ...fields });

/** What this reader may do with this person now. */
const can = object({
  edit: boolean().required(),
  /** What they earn, and as what they work; with four eyes nobody's own. */
  change_employment: boolean().required(),
  activate: boolean().required(),
  deactivate: boolean().required(),
  delete: boolean().required(),
  invite: boolean().required(),
  view_as: boolean().required(),
});

export const userDetailReply = userReply.shape({
  can: can.required(),
  /** Until when the link in the mail sets a password; null when none is open. For those who may invite. */
  invited_until: string().nullable(),
  /** Who stands above, the nearest first; for readers of the chart. */
  managers: array(personReply.shape({ position: reply.textOrNull() })),
  reports: array(personReply.shape({ position: reply.textOrNull() })),
  /** Whom they report to beside the manager, and who reports to them so. */
  dotted: array(personReply.shape({ position: reply.textOrNull() })),
  dotted_reports: array(personReply.shape({ position: reply.textOrNull() })),
  /** Who acts in their position, and in whose they act; what is to come, for holders of `user-edit`. */
  acting: array(actingReply),
  acts_for: array(actingReply),
  groups: array(titled).required(),
  /** Of the directory's stream: what happened later comes live. */
  revision: reply.number(),
});

const directory = ["user-list", "employee-list"] as const;
const byId = object({ id: pathId("user") });

export const userSorts = [
  "fullname",
  "position",
  "department",
  "parent",
  "contract_type",
  "date_of_joining",
  "last_day",
] as const;
export type UserSort = (typeof userSorts)[number];

/** What lists of people can be narrowed by. What one may not read of somebody, one doesn't find them by. */
export const userFilters = {
  q: textField(200),
  active: boolean(),
  leaving: boolean(),
  away: boolean(),
  department_id: idField("department"),
  position_id: idField("position"),
  role_id: idField("role"),
  parent_id: idField("user"),
  contract_type: string().oneOf([...contractTypes], "field.oneOf"),
  external: boolean(),
  joined_from: dayField(),
  joined_to: dayField(),
  /** As it was on that day: who worked here, in which position, department and place, and for whom. */
  as_of: dayField(),
  /** A field, with `-` before it from the last to the first. */
  sort: string().oneOf(
    userSorts.flatMap((sort) => [sort, `-${sort}`] as const),
    "field.oneOf",
  ),
};

export const listUsers = endpoint({
  method: "GET",
  path: "/user",
  summary: "People of the organisation, page by page; with what the caller may read of each.",
  permission: directory,
  query: object({ ...userFilters, ...pagingShape }),
  reply: object({
    message: string(),
    data: array(
      userReply.shape({
        /** For holders of `user-edit`: whether this account can be switched on or off now. */
        can: object({ activate: boolean().required(), deactivate: boolean().required() }).optional().default(undefined),
      }),
    ).required(),
    meta: pageMeta.shape({
      /** Of the directory's stream. */
      revision: reply.number(),
      /** Whoever the filters let through, by state; of those who have left, only holders of `user-edit` see any. */
      counts: object({ active: reply.number(), inactive: reply.number(), leaving: reply.number() }).required(),
    }),
  }),
});

const employees = {
  permission: directory,
  query: object(userFilters),
  reply: dataReply(array(userReply).required()),
  long: true,
} as const;

export const listEmployees = endpoint({
  method: "GET",
  path: "/user/employee",
  summary: "Everybody who works here now, without people from outside; unpaged.",
  ...employees,
});

export const listAllEmployees = endpoint({
  method: "GET",
  path: "/user/all-employee",
  summary: "As `/user/employee`, with those who have left for whoever may see them.",
  ...employees,
});

export const selectUsers = endpoint({
  method: "GET",
  path: "/user/select2",
  summary: "Name and face of everybody active: for pickers.",
  permission: directory,
  query: object({ q: textField(200) }),
  reply: dataReply(array(personReply).required()),
});

export const readSeats = endpoint({
  method: "GET",
  path: "/user/seats",
  summary: "How many accounts are in use, and how many the plan has (null: any number).",
  permission: "user-create",
  reply: dataReply(object({ used: reply.number(), most: reply.numberOrNull() })),
});

export const readUser = endpoint({
  method: "GET",
  path: "/user/:id",
  summary: "One person, with what the caller may read of them.",
  permission: "user-view",
  params: byId,
  reply: dataReply(userDetailReply),
});

export const editableUser = endpoint({
  method: "GET",
  path: "/user/:id/edit",
  summary: "One person with everything that the form changes.",
  permission: "user-edit",
  params: byId,
  reply: dataReply(userDetailReply),
});

export const ownProfile = endpoint({
  method: "GET",
  path: "/user/profile",
  openWhen: ["viewing"],
  summary: "All of oneself.",
  reply: dataReply(userDetailReply),
});

export const readProfile = endpoint({
  method: "GET",
  path: "/user/profile/:id",
  openWhen: ["viewing"],
  summary: "As `/user/{id}`; of oneself without the permission as well.",
  params: byId,
  reply: dataReply(userDetailReply),
});
