import { groupBy } from "../../../shared/kernel/group-by";
import { toMoney } from "../../../shared/kernel/money";
import type { Period } from "../../../shared/kernel/periods.rules";
import {
  changedFrom,
  changesIn,
  type DatedValue,
  defaultPayrollColumns,
  employmentIn,
  exportedColumns,
  type PayrollCells,
  type PayrollColumn,
  type PayrollColumnKey,
  type PayrollReason,
  payrollColumnKeys,
  valueOn,
} from "../../../shared/people/payroll/payroll.rules";
import {
  type OrganizationWeek,
  scheduleOn,
  templateWeek,
  type WorkSchedule,
  weeklyMinutes,
} from "../../../shared/work/schedules/schedules.rules";
import { capacityOf, type DayOff } from "../../../shared/work/time/workload.rules";
import { mapInChunks } from "../../platform/chunked-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { daysOff } from "../../work/time/time.slots";
import { setPrivateReaderFor } from "../people/private-reader";
import { type LockedMonth, payrollSources, type PayrollValues } from "./payroll.slots";
import * as statements from "./payroll.sql";
import type { EmploymentVersion, PayrollPerson, PlannedChange } from "./payroll.sql";

const selectOrganizationWeek = sql(
  "payroll.week",
  `SELECT weekend, (workday_hours * 60)::int AS "minutesPerDay" FROM tenant WHERE id = current_tenant()`,
);

export const organizationWeek = async (tx: Tx): Promise<OrganizationWeek> =>
  (await tx.one<{ weekend: number[]; minutesPerDay: number }>(selectOrganizationWeek)) as OrganizationWeek;

export async function columnSetting(tx: Tx): Promise<{ columns: PayrollColumnKey[]; version: number }> {
  const storedSetting = await tx.one<{ columns: string[]; version: number }>(statements.selectColumns);
  if (!storedSetting) return { columns: defaultPayrollColumns, version: 0 };
  // Drops unknown columns, which may have been chosen in a later version before a rollback.
  return {
    ...storedSetting,
    columns: payrollColumnKeys
      .filter((key) => storedSetting.columns.includes(key))
      .sort(inOrderOf(storedSetting.columns)),
  };
}

const inOrderOf = (order: readonly string[]) => (a: string, b: string) => order.indexOf(a) - order.indexOf(b);

/** Records that closing the month settles, if their column is exported. */
export async function owedRecords(tx: Tx, month: Period): Promise<{ id: number; userId: number }[]> {
  const { columns } = await columnSetting(tx);
  const owed: { id: number; userId: number }[] = [];
  for (const { settling } of payrollSources.filling)
    if (settling && columns.includes(settling.column)) owed.push(...(await settling.owed(tx, month)));
  return owed;
}

export interface PackageRow {
  user: Pick<PayrollPerson, "id" | "fullname" | "image">;
  cells: PayrollCells;
  reasons: PayrollReason[];
}

export interface PayrollPackage {
  columns: PayrollColumn[];
  rows: PackageRow[];
  total: number;
}

interface Pay {
  user_id: number;
  from: string;
  until: string | null;
  salary: string | null;
  currency: string | null;
}

const peoplePerTurn = 50;

/**
 * Computes the values of a month as of its end, with what is planned until then, for all people, a page or a selection. Amounts are included only if the actor may see salaries. The number of statements doesn't
 * depend on the number of people.
 * @param closed set while the month is being closed: what is exported is then settled.
 */
export async function computePackage(
  tx: Tx,
  actor: Actor,
  month: Period,
  page: { perPage: number; offset: number } | null,
  userIds: readonly number[] | null = null,
  closed: LockedMonth | null = null,
): Promise<PayrollPackage> {
  await setPrivateReaderFor(tx, actor);
  const organization = await organizationWeek(tx);
  const { columns } = await columnSetting(tx);
  const owed = (await owedRecords(tx, month)).map(({ userId }) => userId);
  const values = [month.from, month.to, page?.perPage ?? null, page?.offset ?? 0, userIds, [...new Set(owed)]];
  const people = await tx.rows<PayrollPerson>(statements.selectPeopleOfMonth, values);
  const ids = people.map(({ id }) => id);
  const pay = groupBy(
    await tx.rows<Pay>(statements.selectSalaries, [ids, month.from, month.to]),
    ({ user_id }) => user_id,
  );
  const planned = groupBy(
    await tx.rows<PlannedChange>(statements.selectPlannedChanges, [ids, month.to]),
    ({ user_id }) => user_id,
  );
  const recorded = new Map(
    (
      await tx.rows<{ user_id: number; minutes: number }>(statements.selectRecordedMinutes, [ids, month.from, month.to])
    ).map(({ user_id, minutes }) => [user_id, minutes]),
  );
  const off = await daysOff.filling(tx, ids, month.from, month.to);
  const sources: PayrollValues[] = [];
  for (const { read, settling } of payrollSources.filling) {
    const settles = closed && settling && columns.includes(settling.column);
    sources.push(settles ? await settling.close(tx, actor, ids, closed) : await read(tx, ids, month));
  }
  const rows = await mapInChunks(people, peoplePerTurn, (person) => ({
    user: { id: person.id, fullname: person.fullname, image: person.image },
    cells: Object.assign(
      {},
      ownCells(person, month, {
        organization,
        off: off.get(person.id) ?? [],
        recorded: recorded.get(person.id) ?? 0,
        pay: pay.get(person.id) ?? [],
        planned: planned.get(person.id) ?? [],
      }),
      ...sources.map(({ cells }) => cells.get(person.id)),
    ) as PayrollCells,
    reasons: sources.flatMap(({ reasons }) => reasons?.get(person.id) ?? []),
  }));
  return {
    columns: exportedColumns(
      columns,
      sources.flatMap((source) => source.columns),
    ),
    rows,
    total: people[0]?.total ?? 0,
  };
}

const amountOf = (salary: string | null, currency: string | null) =>
  salary && currency ? { salary: toMoney(salary, currency), currency } : null;

interface Facts {
  organization: OrganizationWeek;
  off: readonly DayOff[];
  recorded: number;
  pay: readonly Pay[];
  /** Changes that take effect by the end of the month. */
  planned: readonly PlannedChange[];
}

type Employment = Pick<EmploymentVersion, "department" | "contract">;

const changedEmployment = ({ field, after }: PlannedChange, value: Employment): Employment =>
  field === "department"
    ? { ...value, department: after }
    : field === "contract_type"
      ? { ...value, contract: after }
      : value;

function ownCells(person: PayrollPerson, month: Period, facts: Facts): PayrollCells {
  const { organization, off, recorded, pay, planned } = facts;
  let versions = (person.versions ?? []).map(
    ({ from, until, ...value }): DatedValue<Employment> => ({ from, until, value }),
  );
  for (const change of planned)
    versions = changedFrom(versions, change.on, (value) => changedEmployment(change, value));
  const employmentOn = (day: string) => valueOn(versions, day);
  const { days, joined, left } = employmentIn(month, (day) => employmentOn(day) !== undefined);
  const last = days.at(-1) ?? month.to;
  const employment = employmentOn(last);
  const { schedules } = person;
  let amounts = pay.map(({ from, until, salary, currency }) => ({ from, until, value: amountOf(salary, currency) }));
  for (const { field, on, salary, currency } of planned) {
    if (field !== "salary") continue;
    if (valueOn(amounts, on) === undefined) amounts = [...amounts, { from: on, until: null, value: null }];
    amounts = changedFrom(amounts, on, () => amountOf(salary, currency));
  }
  const amount = valueOn(amounts, last) ?? null;
  const capacity = days.reduce(
    (sum, day) => sum + capacityOf({ from: day, to: day }, { ...organization, schedules }, off).capacity_minutes,
    0,
  );
  const whileEmployed =
    <Value>(valueOf: (day: string) => Value) =>
    (day: string) =>
      employmentOn(day) === undefined ? undefined : valueOf(day);
  const patterns = changesIn(
    month,
    whileEmployed((day) => JSON.stringify(weekOf(schedules, day, organization))),
  );
  return {
    employee_id: person.employee_id,
    name: person.fullname,
    department: employment?.department ?? null,
    contract: employment?.contract ?? null,
    weekly_hours: employment === undefined ? null : weeklyMinutes(weekOf(schedules, last, organization)),
    expected: capacity,
    recorded,
    difference: recorded - capacity,
    joined,
    left,
    contract_change: changesIn(
      month,
      whileEmployed((day) => employmentOn(day)?.contract ?? null),
    ),
    schedule_change: patterns.map(({ on, before, after }) => ({ on, before: hoursOf(before), after: hoursOf(after) })),
    salary: amount?.salary ?? null,
    currency: amount?.currency ?? null,
    salary_change: changesIn(
      month,
      whileEmployed((day) => {
        const value = valueOn(amounts, day);
        return value ? `${value.salary} ${value.currency}` : null;
      }),
    ),
  };
}

interface Week {
  minutes: readonly number[];
  other: readonly number[] | null;
}

function weekOf(schedules: readonly WorkSchedule[], day: string, organization: OrganizationWeek): Week {
  const schedule = scheduleOn(schedules, day);
  return { minutes: schedule?.minutes ?? templateWeek("full_time", organization), other: schedule?.other ?? null };
}

const hoursOf = (pattern: string | null) =>
  pattern === null ? null : String(weeklyMinutes(JSON.parse(pattern) as Week));
