import { IconDownload } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { listUsers } from "../../../shared/people/users.contract";
import { queryText } from "../../platform/api";
import { downloadRows } from "../../platform/download";
import { useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import { type SheetFormat, SheetMenu } from "../../ui/SheetMenu";
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
  const save = async (format: SheetFormat) => {
    const address = `/users/export${queryText({ ...query, columns, ids, format })}`;
    const cut = await downloadRows(listUsers, address, `employees-${today}.${format}`);
    if (cut) toast.error(text("people.export.leftOut", { ...cut })); // stays until it is closed
  };
  return (
    <SheetMenu save={save}>
      {children ?? (
        <button type="button" className={classes.columns}>
          <IconDownload size={16} stroke={1.75} aria-hidden />
          {text("sheet.export")}
        </button>
      )}
    </SheetMenu>
  );
}
