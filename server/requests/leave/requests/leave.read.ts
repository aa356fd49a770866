import type { QueryOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../../../shared/kernel/paging";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import type { LeaveDetail, listLeave, previewLeave } from "../../../../shared/requests/leave/requests/leave.contract";
import { leaveCostOf, leaveShortageOf } from "../../../../shared/requests/leave/ledger/balance.rules";
import { sumDays, minuteRangeOf } from "../../../../shared/requests/leave/calendar/days.rules";
import { requireVisibleRequest } from "../../../approvals/approvals/request-readers.policy";
import { presentWithSteps } from "../../../approvals/approvals/approvals.present";
import { listScopeOf } from "../../../platform/management-line";
import type { Actor } from "../../../platform/session";
import type { Tx } from "../../../platform/database/unit-of-work";
import { readLeaveAccount } from "../ledger/accounts.read";
import { accountWithoutLeave } from "../ledger/balance.service";
import { absenceDays, countLeaveDays } from "../calendar/work-calendar.read";
import { requiresDocument, blocksOverlapping, leaveRefusalsOf } from "./leave.checks";
import { type Preview, previewCredit } from "../ledger/credits.service";
import { findPendingChange } from "./change.service";
import { resolveSpan } from "./span";
import { LeaveTypeEntity } from "../types/leave.entity";
import { isHr } from "../types/leave.policy";
import { presentLeave } from "./leave.present";
import { coverDuringLeave } from "../cover/team.service";
import {
  absentColleagues,
  countLeaveRows,
  findLeave,
  findPerson,
  type LeavePerson,
  type LeaveRow,
  listLeaveRows,
} from "../types/leave.sql";
import { likePatternsOf } from "../../../platform/database/search";

export async function listLeaveRequests(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listLeave>,
): Promise<ReplyOf<typeof listLeave>> {
  const page = pageOf(query, 20);
  const filterValues = [
    actor.id,
    listScopeOf(query.scope, isHr(actor)),
    query.status || null,
    query.leave_type_id ?? null,
    query.user_id ?? null,
    query.department_id ?? null,
    query.from ?? null,
    query.to ?? null,
    likePatternsOf(query.q),
  ];
  const before = query.before ?? null;
  // One extra row shows whether there is a next page.
  const offset = before === null ? page.offset : 0;
  const found = await tx.rows<LeaveRow>(listLeaveRows, [...filterValues, before, page.perPage + 1, offset]);
  const rows = found.slice(0, page.perPage);
  const counted = before === null ? await tx.one<{ total: number }>(countLeaveRows, filterValues) : undefined;
  const data = await presentWithSteps(tx, rows, presentLeave);
  const next = found.length > rows.length ? (rows.at(-1)?.id ?? null) : null;
  const { page: at, per_page, total, last_page } = pageMetaOf(page, counted?.total ?? 0);
  return {
    data,
    meta: { page: at, per_page, next, ...(counted ? { total, last_page } : { total: null, last_page: null }) },
  };
}

async function loadChangedLeave(tx: Tx, actor: Actor, id: number, userId: number): Promise<LeaveRow> {
  const leave = await requireVisibleRequest(tx, actor, await tx.one<LeaveRow>(findLeave, [id]));
  if (leave.requesterId !== userId) throw new Problem("notFound");
  return leave;
}

/** Returns the account without the leave to be changed and without the days reserved for a pending change of it. */
async function previewedAccount(tx: Tx, userId: number, typeId: number, changed: LeaveRow | null) {
  const account = await readLeaveAccount(tx, userId, typeId);
  if (!changed) return account;
  const open = await tx.one<{ id: number }>(findPendingChange, [changed.id]);
  return accountWithoutLeave(tx, account, { leaveId: changed.id, ...(open && { changeId: open.id }) });
}

/** Previews cost and violations of a leave without storing anything. @throws Problem 422 for an unknown type. */
export async function previewLeaveRequest(tx: Tx, actor: Actor, query: QueryOf<typeof previewLeave>): Promise<Preview> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id: query.leave_type_id });
  if (!type) throw invalidFieldProblem("leave_type_id", "field.unknown");
  const userId = query.user_id ?? actor.id;
  if (userId !== actor.id && !isHr(actor)) throw new Problem("permission.denied");
  const found = await tx.one<LeavePerson>(findPerson, [userId]);
  if (!found) throw invalidFieldProblem("user_id", "field.unknown");
  const person = { ...found, hr: isHr(actor) };
  const changed = query.changing ? await loadChangedLeave(tx, actor, query.changing, userId) : null;
  const span = resolveSpan(query, person.timeZone);
  const counted = await countLeaveDays(tx, userId, type, span);
  if (query.credit) return previewCredit(tx, person, type, span, query);
  const { from, to } = minuteRangeOf(span);
  const account = type.canUpdateBalance ? await previewedAccount(tx, userId, type.id, changed) : null;
  const away = await tx.rows<LeaveDetail["away"][number]>(absentColleagues, [userId, from, to]);
  const requestedLeave = { requestId: changed?.id ?? 0, person, type, span, counted, hasFile: true };
  const { errors, overlaps } = await leaveRefusalsOf(tx, requestedLeave);
  const shortage = account && leaveShortageOf(account, counted);
  return {
    days: sumDays(counted),
    absence_days: await absenceDays(tx, userId, type, span),
    part: span.part ?? null,
    each: counted.map(({ holiday, ...day }) => ({
      ...day,
      holiday: holiday?.name ?? null,
      holiday_translations: holiday?.translations ?? {},
    })),
    balances: account ? leaveCostOf(account, counted) : [],
    overlaps,
    away,
    cover: await coverDuringLeave(tx, userId, span),
    blocks: blocksOverlapping(type, query),
    needs_attachment: await requiresDocument(tx, requestedLeave),
    refusals: [
      ...Object.entries(errors).flatMap(([field, messages]) => messages.map((message) => ({ field, message }))),
      ...(shortage ? [{ field: "end_date", message: shortage }] : []),
    ],
  };
}
