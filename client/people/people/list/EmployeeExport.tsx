import { IconDownload } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { QueryOf } from "../../../../shared/kernel/endpoint";
import { listUsers } from "../../../../shared/people/people/users.contract";
import { queryText } from "../../../platform/api";
import { downloadRows } from "../../../platform/download";
import { useText } from "../../../platform/intl/useText";
import { type SpreadsheetFormat, SpreadsheetMenu } from "../../../ui/SpreadsheetMenu";
import { toast } from "../../../ui/toast/toast";
import type { TableColumn } from "../../../../shared/people/people/people.columns";
import classes from "./EmployeeFilters.module.css";

interface EmployeeExportProps {
  query: Partial<QueryOf<typeof listUsers>>;
  /** Columns after the name; by default all that the user may read. */
  columns?: readonly TableColumn[];
  ids?: readonly number[];
  children?: ReactElement;
}

export function EmployeeExport({ query, columns, ids, children }: EmployeeExportProps) {
  const text = useText();
  const save = async (format: SpreadsheetFormat) => {
    const address = `/users/export${queryText({ ...query, columns, ids, format })}`;
    const cut = await downloadRows(listUsers, address);
    if (cut) toast.error(text("people.export.leftOut", { ...cut })); // error toasts stay until the user closes them
  };
  return (
    <SpreadsheetMenu save={save}>
      {children ?? (
        <button type="button" className={classes.columns}>
          <IconDownload size={16} stroke={1.75} aria-hidden />
          {text("sheet.export")}
        </button>
      )}
    </SpreadsheetMenu>
  );
}
