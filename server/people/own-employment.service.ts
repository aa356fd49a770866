import { compareAmounts } from "../../shared/kernel/money";
import { invalid, Problem } from "../../shared/kernel/problems";
import { type EmploymentField, employmentFields } from "../../shared/people/own-employment.rules";
import type { UserChange } from "../../shared/people/people.schema";
import { isFourEyed } from "../approvals/four-eyes.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { readsAll } from "./people.policy";
import { type PrivateRow, privateOf, type UserRow } from "./people.sql";
import { readPrivateAs } from "./private-reader.service";

/**
 * Four eyes keep everybody from changing what they earn, and as what they work
 * ([decision 309](../../docs/decisions/0309-nobody-changes-their-own-pay.md)).
 */
const isKept = async (tx: Tx, actor: Pick<Actor, "id">, userId: number): Promise<boolean> =>
  userId === actor.id && (await isFourEyed(tx));

/** For screens: whether it is for that alone that the actor may not change this person's. */
export const isKeptFromEmployment = async (tx: Tx, actor: Actor, userId: number): Promise<boolean> =>
  readsAll(actor) && (await isKept(tx, actor, userId));

/** @throws Problem 403 for oneself, with four eyes. */
export async function refuseOwnEmployment(tx: Tx, actor: Pick<Actor, "id">, userId: number): Promise<void> {
  if (await isKept(tx, actor, userId)) throw new Problem("user.ownEmployment");
}

const goesByGender = sql(
  "ownEmployment.goesByGender",
  `SELECT FROM leave_type WHERE tenant_id = current_tenant() AND active
     AND (gender IS NOT NULL OR days_female IS DISTINCT FROM days_male) LIMIT 1`,
);

/** Whether a kind of leave is for one gender, or has other days for each. */
export const leaveGoesByGender = async (tx: Tx): Promise<boolean> => (await tx.one(goesByGender)) !== undefined;

/**
 * @throws Problem 403 where the input makes any of it another of oneself, with four eyes; 422 for one's gender where leave goes by it.
 * What is sent as it stands changes nothing.
 */
export async function refuseOwnEmploymentChange(
  tx: Tx,
  actor: Pick<Actor, "id">,
  now: UserRow,
  input: UserChange,
): Promise<void> {
  const given = employmentFields.filter((field) => input[field] !== undefined);
  const gender = input.gender !== undefined && (input.gender ?? null) !== (now.gender ?? null);
  if ((given.length === 0 && !gender) || !(await isKept(tx, actor, now.id))) return;
  if (gender && (await leaveGoesByGender(tx))) throw invalid("gender", "field.genderDecides");
  await readPrivateAs(tx, actor.id);
  const present = employmentOf(now, await tx.one<PrivateRow>(privateOf, [now.id]));
  if (given.some((field) => !isSame(field, input[field] ?? null, present[field])))
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

const isSame = (field: EmploymentField, wanted: string | number | null, present: string | number | null): boolean =>
  field === "salary" && wanted !== null && present !== null
    ? compareAmounts(String(wanted), String(present)) === 0
    : wanted === present;
