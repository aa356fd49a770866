import type { listProjectAbsences } from "../../../../shared/work/projects/absences.contract";
import type { Actor as Person } from "../../../../shared/kernel/events";
import { tenantStream } from "../../../../shared/kernel/events";
import type { QueryOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../../../shared/kernel/paging";
import { Problem } from "../../../../shared/kernel/problems";
import { daysBelowMinimum, presentDays, workDays } from "../../../../shared/requests/leave/cover/cover.rules";
import { groupBy } from "../../../../shared/kernel/group-by";
import { freeDays, type WorkSchedule } from "../../../../shared/work/schedules/schedules.rules";
import { halfDayRangeOf, type LeaveSpan } from "../../../../shared/requests/leave/calendar/days.rules";
import type {
  DepartmentCover,
  TeamMember,
  listTeamLeave,
} from "../../../../shared/requests/leave/cover/team-calendar.contract";
import type { Actor } from "../../../platform/session";
import type { Tx } from "../../../platform/database/unit-of-work";
import { mapInChunks } from "../../../platform/chunked-json";
import { projectAccess } from "../../../work/access/projects.policy";
import { loadWorkCalendar } from "../calendar/work-calendar.read";
import { isHr } from "../types/leave.policy";
import {
  projectAbsences,
  selectOwnCover,
  setMinimumCover,
  selectTeamCover,
  teamFeedMembers,
  teamMembersPage,
  teamAbsences,
} from "./team.sql";

interface MemberRow extends Person {
  department_id: number | null;
  leaves: TeamMember["leaves"];
  total: number;
}
type FeedMember = Omit<MemberRow, "leaves"> & {
  leaves: (MemberRow["leaves"][number] & { written_at: string; time_zone: string })[];
};
type CoverRow = DepartmentCover & {
  spans: (LeaveSpan & { user_id: number })[];
  schedules: (WorkSchedule & { user_id: number })[];
};

/** User whose permissions determine what is visible on the screen and in calendar feeds. */
export type TeamViewer = Pick<Actor, "id" | "permissions">;

const halves = (from: string, to: string) => {
  const { from: first, to: last } = halfDayRangeOf({ start_date: from, end_date: to });
  return [first, last] as const;
};

/** Number of departments per batch. Counting a quarter for one department takes 0.05 ms. */
const departmentBatchSize = 50;
/** Maximum number of understaffed days in a response. Listing all days for 9,000 departments took 50 MB. */
const maxReports = 10_000;

const matchesDepartment = (id: number, { department_id }: QueryOf<typeof listTeamLeave>) =>
  !department_id || id === department_id;

export async function readTeamCalendar(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listTeamLeave>,
): Promise<ReplyOf<typeof listTeamLeave>> {
  const page = pageOf(query, 100);
  const { from, to } = query;
  const who = [actor.id, isHr(actor), query.department_id ?? null, ...halves(from, to)];
  const rows = await tx.rows<MemberRow>(teamMembersPage, [...who, page.perPage, page.offset, query.away ?? false]);
  const visible = await tx.one<Pick<CoverRow, "spans" | "schedules">>(teamAbsences, who);
  const { spans = [], schedules = [] } = visible ?? {};
  const schedulesOf = groupBy(schedules, ({ user_id }) => user_id);
  // Lists all departments as filter options, not only the selected one.
  const covers = await tx.rows<CoverRow>(selectTeamCover, [actor.id, isHr(actor), null, ...halves(from, to)]);
  const { schedules: _, ...calendar } = await loadWorkCalendar(tx, actor.id, from, to);
  const range = { start_date: from, end_date: to };
  const worked = workDays(range, calendar);
  const days = presentDays(0, spans, range, calendar, schedules, worked).filter(({ away }) => away > 0);
  const coveredDepartments = covers.filter(
    ({ id, minimum_present }) => minimum_present !== null && matchesDepartment(id, query),
  );
  // Yields to other requests between batches, because counting thousands of departments takes seconds.
  const below = await mapInChunks(
    coveredDepartments,
    departmentBatchSize,
    ({ id, people, minimum_present: minimum, spans: theirs, schedules: ours }) =>
      daysBelowMinimum(minimum, presentDays(people, theirs, range, calendar, ours, worked)).map(
        ({ date, present }) => ({
          date,
          department_id: id,
          present,
          minimum: minimum as number,
        }),
      ),
  );
  return {
    data: {
      weekend: [...calendar.weekend],
      holidays: calendar.holidays.map(({ date, name, translations, half }) => ({ date, name, translations, half })),
      departments: covers.map(presentCover),
      people: rows.map(({ id, fullname, image, department_id, leaves }) => ({
        person: { id, fullname, image },
        department_id,
        free: freeDays(from, to, calendar.weekend, schedulesOf.get(id) ?? []),
        leaves,
      })),
      away: days.map(({ date, away }) => ({ date, people: away })),
      below: below.flat().slice(0, maxReports),
      can: { set_cover: actor.permissions.has("leave-type-edit") },
    },
    meta: pageMetaOf(page, rows[0]?.total ?? 0),
  };
}

export function readTeamMembers(
  tx: Tx,
  onlooker: TeamViewer,
  from: string,
  to: string,
  most: number,
): Promise<FeedMember[]> {
  return tx.rows<FeedMember>(teamFeedMembers, [onlooker.id, isHr(onlooker), null, ...halves(from, to), most, 0]);
}

const presentCover = ({ id, name, people, minimum_present }: DepartmentCover): DepartmentCover => ({
  id,
  name,
  people,
  minimum_present,
});

export async function setCover(tx: Tx, departmentId: number, minimum: number | null): Promise<DepartmentCover> {
  const row = await tx.one<DepartmentCover>(setMinimumCover, [departmentId, minimum]);
  if (!row) throw new Problem("notFound");
  tx.emit("leave.calendar_changed", tenantStream(tx.tenantId), {});
  return presentCover(row);
}

/** Effect of a leave on the minimum presence of the user's department; null without a minimum, or when the minimum is still met. */
export async function coverDuringLeave(tx: Tx, userId: number, span: LeaveSpan) {
  const { from, to } = halfDayRangeOf(span);
  const row = await tx.one<CoverRow>(selectOwnCover, [userId, from, to]);
  if (!row || row.minimum_present === null) return null;
  const { schedules: _, ...organization } = await loadWorkCalendar(tx, userId, span.start_date, span.end_date);
  const days = presentDays(row.people, [...row.spans, { ...span, user_id: userId }], span, organization, row.schedules);
  const below = daysBelowMinimum(row.minimum_present, days).map(({ date, present }) => ({ date, present }));
  return below.length === 0 ? null : { minimum: row.minimum_present, department: row.name, days: below };
}

type Away = ReplyOf<typeof listProjectAbsences>["data"];

/**
 * Project members who are on leave between two days.
 * @throws Problem 404 when the actor can't see the project.
 */
export async function absencesInProject(
  tx: Tx,
  actor: Actor,
  projectId: number,
  from: string,
  to: string,
): Promise<Away> {
  await projectAccess(tx, actor, projectId);
  return to < from ? [] : tx.rows<Away[number]>(projectAbsences, [projectId, ...halves(from, to)]);
}
