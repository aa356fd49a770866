import { announceChanges } from "../../../server/people/employment/change-notifications";
import { applyDueChange, dueChanges, failDueChange } from "../../../server/people/employment/employment-change.service";
import { closeDueLeaving } from "../../../server/people/employment/leaving.service";
import { emitActingChanges } from "../../../server/people/acting/acting.service";
import { emitVacancyChanges } from "../../../server/people/vacancies/vacancies.service";
import { notifyOfOnboarding } from "../../../server/people/onboarding/onboarding-notifications";
import { personFileBatchSize, remindOfPersonFiles } from "../../../server/people/people/person-files.service";
import type { UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { Problem } from "../../../shared/kernel/problems";
import type { TenantWorkContext } from "../../platform/features";
import { runInBatches, type Schedule, tenantSchedule } from "../../platform/schedule";

/**
 * Applies planned employment changes on their day in the tenant's time zone, each once in its own transaction, and notifies the employee
 * the day before. Also publishes acting appointments and filled vacancies of the day, and sends reminders of expiring files and checklist
 * tasks. If a change is no longer possible, the user who planned it is notified and other changes continue. After an unexpected error they
 * continue as well, and the change is tried again at the next run.
 */
export function employmentSchedule({ unitOfWork, ...rest }: TenantWorkContext): Schedule {
  return tenantSchedule({
    ...rest,
    name: "employment-changes",
    everyMs: 600_000,
    work: async (tenantId) => {
      await applyEmploymentChanges(unitOfWork, tenantId, (error) =>
        rest.log.error({ err: error, tenantId }, "a planned employment change failed"),
      );
      await unitOfWork({ tenantId }, emitActingChanges);
      await unitOfWork({ tenantId }, emitVacancyChanges);
      await unitOfWork({ tenantId }, announceChanges);
      await runInBatches(personFileBatchSize, () => unitOfWork({ tenantId }, remindOfPersonFiles));
      await unitOfWork({ tenantId }, notifyOfOnboarding);
    },
  });
}

function rethrow(error: unknown): never {
  throw error;
}

export async function applyEmploymentChanges(
  unitOfWork: UnitOfWork,
  tenantId: number,
  onUnexpectedError: (error: unknown) => void = rethrow,
): Promise<number> {
  const due = await unitOfWork({ tenantId }, dueChanges);
  let applied = 0;
  for (const { id, type } of due) {
    const leaves = type === "termination" || type === "resignation";
    try {
      if (await unitOfWork({ tenantId }, (tx) => (leaves ? closeDueLeaving : applyDueChange)(tx, id))) applied++;
    } catch (error) {
      if (error instanceof Problem) await unitOfWork({ tenantId }, (tx) => failDueChange(tx, id));
      else onUnexpectedError(error);
    }
  }
  return applied;
}
