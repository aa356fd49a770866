import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { announceChanges } from "../../server/employment/announce-changes.service";
import { applyDue, dueChanges, failDue } from "../../server/employment/employment-change.service";
import { closeDue } from "../../server/employment/leaving.service";
import { announceActing } from "../../server/org-chart/acting.service";
import { announceVacancies } from "../../server/org-chart/vacancies.service";
import { announceOnboarding } from "../../server/onboarding/onboarding-notifications.service";
import { personFilesAtOnce, remindOfPersonFiles } from "../../server/people/person-files.service";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { Problem } from "../../shared/kernel/problems";
import { inPortions, type Schedule, tenantSchedule } from "../platform/schedule";

/**
 * What was planned for a day takes effect on it, in the organisation's time zone: each in a transaction of its own, once,
 * also after a gap; the day before, its person is told. Open charts are told
 * who begins or ends to act on a day, and which places are filled from it. Files that end soon are said
 * to those who look after records, and a newcomer's checklist to those whom it falls to. What can't be done any more is left to who planned it, and keeps nothing else waiting.
 */
export function employmentSchedule(options: {
  unitOfWork: UnitOfWork;
  workerDatabase: DataSource;
  log: Logger;
}): Schedule {
  const { unitOfWork, ...rest } = options;
  return tenantSchedule({
    ...rest,
    name: "employment-changes",
    everyMs: 600_000,
    work: async (tenantId) => {
      await applyEmploymentChanges(unitOfWork, tenantId);
      await unitOfWork({ tenantId }, announceActing);
      await unitOfWork({ tenantId }, announceVacancies);
      await unitOfWork({ tenantId }, announceChanges);
      await inPortions(personFilesAtOnce, () => unitOfWork({ tenantId }, remindOfPersonFiles));
      await unitOfWork({ tenantId }, announceOnboarding);
    },
  });
}

/** @returns how many took effect. */
export async function applyEmploymentChanges(unitOfWork: UnitOfWork, tenantId: number): Promise<number> {
  const due = await unitOfWork({ tenantId }, dueChanges);
  let applied = 0;
  for (const { id, type } of due) {
    const leaves = type === "termination" || type === "resignation";
    try {
      if (await unitOfWork({ tenantId }, (tx) => (leaves ? closeDue : applyDue)(tx, id))) applied++;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await unitOfWork({ tenantId }, (tx) => failDue(tx, id));
    }
  }
  return applied;
}
