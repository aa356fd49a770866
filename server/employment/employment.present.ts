import type { EmploymentChange } from "../../shared/employment/employment.contract";
import { historyReaders } from "../../shared/people/user-history.contract";
import { mayTakeFrom, readsOf } from "../people/people.policy";
import type { VisibleUser } from "../people/read-person.service";
import { factsOf } from "../people/user-history.service";
import type { Actor } from "../platform/session";
import type { ChangeRow } from "./employment.sql";

/** What waits is told from what is now; what is settled from what was then. `kept`: four eyes keep the actor from their own. */
export function presentChange(actor: Actor, person: VisibleUser, row: ChangeRow, kept = false): EmploymentChange {
  const reads = readsOf(actor, person);
  const now = factsOf(person, null);
  const open = row.status === "planned" || row.status === "failed";
  const shown = row.fields.filter(({ field }) => reads.has(historyReaders(field)));
  return {
    id: row.id,
    user_id: row.user_id,
    type: row.type,
    effective_on: row.effective_on,
    status: row.status,
    reason: reads.has("work") ? row.reason : null,
    requested_by: reads.has("work") ? row.requested_by : null,
    fields: shown.map(({ field, before, after, after_id }) => ({
      field,
      before: row.status === "planned" && field !== "salary" ? (now[field] ?? null) : before,
      after,
      after_id,
    })),
    can: {
      withdraw: open && !actor.external && actor.permissions.has("user-edit") && mayWithdraw(actor, person, row, kept),
    },
  };
}

/** Plans are work facts: whoever stands above sees them, the person does, and holders of `user-edit`. */
export const seesPlans = (actor: Actor, person: VisibleUser): boolean => readsOf(actor, person).has("work");

type Plan = Pick<ChangeRow, "type" | "requested_by"> & { fields: readonly { field: string }[] };
const isForAccount = ({ type, fields }: Plan): boolean =>
  type === "termination" || type === "resignation" || fields.some(({ field }) => field === "role");

/**
 * Whoever planned it takes it back. Another's plan only who could have made it: what is planned for an account stands unless one may change
 * that account, and for oneself as long as four eyes keep one from it.
 */
export const mayWithdraw = (actor: Actor, person: VisibleUser, plan: Plan, kept: boolean): boolean =>
  plan.requested_by.id === actor.id || (!kept && (!isForAccount(plan) || mayTakeFrom(actor, person)));
