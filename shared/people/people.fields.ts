/** Values of the specification, letter for letter. */
export const contractTypes = ["full_time_contract", "part_time_contract", "temporary", "project_based"] as const;
export type ContractType = (typeof contractTypes)[number];

export const educations = ["high_school", "diploma", "bachelors", "masters", "doctorate", "phd"] as const;
export type Education = (typeof educations)[number];

export const genders = ["female", "male"] as const;
export type Gender = (typeof genders)[number];

/** What a person's history tells of. */
export const historyTypes = ["hiring", "promotion", "termination", "resignation"] as const;
export type HistoryType = (typeof historyTypes)[number];

/**
 * Who reads a field of a person: `directory` whoever sees the directory, `chart` whoever sees the organisation chart,
 * `work` whoever stands above the person, `private` holders of `user-edit` alone; the person reads all of their own.
 */
export type FieldReaders = "directory" | "chart" | "work" | "private";

/** Every field of a person, and who reads it: the presenter, the table on the screen and the test go by this list. */
export const fieldReaders = {
  fullname: "directory",
  image: "directory",
  email: "directory",
  phone_number: "directory",
  location: "directory",
  position: "directory",
  department: "directory",
  away_until: "directory",
  /** The last day, once it is announced. */
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
