import type { UserField } from "./people.fields";

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
