import { array, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import {
  dataReply,
  idField,
  pageMeta,
  pagingShape,
  pathId,
  reply,
  dayField,
  textField,
  positionReply,
} from "../../kernel/fields";
import { boolean, number, string } from "../../kernel/schemas";
import { contractTypes, educationLevels, genders, type UserField } from "./people.fields";
import { personReply } from "../../kernel/person-reply";
import { actingReply } from "../acting/acting.contract";

const namedRecord = object({ id: reply.id(), name: reply.text() });
const titledRecord = object({ id: reply.id(), title: reply.text() });
const text = () => string().nullable().strict();

/** Each field is present only if the reader may see it (`fieldReaders`). */
const fields = {
  fullname: string().strict(),
  image: text(),
  email: string().strict(),
  phone_number: text(),
  location: text(),
  position: titledRecord.nullable().default(undefined),
  department: namedRecord.nullable().default(undefined),
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
  last_degree: string().oneOf(educationLevels).nullable(),
  signature: text(),
} satisfies Record<UserField, unknown>;

export const userReply = object({ id: reply.id(), version: reply.number(), ...fields });

/** The reader's current permissions on this user. */
const can = object({
  edit: boolean().required(),
  /**
   * Whether the reader may change the user's pay and work. Because of separation of duties, users may not change their own pay and work.
   */
  change_employment: boolean().required(),
  activate: boolean().required(),
  deactivate: boolean().required(),
  delete: boolean().required(),
  invite: boolean().required(),
  view_as: boolean().required(),
});

export const userDetailReply = userReply.shape({
  can: can.required(),
  /** Expiry of the open invitation link; null if there is none. Only for readers who may invite. */
  invited_until: string().nullable(),
  /** Day on which an invitation is scheduled; null if there is none. Only for readers who may invite. */
  invited_on: string().nullable(),
  /** Managers above the user, nearest first; only for readers of the organization chart. */
  managers: array(personReply.shape({ position: reply.textOrNull() })),
  reports: array(personReply.shape({ position: reply.textOrNull() })),
  dotted: array(personReply.shape({ position: reply.textOrNull() })),
  dotted_reports: array(personReply.shape({ position: reply.textOrNull() })),
  acting: array(actingReply),
  acts_for: array(actingReply),
  groups: array(titledRecord).required(),
  ...positionReply,
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

/** Filters of user lists. A filter on a field that the reader may not see matches no user. */
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
  as_of: dayField(),
  sort: string().oneOf(
    userSorts.flatMap((sort) => [sort, `-${sort}`] as const),
    "field.oneOf",
  ),
};

export const listUsers = endpoint({
  method: "GET",
  path: "/user",
  summary: "Lists the organization's people, paginated, with the fields the caller may read.",
  permission: directory,
  query: object({ ...userFilters, ...pagingShape }),
  reply: object({
    message: string(),
    data: array(
      userReply.shape({
        /** Whether the account can be activated or deactivated now. Only for holders of `user-edit`. */
        can: object({ activate: boolean().required(), deactivate: boolean().required() }).optional().default(undefined),
      }),
    ).required(),
    meta: pageMeta.shape({
      ...positionReply,
      counts: object({ active: reply.number(), inactive: reply.number(), leaving: reply.number() }).required(),
    }),
  }),
});

const employees = {
  permission: directory,
  query: object(userFilters),
  reply: dataReply(array(userReply).required()),
  expensive: true,
} as const;

export const listEmployees = endpoint({
  method: "GET",
  path: "/user/employee",
  summary: "Lists all current employees without external people, not paginated.",
  ...employees,
});

export const listAllEmployees = endpoint({
  method: "GET",
  path: "/user/all-employee",
  summary: "Same as `/user/employee`, including former employees for callers who may see them.",
  ...employees,
});

export const selectUsers = endpoint({
  method: "GET",
  path: "/user/select2",
  summary: "Lists names and pictures of all active users for pickers.",
  permission: directory,
  query: object({ q: textField(200) }),
  reply: dataReply(array(personReply).required()),
});

export const readSeats = endpoint({
  method: "GET",
  path: "/user/seats",
  summary: "Returns the number of accounts in use and the plan's limit (null: unlimited).",
  permission: "user-create",
  reply: dataReply(object({ used: reply.number(), most: reply.numberOrNull() })),
});

export const readUser = endpoint({
  method: "GET",
  path: "/user/:id",
  summary: "Returns a user with the fields the caller may read.",
  permission: "user-view",
  params: byId,
  reply: dataReply(userDetailReply),
});

export const editableUser = endpoint({
  method: "GET",
  path: "/user/:id/edit",
  summary: "Returns a user with all fields of the edit form.",
  permission: "user-edit",
  params: byId,
  reply: dataReply(userDetailReply),
});

export const readOwnProfile = endpoint({
  method: "GET",
  path: "/user/profile",
  openWhen: ["viewing"],
  summary: "Returns all data of the caller's profile.",
  reply: dataReply(userDetailReply),
});

export const readProfile = endpoint({
  method: "GET",
  path: "/user/profile/:id",
  openWhen: ["viewing"],
  summary: "Same as `/user/{id}`; the caller's own profile requires no permission.",
  params: byId,
  reply: dataReply(userDetailReply),
});
