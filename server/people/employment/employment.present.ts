import type { EmploymentChange } from "../../../shared/people/employment/employment.contract";
import { historyReaders } from "../../../shared/people/people/user-history.contract";
import { mayTakeOverAccount } from "../../identity/session/account.policy";
import { readableFieldGroups } from "../people/people.policy";
import type { VisibleUser } from "../people/read-person.service";
import { historyValuesOf } from "../people/user-history.service";
import type { Actor } from "../../platform/session";
import type { ChangeRow } from "./employment.sql";

/**
 * Planned changes show the current values as before, except the salary; settled changes show the recorded values.
 * @param isOwnBlocked whether separation of duties applies to the actor.
 */
export function presentChange(
  actor: Actor,
  person: VisibleUser,
  row: ChangeRow,
  isOwnBlocked = false,
): EmploymentChange {
  const reads = readableFieldGroups(actor, person);
  const now = historyValuesOf(person, null);
  const open = row.status === "planned" || row.status === "failed";
  const visibleFields = row.fields.filter(({ field }) => reads.has(historyReaders(field)));
  return {
    id: row.id,
    user_id: row.user_id,
    type: row.type,
    effective_on: row.effective_on,
    status: row.status,
    reason: reads.has("work") ? row.reason : null,
    requested_by: reads.has("work") ? row.requested_by : null,
    fields: [
      ...visibleFields.map(({ field, before, after, after_id }) => ({
        field,
        before: row.status === "planned" && field !== "salary" ? (now[field] ?? null) : before,
        after,
        after_id,
      })),
      ...(row.schedule && reads.has("work") ? [{ field: "schedule" as const, ...row.schedule, after_id: null }] : []),
    ],
    can: {
      withdraw:
        open &&
        !actor.external &&
        actor.permissions.has("user-edit") &&
        mayWithdrawChange(actor, person, row, isOwnBlocked),
    },
  };
}

/** Planned changes are visible to superiors, the employee and holders of `user-edit`. */
export const canSeePlannedChanges = (actor: Actor, person: VisibleUser): boolean =>
  readableFieldGroups(actor, person).has("work");

type Plan = Pick<ChangeRow, "type" | "requested_by"> & { fields: readonly { field: string }[] };
const isForAccount = ({ type, fields }: Plan): boolean =>
  type === "termination" || type === "resignation" || fields.some(({ field }) => field === "role");

/**
 * The author may withdraw a plan. Other users need permission to change the account for plans that affect it, and may not withdraw plans
 * about themselves under separation of duties.
 */
export const mayWithdrawChange = (actor: Actor, person: VisibleUser, plan: Plan, isOwnBlocked: boolean): boolean =>
  plan.requested_by.id === actor.id || (!isOwnBlocked && (!isForAccount(plan) || mayTakeOverAccount(actor, person)));
