import { useState } from "react";
import { type TableColumn, tableColumns } from "../../../../shared/people/people/people.columns";
import { deviceKey, readStored, writeStored } from "../../../platform/browser-storage";
import type { Employee } from "./useEmployees";

/** Columns readable for at least one other employee; a column that only the user's own row contains would show mostly dashes. */
export function readableColumns(rows: readonly Pick<Employee, "id">[], meId: number): readonly TableColumn[] {
  const others = rows.filter(({ id }) => id !== meId);
  return others.length === 0 ? tableColumns : tableColumns.filter((column) => others.some((row) => column in row));
}

const usual: readonly TableColumn[] = ["position", "department", "parent", "contract_type", "date_of_joining"];
const key = deviceKey("employees-columns");

export function useEmployeeColumns(): [readonly TableColumn[], (column: TableColumn) => void] {
  const [columns, setColumns] = useState<readonly TableColumn[]>(() => {
    const stored = readStored(key)?.split(",");
    return stored ? tableColumns.filter((column) => stored.includes(column)) : usual;
  });
  const toggle = (column: TableColumn) => {
    const next = tableColumns.filter((one) => (one === column ? !columns.includes(one) : columns.includes(one)));
    setColumns(next);
    writeStored(key, next.join(","));
  };
  return [columns, toggle];
}
