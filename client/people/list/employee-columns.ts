import { useState } from "react";
import { type TableColumn, tableColumns } from "../../../shared/people/people.columns";
import { readStored, writeStored } from "../../platform/stored";

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
