import { compareAmounts } from "../../../shared/kernel/money";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { type EmploymentField, employmentFields } from "../../../shared/people/people/own-employment.rules";
import type { UserChange } from "../../../shared/people/people/people.schema";
import { isOwnUnderFourEyes } from "../../approvals/approvals/four-eyes.policy";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { canReadAllFields } from "./people.policy";
import { type PrivateRow, selectPrivateFields, type UserRow } from "./people.sql";
import { setPrivateReader } from "./private-reader";

/** For screens: whether separation of duties is the only reason why the actor may not change this user's employment. */
export const isOwnEmploymentBlocked = async (tx: Tx, actor: Actor, userId: number): Promise<boolean> =>
  canReadAllFields(actor) && (await isOwnUnderFourEyes(tx, actor, userId));

const selectGenderDependentType = sql(
  "ownEmployment.goesByGender",
  `SELECT FROM leave_type WHERE tenant_id = current_tenant() AND active
     AND (gender IS NOT NULL OR days_female IS DISTINCT FROM days_male) LIMIT 1`,
);

/** Whether a leave type is limited to a gender or grants different days per gender. */
export const isLeaveGenderDependent = async (tx: Tx): Promise<boolean> =>
  (await tx.one(selectGenderDependentType)) !== undefined;

/**
 * @throws Problem 403 when the input changes the actor's own employment under separation of duties; 422 for their gender when leave depends
 *   on it. Unchanged values are accepted.
 */
export async function refuseOwnEmploymentChange(
  tx: Tx,
  actor: Pick<Actor, "id">,
  now: UserRow,
  input: UserChange,
): Promise<void> {
  const employmentFieldsInInput = employmentFields.filter((field) => input[field] !== undefined);
  const gender = input.gender !== undefined && (input.gender ?? null) !== (now.gender ?? null);
  if ((employmentFieldsInInput.length === 0 && !gender) || !(await isOwnUnderFourEyes(tx, actor, now.id))) return;
  if (gender && (await isLeaveGenderDependent(tx))) throw invalidFieldProblem("gender", "field.genderDecides");
  await setPrivateReader(tx, actor.id);
  const present = employmentOf(now, await tx.one<PrivateRow>(selectPrivateFields, [now.id]));
  if (employmentFieldsInInput.some((field) => !isSame(field, input[field] ?? null, present[field])))
    throw new Problem("user.ownEmployment");
}

const employmentOf = (now: UserRow, pay: PrivateRow | undefined): Record<EmploymentField, string | number | null> => ({
  salary: pay?.salary ?? null,
  currency: pay?.currency ?? null,
  contract_type: now.contract_type ?? null,
  location: now.location ?? null,
  contract_start: now.contract_start ?? null,
  contract_end: now.contract_end ?? null,
  date_of_joining: now.date_of_joining ?? null,
  position_id: now.position?.id ?? null,
  department_id: now.department?.id ?? null,
  parent_id: now.parent_id ?? null,
  role_id: now.role?.id ?? null,
});

const isSame = (field: EmploymentField, requested: string | number | null, present: string | number | null): boolean =>
  field === "salary" && requested !== null && present !== null
    ? compareAmounts(String(requested), String(present)) === 0
    : requested === present;
