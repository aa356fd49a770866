import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { grantAllowances } from "../../server/leave/leave-allowance.service";
import { recountLeave } from "../../server/leave/leave-recount.service";
import { endLeaveOfLeavers } from "../../server/leave/leaver.service";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { type Schedule, tenantSchedule } from "../platform/schedule";

/**
 * Days of leave that fall due: a new year's allowance, a month's part, what is carried over and what of that expires.
 * Each is given once per period by its key, so it may run often, twice and after a gap. Before that the leave of who has
 * left ends, and what costs another amount now is counted anew.
 */
export function allowanceSchedule(options: {
  unitOfWork: UnitOfWork;
  workerDatabase: DataSource;
  log: Logger;
}): Schedule {
  const { unitOfWork, ...rest } = options;
  return tenantSchedule({
    ...rest,
    name: "leave-allowances",
    everyMs: 3_600_000,
    work: (tenantId) =>
      unitOfWork({ tenantId }, async (tx) => {
        await endLeaveOfLeavers(tx);
        await recountLeave(tx, { dates: null, holiday: null }); // sent while a holiday was being added
        await grantAllowances(tx);
      }),
  });
}
