import { maxMinutesPerDay } from "../../../../shared/kernel/days";
import { fitsCurrency } from "../../../../shared/kernel/money";
import { isEmploymentField } from "../../../../shared/people/people/own-employment.rules";
import type { OrganizationWeek, Weeks, WorkSchedule } from "../../../../shared/work/schedules/schedules.rules";
import { currentSchedules, readWeek } from "../../../work/schedules/schedules.service";
import { isFourEyesRequired } from "../../../approvals/approvals/four-eyes.policy";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { normalizeForComparison } from "../../../platform/tables/normalize-for-comparison";
import { isLeaveGenderDependent } from "../own-employment.policy";
import type { FieldNote } from "./people-file";
import type { PlannedRow } from "./plan.service";
import * as statements from "./import.sql";
import type { ExistingPerson, ExistingRole } from "./import.sql";
import { mayAssignRole } from "../../../identity/session/account.policy";
import { mayChangeAccount, canReadAllFields } from "../people.policy";
import type { PrivateRow, UserRow } from "../people.sql";
import { selectAllRoles, selectFormerEmployees } from "../people.write.sql";
import { setPrivateReaderFor } from "../private-reader";

interface Named {
  id: number;
  name: string;
}

interface NamedWithCode extends Named {
  code: string | null;
}

export interface ImportLookup {
  people: ReadonlyMap<string, ExistingPerson>;
  records: ReadonlyMap<string, UserRow>;
  hidden: ReadonlyMap<number, PrivateRow>;
  formerEmployeeIds: ReadonlySet<number>;
  /** Whether separation of duties applies to the actor's own employment, and whether leave depends on gender. */
  fourEyed: boolean;
  genderDecides: boolean;
  /** Email of the user who has each employee number. */
  numbers: Map<string, string>;
  role: ByName<ExistingRole>;
  position: ByName<Named>;
  department: ByName<Named>;
  group: ByName<Named>;
  memberships: ReadonlyMap<number, readonly string[]>;
  dottedManagerIds: ReadonlyMap<number, readonly number[]>;
  week: OrganizationWeek & { today: string };
  /** Schedules in effect on `firstDayOf`. */
  schedules: ReadonlyMap<number, Weeks & Pick<WorkSchedule, "anchor">>;
}

/** Records by exact name, and by normalized name where that is unique. */
interface ByName<Row> {
  exact: ReadonlyMap<string, Row>;
  folded: ReadonlyMap<string, Row | null>;
}

export const findByName = <Row>({ exact, folded }: ByName<Row>, name: string): Row | undefined =>
  exact.get(name.toLowerCase()) ?? folded.get(normalizeForComparison(name)) ?? undefined;

/** Reads as the actor, who must have permission to write private fields. */
export async function loadImportLookup(tx: Tx, actor: Actor, emails: readonly string[]): Promise<ImportLookup> {
  const allPeople = await tx.rows<ExistingPerson>(statements.selectAllPeople);
  const people = new Map(allPeople.map((person) => [person.email, person]));
  const ids = [...new Set(emails)].flatMap((email) => people.get(email)?.id ?? []);
  const records = await tx.rows<UserRow>(statements.selectPeopleById, [actor.id, ids]);
  await setPrivateReaderFor(tx, actor);
  const hidden = await tx.rows<PrivateRow & { user_id: number }>(statements.selectPrivateFieldsById, [ids]);
  const formerEmployees = await tx.rows<{ id: number }>(selectFormerEmployees, [ids]);
  const memberships = await tx.rows<{ user_id: number; titles: string[] }>(statements.selectMembershipsOfPeople, [ids]);
  const roles = await tx.rows<ExistingRole>(selectAllRoles);
  const { minutes_per_day: minutesPerDay, ...week } = await readWeek(tx);
  return {
    people,
    records: new Map(records.map((row) => [row.email as string, row])),
    hidden: new Map(hidden.map((row) => [row.user_id, row])),
    formerEmployeeIds: new Set(formerEmployees.map(({ id }) => id)),
    fourEyed: await isFourEyesRequired(tx),
    genderDecides: await isLeaveGenderDependent(tx),
    numbers: new Map(allPeople.flatMap(({ employee_id, email }) => (employee_id ? [[employee_id, email]] : []))),
    role: byName(roles.map((role) => ({ ...role, code: role.role_code }))),
    position: byName(await tx.rows<NamedWithCode>(statements.selectAllPositions)),
    department: byName(await tx.rows<NamedWithCode>(statements.selectAllDepartments)),
    group: byName(await tx.rows<NamedWithCode>(statements.selectAllGroups)),
    week: { ...week, minutesPerDay },
    schedules: await currentSchedules(tx, ids),
    dottedManagerIds: await dottedManagersOf(tx, ids),
    memberships: new Map(memberships.map(({ user_id, titles }) => [user_id, titles])),
  };
}

export async function dottedManagersOf(tx: Tx, ids: readonly number[]): Promise<Map<number, readonly number[]>> {
  const rows = await tx.rows<{ user_id: number; managers: number[] }>(statements.selectDottedManagersOfPeople, [ids]);
  return new Map(rows.map(({ user_id, managers }) => [user_id, managers]));
}

/** Indexes by name, and by code where no record has that name. */
function byName<Row extends NamedWithCode>(rows: readonly Row[]): ByName<Row> {
  const coded = rows.flatMap((row): [string, Row][] => (row.code ? [[row.code.toLowerCase(), row]] : []));
  const exact = new Map([...coded, ...rows.map((row): [string, Row] => [row.name.toLowerCase(), row])]);
  const folded = new Map<string, Row | null>();
  for (const row of rows) {
    const key = normalizeForComparison(row.name);
    folded.set(key, key === "" || folded.has(key) ? null : row);
  }
  return { exact, folded };
}

/** Day from which an imported schedule applies: today, or the first day if that is later. */
export const firstDayOf = ({ week }: ImportLookup, joining: string | null | undefined): string =>
  joining && joining > week.today ? joining : week.today;

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

/** Errors that saving this row would cause, as far as they can be predicted. */
export function findRefusals(actor: Actor, lookup: ImportLookup, row: PlannedRow, now: UserRow | null): FieldNote[] {
  const { input, changes, email } = row;
  const problems: FieldNote[] = [];
  const refuse = (field: FieldNote["field"], message: string, values?: FieldNote["values"]) =>
    problems.push({ field, message, ...(values ? { values } : {}) });
  if (!now && !input.fullname) refuse("fullname", "field.required");
  if (!now && !input.role_id) refuse("role", "people.import.needsRole");
  if (now && changes.length > 0 && !actor.permissions.has("user-edit")) refuse("email", "people.import.mayNotChange");
  const role = [...lookup.role.exact.values()].find(({ id }) => id === input.role_id);
  const gives = !now || changes.some(({ field }) => field === "role");
  if (role && gives && !mayAssignRole(actor, role)) refuse("role", "people.import.mayNotGive", { name: role.name });
  const opens = changes.some(({ field }) => field === "role" || field === "external" || field === "active");
  if (now && opens && now.id === actor.id) refuse("role", "people.import.self");
  else if (now?.id === actor.id && lookup.fourEyed) {
    const own = changes.find(
      ({ field }) => field === "weekly_hours" || isEmploymentField(field) || isEmploymentField(`${field}_id`),
    );
    if (own) refuse(own.field, "problem.user.ownEmployment");
    if (lookup.genderDecides && changes.some(({ field }) => field === "gender"))
      refuse("gender", "field.genderDecides");
  }
  if (now && opens && !mayChangeAccount(actor, now)) refuse("role", "people.import.mayNotChange");
  if (now && lookup.formerEmployeeIds.has(now.id) && changes.some(({ field }) => field === "active"))
    refuse("active", "problem.employment.rehire");
  if (!canReadAllFields(actor) && hiddenFields.some((field) => input[field] !== undefined && input[field] !== null))
    refuse("salary", "people.import.mayNotChange");
  if (input.weekly_hours && !fitsWeek(input.weekly_hours, lookup.week))
    refuse("weekly_hours", "people.import.weeklyHours", { max: (7 - lookup.week.weekend.length) * 24 });
  problems.push(...orderProblems(input, now, now ? lookup.hidden.get(now.id) : undefined));
  const joiner = { active: input.active ?? now?.active ?? true, external: input.external ?? now?.is_external ?? false };
  if (row.joins.length > 0 && (!joiner.active || joiner.external)) refuse("groups", "people.import.notInGroups");
  problems.push(...payProblems(input, now ? lookup.hidden.get(now.id) : undefined));
  const number = input.employee_id;
  if (number) {
    const owner = lookup.numbers.get(number);
    if (owner !== undefined && owner !== email) {
      // The user who has the number is named only to readers of all records.
      if (canReadAllFields(actor)) refuse("employee_id", "people.import.numberTaken", { name: owner });
      else refuse("employee_id", "field.taken");
    } else lookup.numbers.set(number, email);
  }
  return problems;
}

const fitsWeek = (hours: number, { weekend }: OrganizationWeek) =>
  hours * 60 <= (7 - weekend.length) * maxMinutesPerDay;

/** One date of a pair may be in the file while the other is already stored. */
function orderProblems(input: PlannedRow["input"], now: UserRow | null, hidden: PrivateRow | undefined): FieldNote[] {
  const pairs = [
    ["contract_end", input.contract_start ?? now?.contract_start, input.contract_end ?? now?.contract_end],
    ["expiry_date", input.issued_date ?? hidden?.issued_date, input.expiry_date ?? hidden?.expiry_date],
  ] as const;
  const isGiven = Boolean(input.contract_start ?? input.contract_end ?? input.issued_date ?? input.expiry_date);
  return pairs.flatMap(([field, start, end]) =>
    isGiven && start && end && start > end ? [{ field, message: "field.endBeforeStart" }] : [],
  );
}

/** Amounts need a currency and no more decimals than it has; the currency may be stored already. */
function payProblems(input: PlannedRow["input"], hidden: PrivateRow | undefined): FieldNote[] {
  const salary = input.salary ?? hidden?.salary;
  const currency = input.currency ?? hidden?.currency;
  if (!input.salary && !input.currency) return [];
  if (salary && !currency) return [{ field: "currency", message: "field.required" }];
  if (salary && currency && !fitsCurrency(salary, currency)) return [{ field: "salary", message: "finance.tooFine" }];
  return [];
}
