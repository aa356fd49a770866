import { listTeamLeave } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { useEndpoint } from "../../../platform/query";
import { useToday } from "../../../platform/today";

/** Departments of the people whose leave the user sees. */
export function useLeaveDepartments(enabled = true) {
  const today = useToday();
  const query = { from: today, to: today, per_page: 1 };
  const read = useEndpoint(listTeamLeave, { query }, { enabled, retry: false });
  return { read, departments: read.data?.data.departments ?? [] };
}
