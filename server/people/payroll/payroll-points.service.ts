import { hash } from "node:crypto";
import { addDays } from "../../../shared/kernel/days";
import type { Period } from "../../../shared/kernel/periods.rules";
import { type PayrollDetail, payrollPointKinds } from "../../../shared/people/payroll/payroll.contract";
import { capacityOf } from "../../../shared/work/time/workload.rules";
import type { Tx } from "../../platform/database/unit-of-work";
import { daysOff } from "../../work/time/time.slots";
import { organizationWeek, owedRecords } from "./payroll-package.service";
import { type PayrollPoint, payrollSources } from "./payroll.slots";
import * as statements from "./payroll.sql";

/** Maximum number of points of each kind listed in a response. */
const shownPoints = 50;

export interface OpenPoints {
  points: PayrollDetail["points"];
  /** Token that changes with every point and every record that closing pays; empty without any. */
  token: string;
  /** Number of records that closing the month would pay. */
  owedCount: number;
}

export async function readOpenPoints(tx: Tx, month: Period): Promise<OpenPoints> {
  const owed = await owedRecords(tx, month);
  const all = [...(await openWeeks(tx, month)), ...(await openRecords(tx, month))];
  for (const source of payrollSources.filling) all.push(...(await source.openPoints(tx, month)));
  const points = payrollPointKinds.flatMap((kind) => {
    const found = all.filter((point) => point.kind === kind);
    const items = found.slice(0, shownPoints).map(({ kind: _, ...item }) => item);
    return found.length > 0 ? [{ kind, count: found.length, items }] : [];
  });
  const names = [
    ...all.map(({ kind, user, id, weeks }) => [kind, user.id, id, weeks].join()),
    ...owed.map(({ id, userId }) => ["owed", userId, id].join()).toSorted(),
  ];
  const token = names.length === 0 ? "" : hash("sha256", names.join(" "), "base64url");
  return { points, token, owedCount: owed.length };
}

async function openRecords(tx: Tx, { from, to }: Period): Promise<PayrollPoint[]> {
  const changes = await tx.rows<Pick<PayrollPoint, "user"> & { id: number; day: string }>(
    statements.selectUnsettledChanges,
    [to],
  );
  const people = await tx.rows<Pick<PayrollPoint, "user">>(statements.selectPeopleWithoutNumber, [from, to]);
  return [
    ...changes.map((change) => ({ ...change, kind: "change" as const, weeks: null })),
    ...people.map(({ user }) => ({ kind: "number" as const, user, id: null, day: null, weeks: null })),
  ];
}

/** Returns one point per person with open weeks. Weeks without recorded time count only if the person should have worked. */
async function openWeeks(tx: Tx, month: Period): Promise<PayrollPoint[]> {
  const weeks = await tx.rows<statements.OpenWeek>(statements.selectOpenWeeks, [month.from, month.to]);
  const ids = [...new Set(weeks.map(({ user }) => user.id))];
  const off = await daysOff.filling(tx, ids, month.from, month.to);
  const organization = await organizationWeek(tx);
  const points = new Map<number, PayrollPoint & { weeks: number }>();
  for (const { user, schedules, monday, minutes } of weeks) {
    const sunday = addDays(monday, 6);
    const days = { from: monday < month.from ? month.from : monday, to: sunday > month.to ? month.to : sunday };
    const time = { ...organization, schedules };
    if (minutes === 0 && capacityOf(days, time, off.get(user.id) ?? []).capacity_minutes === 0) continue;
    const existingPoint = points.get(user.id);
    if (existingPoint) existingPoint.weeks += 1;
    else points.set(user.id, { kind: "time", user, id: null, day: monday, weeks: 1 });
  }
  return [...points.values()];
}
