import { useState } from "react";
import { readStored, writeStored } from "../platform/stored";

/** What stands behind a name in the table, in this order. */
export const employeeColumns = [
  "position",
  "department",
  "parent",
  "contract_type",
  "date_of_joining",
  "email",
  "phone_number",
  "location",
  "employee_id",
] as const;
export type EmployeeColumn = (typeof employeeColumns)[number];

const usual: readonly EmployeeColumn[] = ["position", "department", "parent", "contract_type", "date_of_joining"];
const key = "portal.employees-columns";

/** The columns that this browser shows, in the order of the list. */
export function useEmployeeColumns(): [readonly EmployeeColumn[], (column: EmployeeColumn) => void] {
  const [shown, setShown] = useState<readonly EmployeeColumn[]>(() => {
    const stored = readStored(key)?.split(",");
    return stored ? employeeColumns.filter((column) => stored.includes(column)) : usual;
  });
  const toggle = (column: EmployeeColumn) => {
    const next = employeeColumns.filter((one) => (one === column ? !shown.includes(one) : shown.includes(one)));
    setShown(next);
    writeStored(key, next.join(","));
  };
  return [shown, toggle];
}
