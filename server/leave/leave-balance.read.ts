import type { InferType } from "yup";
import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { tenantStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { LeaveBalance, leaveLedger } from "../../shared/leave/leave-balance.contract";
import type { adjustmentSchema } from "../../shared/leave/leave.schema";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/unit-of-work";
import { grantAllowances, simulateBalances } from "./leave-allowance.service";
import { addToLedger } from "./leave-balance.service";
import { LeaveTypeEntity } from "./leave.entity";
import { authorizeBalance } from "./leave.policy";
import { findPerson } from "./leave.sql";

const sums = sql(
  "leave.balanceSums",
  `SELECT t.id, t.name, t.icon, l.year, json_object_agg(l.reason, l.days) AS days
   FROM (SELECT leave_type_id, year, reason, sum(days)::float8 AS days FROM leave_ledger
         WHERE tenant_id = current_tenant() AND user_id = $1 AND year = $2 GROUP BY 1, 2, 3) AS l
   JOIN leave_type t ON t.tenant_id = current_tenant() AND t.id = l.leave_type_id
   GROUP BY t.id, t.name, t.icon, l.year ORDER BY t.name`,
);

interface SumRow {
  id: number;
  name: string;
  icon: string;
  year: number;
  days: Partial<Record<string, number>>;
}

/** Hundredths: sums of two decimals don't show the dust of binary fractions. */
const exact = (days: number) => Math.round(days * 100) / 100;

/** Balances of a year by type. @throws Problem 404 for someone who isn't theirs to look into. */
export async function balancesOf(tx: Tx, actor: Actor, userId: number, year: number): Promise<LeaveBalance[]> {
  await authorizeBalance(tx, actor, userId);
  return (await tx.rows<SumRow>(sums, [userId, year])).map((row) => balanceOf(row, year));
}

function balanceOf(
  { id, name, icon, days }: Pick<SumRow, "id" | "name" | "icon" | "days">,
  year: number,
): LeaveBalance {
  const of = (...reasons: string[]) => exact(reasons.reduce((sum, reason) => sum + (days[reason] ?? 0), 0));
  return {
    leave_type: { id, name, icon },
    year,
    allowance: of("allowance", "accrual"),
    carried: of("carried"),
    adjusted: of("adjustment"),
    taken: of("taken", "returned", "holiday"),
    waiting: of("waiting"),
    expired: of("expired"),
    balance: of(...Object.keys(days)),
  };
}

/**
 * Balances as they will stand on a day to come, if nothing is asked for meanwhile: with the months until then, the next
 * year's allowance, what is carried into it and what of that has expired.
 * @throws Problem 404; 422 for a day beyond next year.
 */
export async function balancesOn(tx: Tx, actor: Actor, userId: number, day: string): Promise<LeaveBalance[]> {
  await requirePerson(tx, userId);
  await authorizeBalance(tx, actor, userId);
  const year = Number(day.slice(0, 4));
  const { today } = (await tx.one<{ today: string }>(findPerson, [userId])) as { today: string };
  const present = Number(today.slice(0, 4));
  if (year > present + 1 || year < present) throw invalid("date", "field.outOfRange");
  const simulated = await simulateBalances(tx, userId, day);
  const known = new Map((await tx.rows<SumRow>(sums, [userId, year])).map((row) => [row.id, row.days]));
  const types = await tx.repo(LeaveTypeEntity).find({ order: { name: "ASC" } });
  return types.flatMap(({ id, name, icon }) => {
    const standing = simulated.get(id);
    if (!(standing || known.has(id))) return [];
    const days = { ...known.get(id) };
    if (standing) for (const reason of ["allowance", "accrual", "carried", "expired"]) delete days[reason];
    for (const one of standing?.given ?? []) days[one.reason] = exact((days[one.reason] ?? 0) + one.days);
    return Object.keys(days).length === 0 ? [] : [balanceOf({ id, name, icon, days }, year)];
  });
}

const entries = sql(
  "leave.ledgerEntries",
  `SELECT l.id, l.reason, l.days::float8 AS days, l.year, l.period, l.request_id, l.note, l.cause, l.created_at AS at,
     CASE WHEN q.id IS NOT NULL THEN json_build_object('start_date', q.start_date, 'end_date', q.end_date) END AS span,
     (sum(l.days) OVER (PARTITION BY l.year ORDER BY l.id))::float8 AS balance,
     CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS actor
   FROM leave_ledger l LEFT JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.actor_id
   LEFT JOIN leave_request q ON q.tenant_id = l.tenant_id AND q.id = l.request_id
   WHERE l.tenant_id = current_tenant() AND l.user_id = $1 AND l.leave_type_id = $2 AND ($3::int IS NULL OR l.year = $3)
   ORDER BY l.year, l.id`,
);

type Ledger = ReplyOf<typeof leaveLedger>["data"];

/** Why a balance is what it is. @throws Problem 404. */
export async function ledgerOf(
  tx: Tx,
  actor: Actor,
  userId: number,
  query: QueryOf<typeof leaveLedger>,
): Promise<Ledger> {
  await requirePerson(tx, userId);
  await authorizeBalance(tx, actor, userId);
  const rows = await tx.rows<Ledger[number] & { at: Date }>(entries, [userId, query.leave_type_id, query.year ?? null]);
  return rows.map((row) => ({ ...row, at: (row.at as Date).toISOString() }));
}

/** HR adds or takes days, saying why. @throws Problem 404, 422 for a type that isn't there. */
export async function adjust(tx: Tx, userId: number, input: InferType<typeof adjustmentSchema>): Promise<void> {
  await requirePerson(tx, userId);
  if (!(await tx.repo(LeaveTypeEntity).findOne({ id: input.leave_type_id })))
    throw invalid("leave_type_id", "field.unknown");
  const of = { userId, leaveTypeId: input.leave_type_id };
  await addToLedger(tx, of, "adjustment", [{ year: input.year, days: input.days }], { note: input.note });
  await grantAllowances(tx, { userId, typeId: input.leave_type_id }); // of last year: what was carried changes
  tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year: input.year });
}

async function requirePerson(tx: Tx, userId: number): Promise<void> {
  if (!(await tx.one(findPerson, [userId]))) throw new Problem("notFound");
}
