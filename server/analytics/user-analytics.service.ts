import { daysBetween, enoughFinished, percentile } from "../../shared/analytics/figures.rules";
import { type Period, periodBefore, periodOf, within } from "../../shared/analytics/periods.rules";
import type {
  listUserDays,
  listUserFigure,
  listUserReviews,
  readUserAnalytics as endpoint,
  UserAnalytics,
  UserFigure,
  UserTask,
} from "../../shared/analytics/user-analytics.contract";
import { pathOf, type QueryOf } from "../../shared/kernel/endpoint";
import type { Actor as Person } from "../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import { Problem } from "../../shared/kernel/problems";
import { families } from "../../shared/requests/families";
import { seesAll } from "../approvals/request-readers.policy";
import type { Tx } from "../platform/database/unit-of-work";
import { seesAllProjects, type Viewer } from "../projects/projects.policy";
import { authorizePerson } from "./analytics.policy";
import { type Address, plannedTasks, readWorkload, workdaysOf } from "./user-workload.service";
import {
  type LoggedTask,
  loggedByPerson,
  measuredPeople,
  measuredPerson,
  type PersonTask,
  type Review,
  reviewsOfPerson,
  tasksOfPerson,
} from "./user.sql";

type Asked = Pick<QueryOf<typeof endpoint>, "from" | "to" | "compare">;

export interface Measured extends Person {
  today: string;
  timeZone: string;
  weekend: number[];
  minutesPerDay: number;
}

/** What every figure of a person is computed from: read once, so that figures and lists can't differ. */
export interface PersonWork {
  person: Measured;
  period: Period;
  before: Period;
  tasks: PersonTask[];
  logged: LoggedTask[];
  now: number;
}

async function measured(tx: Tx, viewer: Viewer, userId: number): Promise<Measured> {
  const person = await tx.one<Measured>(measuredPerson, [userId]);
  if (!person || viewer.external) throw new Problem(viewer.external ? "permission.denied" : "notFound");
  await authorizePerson(tx, viewer, userId);
  return person;
}

async function readPersonWork(tx: Tx, viewer: Viewer, userId: number, asked: Asked, now: Date): Promise<PersonWork> {
  const person = await measured(tx, viewer, userId);
  const period = periodOf(asked, person.today);
  const before = periodBefore(period);
  const since = asked.compare ? before.from : period.from;
  const about = [userId, viewer.id, seesAllProjects(viewer), since, period.to];
  const [tasks, logged] = await Promise.all([
    tx.rows<PersonTask>(tasksOfPerson, [...about, person.timeZone]),
    tx.rows<LoggedTask>(loggedByPerson, [...about, period.from]),
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
  tasks.filter(({ day }) => day !== null && within(period, day));
const onTime = ({ day, dueDate }: PersonTask) => dueDate !== null && day !== null && day <= dueDate;
const cycleDays = ({ startedAt, finishedAt }: Pick<PersonTask, "startedAt" | "finishedAt">) =>
  startedAt === null || finishedAt === null ? null : daysBetween(startedAt, finishedAt);

/** Figures that say how many tasks there are. */
type Counted = Exclude<UserFigure, "logged" | "planned">;

/** What a figure counts; figures say how many, lists show them. */
const behind: Record<Counted, (work: PersonWork, period: Period) => PersonTask[]> = {
  finished: ({ tasks }, period) => finishedIn(tasks, period),
  on_time: ({ tasks }, period) => finishedIn(tasks, period).filter(onTime),
  late: ({ tasks }, period) => finishedIn(tasks, period).filter((task) => task.dueDate !== null && !onTime(task)),
  cycle: ({ tasks }, period) => finishedIn(tasks, period).filter((task) => cycleDays(task) !== null),
  doing: ({ tasks }) => tasks.filter(({ finishedAt, kind }) => finishedAt === null && kind === "doing"),
};

/**
 * The figures of a person, in the projects that the viewer sees.
 * @throws Problem 404 for nobody; 403 for somebody whom the viewer doesn't lead.
 */
export async function readUserAnalytics(
  tx: Tx,
  viewer: Viewer,
  userId: number,
  query: Asked,
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
  const count = (name: Counted) => (at: Period) => behind[name](work, at).length;
  return {
    user: { id: person.id, fullname: person.fullname, image: person.image },
    ...period,
    today: person.today,
    figures: {
      finished: figure("finished", count("finished")),
      on_time: figure("on_time", (at) => {
        const [good, late] = [behind.on_time(work, at).length, behind.late(work, at).length];
        return good + late === 0 ? null : Math.round((good / (good + late)) * 100);
      }),
      late: figure("late", count("late")),
      cycle: figure("cycle", (at) => {
        const lengths = behind.cycle(work, at).map((task) => cycleDays(task) as number);
        return lengths.length < enoughFinished ? null : percentile(lengths, 50);
      }),
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
  ({ id }: Pick<Measured, "id">): Address =>
  (of, query) =>
    `${pathOf({ path: `/analytics/user/:id/${of}` }, { id })}?${new URLSearchParams(query).toString()}`;

/** The tasks behind a figure of a person. @throws Problem as `readUserAnalytics`. */
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
        : behind[query.figure](work, work.period);
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

/** What a person can work on each day. @throws Problem as `readUserAnalytics`. */
export async function listDaysOfPerson(tx: Tx, viewer: Viewer, userId: number, query: QueryOf<typeof listUserDays>) {
  const person = await measured(tx, viewer, userId);
  return workdaysOf(tx, person, periodOf(query, person.today));
}

/** What waits for a person. @throws Problem as `readUserAnalytics`. */
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
    data: reviews.slice(page.offset, page.offset + page.perPage),
    meta: pageMetaOf(page, reviews.length),
  };
}

/** Requests that a person can decide now, of those that the viewer may see: what `authorizeSeeing` says of one of them. */
function readReviews(tx: Tx, viewer: Viewer, userId: number): Promise<Review[]> {
  const all = Object.values(families);
  const listed = all.filter(({ permissions }) => viewer.permissions.has(permissions.list));
  return tx.rows<Review>(reviewsOfPerson, [
    viewer.id,
    userId,
    all.filter(({ code }) => seesAll(viewer, code)).map(({ code }) => code),
    listed.map(({ code }) => code),
  ]);
}

/** Whose figures the viewer may see; never none: one's own. @throws Problem 403 for people from outside. */
export async function listUserAnalytics(tx: Tx, viewer: Viewer): Promise<Person[]> {
  if (viewer.external) throw new Problem("permission.denied");
  return tx.rows<Person>(measuredPeople, [viewer.id, viewer.permissions.has("analytics-user-list")]);
}
