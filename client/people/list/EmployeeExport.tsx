import { Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { listUsers } from "../../../shared/people/users.contract";
import { queryText } from "../../platform/api";
import { download } from "../../platform/download";
import { useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import { toast } from "../../ui/toast/toast";
import type { TableColumn } from "../../../shared/people/people.columns";
import classes from "./EmployeeFilters.module.css";

interface EmployeeExportProps {
  query: Partial<QueryOf<typeof listUsers>>;
  /** Behind the name; without them all that the reader may read. */
  columns?: readonly TableColumn[];
  /** Only these. */
  ids?: readonly number[];
  /** What it hangs on, where it isn't a button of its own. */
  children?: ReactElement;
}

/** What is looked at, for a spreadsheet: who fits, in this order, with these columns. */
export function EmployeeExport({ query, columns, ids, children }: EmployeeExportProps) {
  const text = useText();
  const today = useToday();
  const [busy, setBusy] = useState(false);
  const save = async (format: "csv" | "xlsx") => {
    setBusy(true);
    const address = `/users/export${queryText({ ...query, columns, ids, format })}`;
    const headers = await download(listUsers, address, `employees-${today}.${format}`);
    setBusy(false);
    const [shown, total] = headers?.get("x-rows")?.split("/").map(Number) ?? [];
    if (shown && total) toast.error(text("people.export.leftOut", { shown, total })); // stays until it is closed
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {children ?? (
          <button type="button" className={classes.columns} disabled={busy}>
            <IconDownload size={16} stroke={1.75} aria-hidden />
            {text("people.export")}
          </button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save("csv")}>{text("people.export.csv")}</Menu.Item>
        <Menu.Item onClick={() => void save("xlsx")}>{text("people.export.xlsx")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
