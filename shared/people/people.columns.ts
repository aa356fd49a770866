import type { UserField } from "./people.fields";

/** What the list of people shows behind a name, in this order. */
export const tableColumns = [
  "position",
  "department",
  "parent",
  "contract_type",
  "date_of_joining",
  "email",
  "phone_number",
  "location",
  "employee_id",
] as const satisfies readonly UserField[];
export type TableColumn = (typeof tableColumns)[number];

/** What stands in a file: also what the screen shows as a sign. */
export const personColumns = [
  ...tableColumns,
  "role",
  "contract_start",
  "contract_end",
  "last_day",
  "external",
  "active",
] as const satisfies readonly UserField[];
export type PersonColumn = (typeof personColumns)[number];
