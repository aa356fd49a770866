import { fitsCurrency } from "../../../shared/kernel/money";
import { isEmploymentField } from "../../../shared/people/own-employment.rules";
import { isFourEyed } from "../../approvals/four-eyes.service";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { leaveGoesByGender } from "../own-employment.service";
import type { PlannedRow, RowProblem } from "./plan.service";
import * as statements from "./import.sql";
import type { KnownPerson, KnownRole } from "./import.sql";
import { mayChangeAccount, mayGive, readsAll } from "../people.policy";
import type { PrivateRow, UserRow } from "../people.sql";
import { everyRole } from "../people.write.sql";
import { readPrivateFor } from "../private-reader.service";

interface Named {
  id: number;
  name: string;
}

/** All that the rows of a file may name, read once for all of them. Keys of names are in small letters. */
export interface Known {
  /** By e-mail. */
  people: ReadonlyMap<string, KnownPerson>;
  /** Who is in the file and here already, by e-mail. */
  records: ReadonlyMap<string, UserRow>;
  hidden: ReadonlyMap<number, PrivateRow>;
  /** Whether four eyes keep whoever imports from their own employment; and whether leave goes by gender. */
  fourEyed: boolean;
  genderDecides: boolean;
  /** Whose each personnel number is. */
  numbers: Map<string, string>;
  role: ReadonlyMap<string, KnownRole>;
  position: ReadonlyMap<string, Named>;
  department: ReadonlyMap<string, Named>;
}

/** Reads them as the actor, who may write private fields or none of this. */
export async function knownRecords(tx: Tx, actor: Actor, emails: readonly string[]): Promise<Known> {
  const everybody = await tx.rows<KnownPerson>(statements.everyPerson);
  const people = new Map(everybody.map((person) => [person.email, person]));
  const ids = [...new Set(emails)].flatMap((email) => people.get(email)?.id ?? []);
  const records = await tx.rows<UserRow>(statements.peopleById, [actor.id, ids]);
  await readPrivateFor(tx, actor);
  const hidden = await tx.rows<PrivateRow & { user_id: number }>(statements.privateById, [ids]);
  const roles = await tx.rows<KnownRole>(everyRole);
  return {
    people,
    records: new Map(records.map((row) => [row.email as string, row])),
    hidden: new Map(hidden.map((row) => [row.user_id, row])),
    fourEyed: await isFourEyed(tx),
    genderDecides: await leaveGoesByGender(tx),
    numbers: new Map(everybody.flatMap(({ employee_id, email }) => (employee_id ? [[employee_id, email]] : []))),
    role: byName(roles.map((role) => ({ ...role, code: role.role_code }))),
    position: byName(await tx.rows<Named & { code: null }>(statements.everyPosition)),
    department: byName(await tx.rows<Named & { code: string }>(statements.everyDepartment)),
  };
}

/** By name; a code counts where nothing is called so. */
function byName<Row extends Named & { code: string | null }>(rows: readonly Row[]): Map<string, Row> {
  const coded = rows.flatMap((row): [string, Row][] => (row.code ? [[row.code.toLowerCase(), row]] : []));
  return new Map([...coded, ...rows.map((row): [string, Row] => [row.name.toLowerCase(), row])]);
}

/** What stands in the private row. */
export const hiddenFields = [
  "salary",
  "currency",
  "address",
  "city",
  "credential_number",
  "issued_date",
  "expiry_date",
  "last_degree",
] as const;

/** What a single save would refuse in this row, as far as one can know before. */
export function mayTake(actor: Actor, known: Known, row: PlannedRow, now: UserRow | null): RowProblem[] {
  const { input, changes, email } = row;
  const problems: RowProblem[] = [];
  const refuse = (field: RowProblem["field"], message: string, values?: RowProblem["values"]) =>
    problems.push({ field, message, ...(values ? { values } : {}) });
  if (!now && !input.fullname) refuse("fullname", "field.required");
  if (!now && !input.role_id) refuse("role", "people.import.needsRole");
  if (now && changes.length > 0 && !actor.permissions.has("user-edit")) refuse("email", "people.import.mayNotChange");
  const role = [...known.role.values()].find(({ id }) => id === input.role_id);
  if (role && !mayGive(actor, role)) refuse("role", "people.import.mayNotGive", { name: role.name });
  const opens = changes.some(({ field }) => field === "role" || field === "external");
  if (now && opens && now.id === actor.id) refuse("role", "people.import.self");
  else if (now?.id === actor.id && known.fourEyed) {
    const own = changes.find(({ field }) => isEmploymentField(field) || isEmploymentField(`${field}_id`));
    if (own) refuse(own.field, "problem.user.ownEmployment");
    if (known.genderDecides && changes.some(({ field }) => field === "gender")) refuse("gender", "field.genderDecides");
  }
  if (now && opens && !mayChangeAccount(actor, now)) refuse("role", "people.import.mayNotChange");
  if (!readsAll(actor) && hiddenFields.some((field) => input[field] !== undefined && input[field] !== null))
    refuse("salary", "people.import.mayNotChange");
  problems.push(...payProblems(input, now ? known.hidden.get(now.id) : undefined));
  const number = input.employee_id;
  if (number) {
    const owner = known.numbers.get(number);
    if (owner !== undefined && owner !== email) {
      // Whose it is, is told to who may read it of them.
      if (readsAll(actor)) refuse("employee_id", "people.import.numberTaken", { name: owner });
      else refuse("employee_id", "field.taken");
    } else known.numbers.set(number, email);
  }
  return problems;
}

/** An amount is one of a currency, with no more decimals than that has; the currency may stand already. */
function payProblems(input: PlannedRow["input"], hidden: PrivateRow | undefined): RowProblem[] {
  const salary = input.salary ?? hidden?.salary;
  const currency = input.currency ?? hidden?.currency;
  if (!input.salary && !input.currency) return [];
  if (salary && !currency) return [{ field: "currency", message: "field.required" }];
  if (salary && currency && !fitsCurrency(salary, currency)) return [{ field: "salary", message: "finance.tooFine" }];
  return [];
}
