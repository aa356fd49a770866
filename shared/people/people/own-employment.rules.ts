import type { UserChange } from "./people.schema";

/**
 * Fields about pay and work, which users cannot change for themselves because of separation of duties. Includes the location, which
 * determines holidays, and the first day, on which length of service and leave depend.
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
