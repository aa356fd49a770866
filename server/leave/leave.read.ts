import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import type { Actor as Person } from "../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { listLeave, previewLeave } from "../../shared/leave/leave.contract";
import { costOf, shortageOf } from "../../shared/leave/leave.balance.rules";
import { daysIn, halvesOf } from "../../shared/leave/leave.days.rules";
import { stepsOf } from "../approvals/approvals.present";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { accountOf } from "./leave-accounts.read";
import { countLeave } from "./leave.calendar";
import { asksForDocument, blocksOn, refusalsOf } from "./leave.checks";
import { LeaveTypeEntity } from "./leave.entity";
import { isHr } from "./leave.policy";
import { presentLeave } from "./leave.present";
import { coverWith } from "./team.service";
import { alsoAway, countLeaveRows, findPerson, type LeavePerson, type LeaveRow, listLeaveRows } from "./leave.sql";

const pattern = (text: string | undefined) => (text ? `%${text.replace(/[\\%_]/g, "\\$&")}%` : null);

/** One's own without a scope; all only for HR: for others it is their team. */
export async function listLeaveRequests(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listLeave>,
): Promise<ReplyOf<typeof listLeave>> {
  const page = pageOf(query, 20);
  const scope = query.scope === "all" && !isHr(actor) ? "team" : query.scope || "mine";
  const which = [
    actor.id,
    scope,
    query.status || null,
    query.leave_type_id ?? null,
    query.user_id ?? null,
    query.department_id ?? null,
    query.from ?? null,
    query.to ?? null,
    pattern(query.q),
  ];
  const before = query.before ?? null;
  // One more than is shown tells whether something follows.
  const offset = before === null ? page.offset : 0;
  const found = await tx.rows<LeaveRow>(listLeaveRows, [...which, before, page.perPage + 1, offset]);
  const rows = found.slice(0, page.perPage);
  const counted = before === null ? await tx.one<{ total: number }>(countLeaveRows, which) : undefined;
  const steps = await stepsOf(
    tx,
    rows.map(({ id }) => id),
  );
  const data = rows.map((row) => presentLeave(row, steps.get(row.id) ?? []));
  const next = found.length > rows.length ? (rows.at(-1)?.id ?? null) : null;
  const { page: at, per_page, total, last_page } = pageMetaOf(page, counted?.total ?? 0);
  return {
    data,
    meta: { page: at, per_page, next, ...(counted ? { total, last_page } : { total: null, last_page: null }) },
  };
}

type Preview = ReplyOf<typeof previewLeave>["data"];

/** What a leave would cost and meet; nothing is kept. @throws Problem 422 for a type that isn't there. */
export async function previewOf(tx: Tx, actor: Actor, query: QueryOf<typeof previewLeave>): Promise<Preview> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id: query.leave_type_id });
  if (!type) throw invalid("leave_type_id", "field.unknown");
  const userId = query.user_id ?? actor.id;
  if (userId !== actor.id && !isHr(actor)) throw new Problem("permission.denied");
  const found = await tx.one<LeavePerson>(findPerson, [userId]);
  if (!found) throw invalid("user_id", "field.unknown");
  const person = { ...found, hr: isHr(actor) };
  const counted = await countLeave(tx, userId, type, query);
  const { from, to } = halvesOf(query);
  const account = type.canUpdateBalance ? await accountOf(tx, userId, type.id) : null;
  const away = await tx.rows<{ person: Person; start_date: string; end_date: string }>(alsoAway, [userId, from, to]);
  const asked = { requestId: 0, person, type, span: query, counted, hasFile: true };
  const { errors, overlaps } = await refusalsOf(tx, asked);
  const shortage = account && shortageOf(account, counted);
  return {
    days: daysIn(counted),
    each: counted.map(({ holiday, ...day }) => ({
      ...day,
      holiday: holiday?.name ?? null,
      holiday_translations: holiday?.translations ?? {},
    })),
    balances: account ? costOf(account, counted) : [],
    overlaps,
    away,
    cover: await coverWith(tx, userId, query),
    blocks: blocksOn(type, query),
    needs_attachment: await asksForDocument(tx, asked),
    refusals: [
      ...Object.entries(errors).flatMap(([field, messages]) => messages.map((message) => ({ field, message }))),
      ...(shortage ? [{ field: "end_date", message: shortage }] : []),
    ],
  };
}
