import type { Actor as Person } from "../../shared/kernel/events";
import { tenantStream } from "../../shared/kernel/events";
import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import { Problem } from "../../shared/kernel/problems";
import { daysBelow, presentDays, workDays } from "../../shared/leave/leave.cover.rules";
import { halvesOf, type LeaveSpan } from "../../shared/leave/leave.days.rules";
import type { awayInProject, DepartmentCover, TeamMember, teamLeave } from "../../shared/leave/leave-calendar.contract";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { inPieces } from "../platform/in-pieces";
import { projectAccess } from "../projects/projects.policy";
import { workCalendar } from "./leave.calendar";
import { isHr } from "./leave.policy";
import { awayOfProject, ownCover, setMinimum, teamCover, teamPage, teamSpans } from "./team.sql";

interface MemberRow extends Person {
  department_id: number | null;
  leaves: TeamMember["leaves"];
  total: number;
}
type CoverRow = DepartmentCover & { spans: LeaveSpan[] };

/** Whose leave a person sees, for the screen and for calendar programs alike. */
export type Onlooker = Pick<Actor, "id" | "permissions">;

const halves = (from: string, to: string) => {
  const { from: first, to: last } = halvesOf({ start_date: from, end_date: to });
  return [first, last] as const;
};

/** A quarter of each takes a twentieth of a millisecond to count. */
const departmentsAtOnce = 50;
/** More days with too few people than a calendar draws: all of nine thousand departments were an answer of 50 MB. */
const mostBelow = 10_000;

const isSought = (id: number, { department_id }: QueryOf<typeof teamLeave>) => !department_id || id === department_id;

/** Who is away between two days; the same number of statements however many there are. */
export async function teamCalendar(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof teamLeave>,
): Promise<ReplyOf<typeof teamLeave>> {
  const page = pageOf(query, 100);
  const { from, to } = query;
  const who = [actor.id, isHr(actor), query.department_id ?? null, ...halves(from, to)];
  const rows = await tx.rows<MemberRow>(teamPage, [...who, page.perPage, page.offset]);
  const spans = (await tx.one<{ spans: LeaveSpan[] }>(teamSpans, who))?.spans ?? [];
  // All departments that one could filter by, whichever one has.
  const covers = await tx.rows<CoverRow>(teamCover, [actor.id, isHr(actor), null, ...halves(from, to)]);
  const calendar = await workCalendar(tx, actor.id, from, to);
  const range = { start_date: from, end_date: to };
  const worked = workDays(range, calendar);
  const days = presentDays(0, spans, range, calendar, worked).filter(({ away }) => away > 0);
  const shown = covers.filter(({ id, minimum_present }) => minimum_present !== null && isSought(id, query));
  // Thousands of departments are seconds of counting: others have their turn in between.
  const below = await inPieces(shown, departmentsAtOnce, ({ id, people, minimum_present: minimum, spans: theirs }) =>
    daysBelow(minimum, presentDays(people, theirs, range, calendar, worked)).map(({ date, present }) => ({
      date,
      department_id: id,
      present,
      minimum: minimum as number,
    })),
  );
  return {
    data: {
      weekend: [...calendar.weekend],
      holidays: calendar.holidays.map(({ date, name, translations, half }) => ({ date, name, translations, half })),
      departments: covers.map(presentCover),
      people: rows.map(({ id, fullname, image, department_id, leaves }) => ({
        person: { id, fullname, image },
        department_id,
        leaves,
      })),
      away: days.map(({ date, away }) => ({ date, people: away })),
      below: below.flat().slice(0, mostBelow),
      can: { set_cover: actor.permissions.has("leave-type-edit") },
    },
    meta: pageMetaOf(page, rows[0]?.total ?? 0),
  };
}

/** Everyone's leave as one person sees it, unpaged: for calendar programs. */
export function teamMembers(tx: Tx, onlooker: Onlooker, from: string, to: string, most: number): Promise<MemberRow[]> {
  return tx.rows<MemberRow>(teamPage, [onlooker.id, isHr(onlooker), null, ...halves(from, to), most, 0]);
}

const presentCover = ({ id, name, people, minimum_present }: DepartmentCover): DepartmentCover => ({
  id,
  name,
  people,
  minimum_present,
});

/** @throws Problem 404 for a department that isn't there. */
export async function setCover(tx: Tx, departmentId: number, minimum: number | null): Promise<DepartmentCover> {
  const row = await tx.one<DepartmentCover>(setMinimum, [departmentId, minimum]);
  if (!row) throw new Problem("notFound");
  tx.emit("leave.calendar_changed", tenantStream(tx.tenantId), {});
  return presentCover(row);
}

/** What a leave does to the minimum of a person's department; null where it has none, or has enough all the same. */
export async function coverWith(tx: Tx, userId: number, span: LeaveSpan) {
  const { from, to } = halvesOf(span);
  const row = await tx.one<CoverRow>(ownCover, [userId, from, to]);
  if (!row || row.minimum_present === null) return null;
  const calendar = await workCalendar(tx, userId, span.start_date, span.end_date);
  const days = presentDays(row.people, [...row.spans, span], span, calendar);
  const below = daysBelow(row.minimum_present, days).map(({ date, present }) => ({ date, present }));
  return below.length === 0 ? null : { minimum: row.minimum_present, department: row.name, days: below };
}

type Away = ReplyOf<typeof awayInProject>["data"];

/** Whom work between two days would find away. @throws Problem 404 for a project that isn't theirs to see. */
export async function awayFrom(tx: Tx, actor: Actor, projectId: number, from: string, to: string): Promise<Away> {
  await projectAccess(tx, actor, projectId);
  return to < from ? [] : tx.rows<Away[number]>(awayOfProject, [projectId, ...halves(from, to)]);
}
