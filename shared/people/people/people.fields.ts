/** Values from the external specification. */
export const contractTypes = ["full_time_contract", "part_time_contract", "temporary", "project_based"] as const;
export type ContractType = (typeof contractTypes)[number];

export const educationLevels = ["high_school", "diploma", "bachelors", "masters", "doctorate", "phd"] as const;
export type Education = (typeof educationLevels)[number];

export const genders = ["female", "male"] as const;
export type Gender = (typeof genders)[number];

export const historyTypes = ["hiring", "promotion", "termination", "resignation"] as const;
export type HistoryType = (typeof historyTypes)[number];

/**
 * Readers of a user's field. `directory`: all readers of the directory. `chart`: readers of the organization chart. `work`: managers above
 * the user. `private`: only holders of `user-edit`. Users may read all of their own fields.
 */
export type FieldReaders = "directory" | "chart" | "work" | "private";

/** Required access per field, used by the presenter, the user list and the test. */
export const fieldReaders = {
  fullname: "directory",
  image: "directory",
  email: "directory",
  phone_number: "directory",
  location: "directory",
  position: "directory",
  department: "directory",
  away_until: "directory",
  /** The last day of employment, once it is announced. */
  leaves_on: "directory",
  external: "directory",
  active: "directory",
  parent_id: "chart",
  parent: "chart",
  role: "work",
  employee_id: "work",
  slack_id: "work",
  contract_type: "work",
  contract_start: "work",
  contract_end: "work",
  date_of_joining: "work",
  last_day: "work",
  gender: "private",
  salary: "private",
  currency: "private",
  address: "private",
  city: "private",
  credential_number: "private",
  issued_date: "private",
  expiry_date: "private",
  last_degree: "private",
  signature: "private",
} as const satisfies Record<string, FieldReaders>;

export type UserField = keyof typeof fieldReaders;
export const userFields = Object.keys(fieldReaders) as UserField[];
