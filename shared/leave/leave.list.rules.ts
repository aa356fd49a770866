import { byId, byText, fits, isInScope, isSet, type ListRules, ofFamily } from "../approvals/request-lists.rules";
import type { Leave } from "./leave.contract";

/** The list of leave: by day, the latest first. */
export const leaveList: ListRules<Leave> = {
  ...ofFamily<Leave>("leave"),
  belongs(event, asked) {
    const leave = event.row as Leave;
    const within =
      isInScope(event, asked) &&
      fits(asked["status"], leave.status) &&
      fits(asked["leave_type_id"], leave.leave_type.id) &&
      fits(asked["user_id"], leave.requester.id) &&
      (!isSet(asked["from"]) || leave.end_date >= String(asked["from"])) &&
      (!isSet(asked["to"]) || leave.start_date <= String(asked["to"]));
    return within && (isSet(asked["department_id"]) || isSet(asked["q"])) ? undefined : within;
  },
  order: () => (a, b) => byText(b.start_date, a.start_date) || byId(a, b),
};
