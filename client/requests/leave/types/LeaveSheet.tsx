import { listLeave } from "../../../../shared/requests/leave/requests/leave.contract";
import { queryText } from "../../../platform/api";
import { download } from "../../../platform/download";
import { type SpreadsheetFormat, SpreadsheetMenu } from "../../../ui/SpreadsheetMenu";
import classes from "./leave.module.css";

interface LeaveSheetProps {
  path: string;
  query: Record<string, string | number | null>;
  title?: string;
}

/** Menu that downloads an export as a spreadsheet. */
export function LeaveSheet({ path, query, title }: LeaveSheetProps) {
  const save = async (format: SpreadsheetFormat) => {
    const filledQuery = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null));
    await download(listLeave, `${path}${queryText({ ...filledQuery, format })}`);
  };
  return <SpreadsheetMenu quiet className={classes.export} title={title} save={save} />;
}
