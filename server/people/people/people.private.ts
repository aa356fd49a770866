import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { fitsCurrency, toMoney } from "../../../shared/kernel/money";
import type { NewUser, UserChange } from "../../../shared/people/people/people.schema";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { canReadAllFields } from "./people.policy";
import { setPrivateReader } from "./private-reader";
import type { UserEntity } from "./user.entity";
import { UserPrivateEntity } from "./user-private.entity";

type Input = Partial<NewUser & UserChange>;

interface Salary {
  before: string | null;
  after: string | null;
}

const privateColumns = {
  salary: "salary",
  currency: "currency",
  address: "address",
  city: "city",
  credential_number: "credentialNumber",
  issued_date: "issuedOn",
  expiry_date: "expiresOn",
  last_degree: "lastDegree",
} as const satisfies Partial<Record<keyof Input, keyof UserPrivateEntity>>;

export const privateFieldColumns = {
  fullname: "fullname",
  email: "email",
  role_id: "roleId",
  position_id: "positionId",
  department_id: "departmentId",
  parent_id: "managerId",
  gender: "gender",
  contract_type: "contractType",
  location: "location",
  phone_number: "phoneNumber",
  employee_id: "employeeId",
  slack_id: "slackId",
  date_of_joining: "joinedOn",
  contract_start: "contractStart",
  contract_end: "contractEnd",
  external: "external",
  active: "active",
} as const satisfies Partial<Record<keyof Input, keyof UserEntity>>;

/** Maps input fields to columns; omitted fields keep their value. */
export function toColumnValues<Columns extends Record<string, string>>(
  names: Columns,
  input: Input,
): Record<string, unknown> {
  const inputFields = Object.entries(names).filter(([field]) => input[field as keyof Input] !== undefined);
  return Object.fromEntries(inputFields.map(([field, column]) => [column, input[field as keyof Input]]));
}

const salaryOf = (row: Partial<UserPrivateEntity> | null): string | null =>
  row?.salary && row.currency ? `${toMoney(row.salary, row.currency)} ${row.currency}` : null;

/**
 * @returns the salary before and after, as text.
 * @throws Problem 403 when the actor may not read private fields, and therefore not write them.
 */
export async function savePrivate(
  tx: Tx,
  actor: Actor,
  id: number,
  input: Input,
  readerId: number = actor.id,
): Promise<Salary> {
  const row = toColumnValues(privateColumns, input);
  const hasValues = Object.values(row).some((value) => value !== null);
  if (Object.keys(row).length === 0 || (!hasValues && !canReadAllFields(actor))) return { before: null, after: null };
  if (!canReadAllFields(actor)) throw new Problem("permission.denied");
  await setPrivateReader(tx, readerId);
  const rows = tx.repo(UserPrivateEntity);
  const before = await rows.findOne({ userId: id });
  const after = { ...before, ...row } as Partial<UserPrivateEntity>;
  requireConsistent(after);
  if (before) await rows.update({ userId: id }, row);
  else await rows.insert({ userId: id, ...row });
  return { before: salaryOf(before), after: salaryOf(after) };
}

function requireConsistent(row: Partial<UserPrivateEntity>): void {
  const { salary, currency } = row;
  if (salary && !currency) throw invalidFieldProblem("currency", "field.required");
  if (salary && currency && !fitsCurrency(salary, currency)) throw invalidFieldProblem("salary", "finance.tooFine");
  if (row.issuedOn && row.expiresOn && row.issuedOn > row.expiresOn)
    throw invalidFieldProblem("expiry_date", "field.endBeforeStart");
}
