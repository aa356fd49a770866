import { grantAllowances } from "../../../server/requests/leave/ledger/allowance.service";
import { recountLeave } from "../../../server/requests/leave/ledger/recount.service";
import { remindOfExpiry, remindToReviewHolidays } from "../../../server/requests/leave/ledger/reminders.service";
import { endLeaveOfLeavers } from "../../../server/requests/leave/requests/leaver.service";
import type { TenantWorkContext } from "../../platform/features";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

/**
 * Grants leave days that are due: yearly and monthly allowances, carried-over days and their expiry. The key of each period prevents
 * duplicates, so runs may be frequent, repeated or late. Before granting, ends the leave of departed employees and recalculates changed
 * costs; afterwards, sends reminders.
 */
export function allowanceSchedule({ unitOfWork, ...rest }: TenantWorkContext): Schedule {
  return tenantSchedule({
    ...rest,
    name: "leave-allowances",
    everyMs: 3_600_000,
    work: (tenantId) =>
      unitOfWork({ tenantId }, async (tx) => {
        await endLeaveOfLeavers(tx);
        await recountLeave(tx, { dates: null, holiday: null }); // covers requests sent while a holiday was being added
        await grantAllowances(tx);
        await remindToReviewHolidays(tx);
        await remindOfExpiry(tx);
      }),
  });
}
