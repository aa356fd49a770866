import { useFormat, useText } from "../../../../platform/intl/useText";
import { useCan } from "../../../../platform/session";
import { useToday } from "../../../../platform/today";
import { LeaveSheet } from "../../types/LeaveSheet";
import type { LeaveFilter } from "./leave-filters";

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
