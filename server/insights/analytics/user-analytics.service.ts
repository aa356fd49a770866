import { daysBetween, medianOf } from "../../../shared/work/tasks/cycle-time.rules";
import { type Period, previousPeriod, resolvePeriod, isInPeriod } from "../../../shared/kernel/periods.rules";
import type {
  listUserDays,
  listUserFigure,
  listUserReviews,
  readUserAnalytics as endpoint,
  UserAnalytics,
  UserFigure,
  UserTask,
  Workload,
} from "../../../shared/insights/analytics/user-analytics.contract";
import { endpointPathOf, type QueryOf } from "../../../shared/kernel/endpoint";
import type { Actor as Person } from "../../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import { Problem } from "../../../shared/kernel/problems";
import { requestFamilyDefinitions } from "../../../shared/approvals/approvals/families";
import { canSeeAllRequests } from "../../approvals/approvals/request-readers.policy";
import type { Tx } from "../../platform/database/unit-of-work";
import { canSeeAllProjects, type Viewer } from "../../work/access/projects.policy";
import { authorizePersonAnalytics } from "./analytics.policy";
import {
  type LoggedTask,
  selectTimeLoggedByPerson,
  selectMeasuredPeople,
  selectMeasuredPerson,
  type PersonTask,
  type ReviewedRequest,
  selectReviewsOfPerson,
  selectTasksOfPerson,
} from "./user.sql";
import { capacityOf, type WorkingTime } from "../../../shared/work/time/workload.rules";
import { dayNumber, dayOfNumber } from "../../../shared/kernel/day-number";
import {
  type OrganizationWeek,
  scheduledMinutes,
  type WorkSchedule,
} from "../../../shared/work/schedules/schedules.rules";
import { addDays, daysFrom, mondayOf } from "../../../shared/kernel/days";
import { plannedMinutes } from "../../../shared/work/timeline/timeline.plan.rules";
import { readDaysOff } from "../../requests/leave/calendar/days-off.read";

type PeriodQuery = Pick<QueryOf<typeof endpoint>, "from" | "to" | "compare">;

export interface MeasuredPerson extends Person, WorkingTime {
  today: string;
  timeZone: string;
}

/** Shared input of all figures of a user, read once so that figures and lists can't differ. */
export interface PersonWork {
  person: MeasuredPerson;
  period: Period;
  before: Period;
  tasks: PersonTask[];
  logged: LoggedTask[];
  now: number;
}

async function measured(tx: Tx, viewer: Viewer, userId: number): Promise<MeasuredPerson> {
  const person = await tx.one<MeasuredPerson>(selectMeasuredPerson, [userId]);
  if (!person || viewer.external) throw new Problem(viewer.external ? "permission.denied" : "notFound");
  await authorizePersonAnalytics(tx, viewer, userId);
  return person;
}

async function readPersonWork(
  tx: Tx,
  viewer: Viewer,
  userId: number,
  periodQuery: PeriodQuery,
  now: Date,
): Promise<PersonWork> {
  const person = await measured(tx, viewer, userId);
  const period = resolvePeriod(periodQuery, person.today);
  const before = previousPeriod(period);
  const since = periodQuery.compare ? before.from : period.from;
  const about = [userId, viewer.id, canSeeAllProjects(viewer), since, period.to];
  const [tasks, logged] = await Promise.all([
    tx.rows<PersonTask>(selectTasksOfPerson, [...about, person.timeZone]),
    tx.rows<LoggedTask>(selectTimeLoggedByPerson, [...about, period.from]),
  ]);
  return {
    person,
    period,
    before,
    tasks,
    logged,
    now: now.getTime(),
  };
}

const finishedIn = (tasks: readonly PersonTask[], period: Period) =>
  tasks.filter(({ day }) => day !== null && isInPeriod(period, day));
const isOnTime = ({ day, dueDate }: PersonTask) => dueDate !== null && day !== null && day <= dueDate;
const cycleDays = ({ startedAt, finishedAt }: Pick<PersonTask, "startedAt" | "finishedAt">) =>
  startedAt === null || finishedAt === null ? null : daysBetween(startedAt, finishedAt);

type Counted = Exclude<UserFigure, "logged" | "planned">;

const tasksByFigure: Record<Counted, (work: PersonWork, period: Period) => PersonTask[]> = {
  finished: ({ tasks }, period) => finishedIn(tasks, period),
  on_time: ({ tasks }, period) => finishedIn(tasks, period).filter(isOnTime),
  late: ({ tasks }, period) => finishedIn(tasks, period).filter((task) => task.dueDate !== null && !isOnTime(task)),
  cycle: ({ tasks }, period) => finishedIn(tasks, period).filter((task) => cycleDays(task) !== null),
  doing: ({ tasks }) => tasks.filter(({ finishedAt, kind }) => finishedAt === null && kind === "doing"),
};

/**
 * Returns a user's figures, limited to the projects the viewer sees.
 * @throws Problem 404 for an unknown user; 403 when the viewer may not see this user's figures.
 */
export async function readUserAnalytics(
  tx: Tx,
  viewer: Viewer,
  userId: number,
  query: PeriodQuery,
  now: Date,
): Promise<UserAnalytics> {
  const work = await readPersonWork(tx, viewer, userId, query, now);
  const { person, period, before } = work;
  const address = addressOf(person);
  const [reviews, workload] = await Promise.all([readReviews(tx, viewer, userId), readWorkload(tx, work, address)]);
  const figure = (name: UserFigure, of: (period: Period) => number | null, past = true) => ({
    value: of(period),
    previous: past && query.compare ? of(before) : null,
    query: address("list", { ...period, figure: name }),
  });
  const count = (name: Counted) => (at: Period) => tasksByFigure[name](work, at).length;
  return {
    user: { id: person.id, fullname: person.fullname, image: person.image },
    ...period,
    today: person.today,
    figures: {
      finished: figure("finished", count("finished")),
      on_time: figure("on_time", (at) => {
        const [good, late] = [tasksByFigure.on_time(work, at).length, tasksByFigure.late(work, at).length];
        return good + late === 0 ? null : Math.round((good / (good + late)) * 100);
      }),
      late: figure("late", count("late")),
      cycle: figure("cycle", (at) => medianOf(tasksByFigure.cycle(work, at).map((task) => cycleDays(task) as number))),
      logged_minutes: figure("logged", (at) =>
        work.logged.reduce((sum, { minutes, before: earlier }) => sum + (at === period ? minutes : earlier), 0),
      ),
      doing: figure("doing", count("doing"), false),
      reviews: { value: reviews.length, previous: null, query: address("reviews", {}) },
    },
    workload,
  };
}

const addressOf =
  ({ id }: Pick<MeasuredPerson, "id">): Address =>
  (of, query) =>
    `${endpointPathOf({ path: `/analytics/user/:id/${of}` }, { id })}?${new URLSearchParams(query).toString()}`;

export async function listFigureOfPerson(
  tx: Tx,
  viewer: Viewer,
  userId: number,
  query: QueryOf<typeof listUserFigure>,
  now: Date,
) {
  const work = await readPersonWork(tx, viewer, userId, { ...query, compare: false }, now);
  const logged = new Map(work.logged.map(({ id, minutes }) => [id, minutes]));
  const tasks: (LoggedTask | (PersonTask & { planned?: number }))[] =
    query.figure === "logged"
      ? work.logged
      : query.figure === "planned"
        ? plannedTasks(work, work.period)
        : tasksByFigure[query.figure](work, work.period);
  const page = pageOf(query, 50);
  const data = tasks.slice(page.offset, page.offset + page.perPage).map(
    (task): UserTask => ({
      id: task.id,
      key: task.key,
      title: task.title,
      project: task.project,
      due_date: task.dueDate,
      finished_at: task.finishedAt === null ? null : new Date(task.finishedAt).toISOString(),
      days: task.startedAt === null ? null : daysBetween(task.startedAt, task.finishedAt ?? work.now),
      minutes: logged.get(task.id) ?? 0,
      planned_minutes: "planned" in task ? (task.planned ?? null) : null,
    }),
  );
  return { data, meta: pageMetaOf(page, tasks.length) };
}

export async function listDaysOfPerson(tx: Tx, viewer: Viewer, userId: number, query: QueryOf<typeof listUserDays>) {
  const person = await measured(tx, viewer, userId);
  return workdaysOf(tx, person, resolvePeriod(query, person.today));
}

export async function listReviewsOfPerson(
  tx: Tx,
  viewer: Viewer,
  userId: number,
  query: QueryOf<typeof listUserReviews>,
) {
  await measured(tx, viewer, userId);
  const reviews = await readReviews(tx, viewer, userId);
  const page = pageOf(query, 50);
  return {
    data: reviews
      .slice(page.offset, page.offset + page.perPage)
      .map(({ since, ...review }) => ({ ...review, since: since.toISOString() })),
    meta: pageMetaOf(page, reviews.length),
  };
}

/** Requests the user can decide now, limited to those visible to the viewer. Must match `authorizeRequestRead`. */
function readReviews(tx: Tx, viewer: Viewer, userId: number): Promise<ReviewedRequest[]> {
  const all = Object.values(requestFamilyDefinitions);
  const listed = all.filter(({ permissions }) => viewer.permissions.has(permissions.list));
  return tx.rows<ReviewedRequest>(selectReviewsOfPerson, [
    viewer.id,
    userId,
    all.filter(({ code }) => canSeeAllRequests(viewer, code)).map(({ code }) => code),
    listed.map(({ code }) => code),
  ]);
}

/** Users whose figures the viewer may see, always including the viewer. @throws Problem 403 for external users. */
export async function listUserAnalytics(tx: Tx, viewer: Viewer): Promise<Person[]> {
  if (viewer.external) throw new Problem("permission.denied");
  return tx.rows<Person>(selectMeasuredPeople, [viewer.id, viewer.permissions.has("analytics-user-list")]);
}

const weeks = 4;

/** Counts the days with work in the schedules of a user. */
const scheduledDays =
  (person: OrganizationWeek & { schedules: readonly WorkSchedule[] }) => (from: number, to: number) => {
    let count = 0;
    for (let day = from; day <= to; day++)
      if (scheduledMinutes(dayOfNumber(day), person, person.schedules) > 0) count++;
    return count;
  };

/** Planned minutes of each open task in a period, omitting tasks without planned time. Rounded to whole minutes so that lists add up. */
function plannedTasks({ person, tasks }: PersonWork, period: Period): (PersonTask & { planned: number })[] {
  const [from, to] = [dayNumber(period.from), dayNumber(period.to)];
  const daysWorked = person.schedules.length > 0 ? scheduledDays(person) : undefined;
  return tasks
    .filter(({ finishedAt }) => finishedAt === null)
    .map((task) => {
      // Only the number of assignees matters here, not their ids.
      const minutes = plannedMinutes([{ ...task, user_ids: [] }], from, to, person.weekend, daysWorked);
      return { ...task, planned: Math.round(minutes / Math.max(1, task.people)) };
    })
    .filter(({ planned }) => planned > 0);
}

async function readWorkload(tx: Tx, work: PersonWork, address: Address): Promise<Workload[]> {
  const { person } = work;
  const first = mondayOf(person.today);
  const off = await readDaysOff(tx, person.id, first, addDays(first, weeks * 7 - 1));
  return Array.from({ length: weeks }, (_, at) => {
    const monday = addDays(first, at * 7);
    const week = { from: monday, to: addDays(monday, 6) };
    return {
      monday,
      planned_minutes: plannedTasks(work, week).reduce((sum, { planned }) => sum + planned, 0),
      ...capacityOf(week, person, off),
      planned_query: address("list", { ...week, figure: "planned" }),
      days_query: address("days", week),
    };
  });
}

type Address = (of: "list" | "days" | "reviews", query: Record<string, string>) => string;

async function workdaysOf(tx: Tx, person: MeasuredPerson, { from, to }: Period) {
  const off = await readDaysOff(tx, person.id, from, to);
  return daysFrom(from, to).map((day) => ({
    day,
    ...capacityOf({ from: day, to: day }, person, off),
  }));
}
