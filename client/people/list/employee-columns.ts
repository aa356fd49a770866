import { useState } from "react";
import { type TableColumn, tableColumns } from "../../../shared/people/people.columns";
import { readStored, writeStored } from "../../platform/stored";
import type { Employee } from "./useEmployees";

/** Those that say something here: what one may read of nobody but oneself would be a column of dashes. */
export function readableColumns(rows: readonly Pick<Employee, "id">[], meId: number): readonly TableColumn[] {
  const others = rows.filter(({ id }) => id !== meId);
  return others.length === 0 ? tableColumns : tableColumns.filter((column) => others.some((row) => column in row));
}

const usual: readonly TableColumn[] = ["position", "department", "parent", "contract_type", "date_of_joining"];
const key = "portal.employees-columns";

/** The columns that this browser shows, in the order of the list. */
export function useEmployeeColumns(): [readonly TableColumn[], (column: TableColumn) => void] {
  const [shown, setShown] = useState<readonly TableColumn[]>(() => {
    const stored = readStored(key)?.split(",");
    return stored ? tableColumns.filter((column) => stored.includes(column)) : usual;
  });
  const toggle = (column: TableColumn) => {
    const next = tableColumns.filter((one) => (one === column ? !shown.includes(one) : shown.includes(one)));
    setShown(next);
    writeStored(key, next.join(","));
  };
  return [shown, toggle];
}
