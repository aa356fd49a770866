import {
  listPayrollMonths,
  listPayrollRows,
  payrollOfUser,
  readPayrollColumns,
  readPayrollMonth,
} from "../../../shared/people/payroll/payroll.contract";
import type { PayrollEvents } from "../../../shared/people/payroll/payroll.events";
import type { PeopleEvents } from "../../../shared/people/people/people.events";
import type { TimeEvents } from "../../../shared/work/time/time.events";
import { type LiveCache, type LiveUpdates, onEach } from "../../platform/live/live-updates";
import { userChanges } from "../people/people.live";

const month = (_: unknown, cache: LiveCache) =>
  cache.refetch(listPayrollMonths, readPayrollMonth, listPayrollRows, payrollOfUser);
/** Changes to the content of an open month. */
const content = (_: unknown, cache: LiveCache) => cache.refetchSoon(readPayrollMonth, listPayrollRows);

const weekChanges = [
  "time_week.submitted",
  "time_week.approved",
  "time_week.approval_undone",
  "time_week.reopened",
] as const;

export const payrollLive: LiveUpdates<PayrollEvents, TimeEvents & PeopleEvents> = {
  "payroll.closed": month,
  "payroll.reopened": month,
  "payroll.columns_changed": (_, cache) => cache.refetch(readPayrollColumns, listPayrollRows),
  ...onEach(weekChanges, content),
  ...onEach(userChanges, content),
};
