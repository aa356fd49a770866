import type { UserChange } from "./people.schema";

/**
 * What somebody earns, as what they work, and where, which their holidays go by: with four eyes nobody changes it of themself. What
 * follows from the first day (length of service, days of leave) follows for everybody; the rest of the record is about the person and stays theirs to keep.
 */
export const employmentFields = [
  "salary",
  "currency",
  "contract_type",
  "location",
  "contract_start",
  "contract_end",
  "date_of_joining",
  "position_id",
  "department_id",
  "parent_id",
  "role_id",
] as const satisfies readonly (keyof UserChange)[];
export type EmploymentField = (typeof employmentFields)[number];

export const isEmploymentField = (name: string): name is EmploymentField =>
  employmentFields.some((field) => field === name);
