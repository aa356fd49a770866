import { listLeave } from "../../../shared/requests/leave/leave.contract";
import { queryText } from "../../platform/api";
import { download } from "../../platform/download";
import { useFormat, useText } from "../../platform/intl/useText";
import { useCan } from "../../platform/session";
import { useToday } from "../../platform/today";
import { type SpreadsheetFormat, SpreadsheetMenu } from "../../ui/SpreadsheetMenu";
import type { LeaveFilter } from "./leave-filters";
import classes from "./leave.module.css";

export function LeaveExport({ filter }: { filter: LeaveFilter }) {
  const text = useText();
  const can = useCan();
  const { day } = useFormat();
  const year = useToday().slice(0, 4);
  if (!can("leave-request-hr-approve") || filter.scope !== "all") return null;
  const from =
    filter.from ?? (filter.to && filter.to < `${year}-01-01` ? `${filter.to.slice(0, 4)}-01-01` : `${year}-01-01`);
  const to = filter.to ?? (from > `${year}-12-31` ? `${from.slice(0, 4)}-12-31` : `${year}-12-31`);
  const { status, type, user, department } = filter;
  const query = { from, to, status, leave_type_id: type, user_id: user, department_id: department };
  return (
    <LeaveSheet
      path="/leave/export/requests"
      query={query}
      title={text("leave.export.period", { from: day(from, "medium"), to: day(to, "medium") })}
    />
  );
}

export function BalancesExport({ year }: { year: number }) {
  return <LeaveSheet path="/leave/export/balances" query={{ year }} />;
}

interface LeaveSheetProps {
  path: string;
  query: Record<string, string | number | null>;
  title?: string;
}

function LeaveSheet({ path, query, title }: LeaveSheetProps) {
  const save = async (format: SpreadsheetFormat) => {
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null));
    await download(listLeave, `${path}${queryText({ ...given, format })}`);
  };
  return <SpreadsheetMenu quiet className={classes.export} title={title} save={save} />;
}
