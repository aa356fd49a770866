import type { UserChange } from "./people.schema";

/**
 * Fields about pay and work, and the location, which determines holidays. Because of separation of duties, users cannot change their own.
 * The first day is included because length of service and leave depend on it.
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
