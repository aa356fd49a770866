import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import type { Actor as Person } from "../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import { invalid } from "../../shared/kernel/problems";
import type { listLeave, previewLeave } from "../../shared/leave/leave.contract";
import { daysByYear, daysIn, halvesOf, needsAttachment } from "../../shared/leave/leave.days.rules";
import { stepsOf } from "../approvals/approvals.present";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/unit-of-work";
import { countsOnExpiring } from "./leave-expiring";
import { countLeave } from "./leave.calendar";
import { blocksOn, refusalsOf } from "./leave.checks";
import { LeaveTypeEntity } from "./leave.entity";
import { isHr } from "./leave.policy";
import { presentLeave } from "./leave.present";
import { coverWith } from "./team.service";
import {
  alsoAway,
  balancesBefore,
  countLeaveRows,
  findPerson,
  type LeavePerson,
  type LeaveRow,
  listLeaveRows,
} from "./leave.sql";

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
  const person = (await tx.one<LeavePerson>(findPerson, [actor.id])) as LeavePerson;
  const counted = await countLeave(tx, actor.id, type, query);
  const { from, to } = halvesOf(query);
  const years = daysByYear(counted);
  const before = await tx.rows<{ year: number; days: number }>(balancesBefore, [actor.id, type.id, [...years.keys()]]);
  const away = await tx.rows<{ person: Person; start_date: string; end_date: string }>(alsoAway, [actor.id, from, to]);
  const asked = { requestId: 0, person, type, span: query, counted, hasFile: true };
  const { errors, overlaps } = await refusalsOf(tx, asked);
  const balances = [...years].map(([year, days]) => {
    const left = before.find((row) => row.year === year)?.days ?? 0;
    return { year, before: left, after: left - days };
  });
  const short = type.canUpdateBalance && !type.negativeAllowed && balances.some(({ after }) => after < 0);
  const gone =
    type.canUpdateBalance && !short && (await countsOnExpiring(tx, actor.id, type, counted, { held: false }));
  return {
    days: daysIn(counted),
    each: counted,
    balances: type.canUpdateBalance ? balances : [],
    overlaps,
    away,
    cover: await coverWith(tx, actor.id, query),
    blocks: blocksOn(type, query),
    needs_attachment: needsAttachment(daysIn(counted), type.attachmentAfter),
    refusals: [
      ...Object.entries(errors).flatMap(([field, messages]) => messages.map((message) => ({ field, message }))),
      ...(short ? [{ field: "end_date", message: "leave.notEnough" }] : []),
      ...(gone ? [{ field: "end_date", message: "leave.carriedGone" }] : []),
    ],
  };
}
