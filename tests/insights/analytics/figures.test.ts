import type { DepartmentAnalytics } from "../../../shared/insights/analytics/department-analytics.contract";
import { minFinishedTasks, percentile } from "../../../shared/work/tasks/cycle-time.rules";
import { flowListAddress, type ProjectAnalytics } from "../../../shared/insights/analytics/project-analytics.contract";
import type { UserAnalytics } from "../../../shared/insights/analytics/user-analytics.contract";
import { seedDemoIfEmpty } from "../../../server/demo/demo.seed";
import { runsAll } from "../../run-size";
import { addDays } from "../../../shared/kernel/days";
import { Api } from "../../support/api";
import { freshDatabaseUrl } from "../../support/postgres/databases";
import { testServer } from "../../support/server";

const server = testServer({
  databaseUrl: async () => {
    const url = await freshDatabaseUrl("figures");
    await seedDemoIfEmpty(url);
    return url;
  },
});

const someOf = <One>(items: readonly One[]) => (runsAll ? items : items.slice(0, 2));

type Row = Record<string, number | string | null>;
type Compared = [query: string, figure: number | null, of: (rows: Row[]) => number | null];

async function signIn(email: string): Promise<Api> {
  const anonymous = new Api(server.app, "localhost", null);
  return new Api(
    server.app,
    "localhost",
    (await anonymous.post("/auth/login", { email, password: "Demo1234" })).body.access_token,
  );
}

async function read<Answer>(api: Api, path: string): Promise<Answer> {
  const answer = await api.get(path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  return answer.body.data as Answer;
}

async function rowsOf(api: Api, query: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await api.get(`${query}${query.includes("/days?") ? "" : `&page=${page}&per_page=200`}`);
    if (answer.status !== 200) throw new Error(`${query}: ${answer.text}`);
    rows.push(...answer.body.data);
    if (rows.length >= (answer.body.meta?.total ?? rows.length)) return rows;
  }
}

function addressesIn(answer: unknown): string[] {
  if (typeof answer === "string") return /^\/analytics\/.*\?/.test(answer) ? [answer] : [];
  return answer !== null && typeof answer === "object" ? Object.values(answer).flatMap(addressesIn) : [];
}

async function agree(api: Api, answer: object, compared: readonly Compared[], prefixes: readonly string[] = []) {
  const opened = new Set(compared.map(([query]) => query));
  expect(addressesIn(answer).filter((query) => !opened.has(query) && !prefixes.includes(query))).toEqual([]);
  const lists = new Map<string, Row[]>();
  for (const [query, figure, of] of compared) {
    const rows = lists.get(query) ?? (await rowsOf(api, query));
    lists.set(query, rows);
    expect([query, of(rows)]).toEqual([query, figure]);
  }
}

const count = (rows: Row[]) => rows.length;
const sum = (name: string) => (rows: Row[]) =>
  Math.round(rows.reduce((total, row) => total + Number(row[name]), 0) * 10_000) / 10_000;
const median = (name: string) => (rows: Row[]) => {
  const values = rows.flatMap((row) => (row[name] === null ? [] : [Number(row[name])]));
  return values.length < minFinishedTasks ? null : percentile(values, 50);
};

function ofProject({ figures, throughput, cycle, flow, time, forecast }: ProjectAnalytics): Compared[] {
  const days = [flow.days[0], flow.days.at(-9), flow.days.at(-1)].flatMap((day) => day ?? []);
  const inKind = (day: (typeof days)[number], kind?: string) =>
    day.counts.reduce((all, one, at) => all + (kind && flow.columns[at]?.kind !== kind ? 0 : one), 0);
  return [
    ...(["finished", "doing", "open", "reopened"] as const).map(
      (name): Compared => [figures[name].query, figures[name].value, count],
    ),
    [figures.cycle.query, figures.cycle.value, median("days")],
    [figures.lead.query, figures.lead.value, median("lead_days")],
    [figures.blocked.query, figures.blocked.value, sum("blocked_days")],
    ...throughput.flatMap((bucket): Compared[] => [
      [bucket.query, bucket.count, count],
      ...bucket.parts.map((part): Compared => [part.query, part.count, count]),
    ]),
    ...cycle.histogram.map((range): Compared => [range.query, range.count, count]),
    [time.query, time.estimate_minutes, sum("estimate_minutes")],
    [time.query, time.spent_minutes, sum("spent_minutes")],
    [forecast.query, forecast.finished, count],
    ...days.flatMap((day): Compared[] => [
      ...flow.columns.map(
        ({ id }, at): Compared => [
          flowListAddress(flow.query, day.day, { column_id: id }),
          day.counts[at] as number,
          count,
        ],
      ),
      [flowListAddress(flow.query, day.day), inKind(day), count],
      [flowListAddress(flow.query, day.day, { kind: "doing" }), inKind(day, "doing"), count],
      [flowListAddress(flow.query, day.day, { kind: "done" }), inKind(day, "done"), count],
    ]),
  ];
}

const filters = ["", "group=priority&compare=true&by=month", "group=tag", "priority=high", "tag", "user"];

test.each(filters.map((filter, at) => [filter, at] as const))(
  "project figures agree with their lists when filtered by %s",
  async (filter, at) => {
    const api = await signIn("admin@acme.test");
    const projects = await read<{ id: number }[]>(api, "/analytics/project");
    // Tests each project and each filter once, or all combinations if `runsAll` is set.
    for (const { id } of projects.filter((_, index) => runsAll || index % filters.length === at)) {
      const path = `/analytics/project/${id}?`;
      const { filters } = await read<ProjectAnalytics>(api, path);
      const query =
        filter === "tag"
          ? `tag_id=${filters.tags[0]?.id ?? ""}`
          : filter === "user"
            ? `user_id=${filters.people[0]?.id ?? ""}`
            : filter;
      const answer = await read<ProjectAnalytics>(api, `${path}${query}`);
      expect(answer.behind).toBe(false);
      await agree(api, answer, ofProject(answer), [answer.flow.query]);
    }
  },
);

function ofUser({ figures, workload }: UserAnalytics): Compared[] {
  const { on_time: onTime, late, logged_minutes: logged } = figures;
  return [
    ...(["finished", "late", "doing", "reviews"] as const).map(
      (name): Compared => [figures[name].query, figures[name].value, count],
    ),
    [
      onTime.query,
      onTime.value,
      (rows) =>
        rows.length + (late.value ?? 0) === 0
          ? null
          : Math.round((rows.length / (rows.length + (late.value ?? 0))) * 100),
    ],
    [figures.cycle.query, figures.cycle.value, median("days")],
    [logged.query, logged.value, sum("minutes")],
    ...workload.flatMap((week): Compared[] => [
      [week.planned_query, week.planned_minutes, sum("planned_minutes")],
      [week.days_query, week.capacity_minutes, sum("capacity_minutes")],
      [week.days_query, week.leave_minutes, sum("leave_minutes")],
    ]),
  ];
}

test.each(["admin@acme.test", "manager@acme.test", "employee@acme.test"])(
  "figures of each user visible to %s agree with their lists",
  async (email) => {
    const api = await signIn(email);
    const people = await read<{ id: number }[]>(api, "/analytics/user");
    expect(people.length).toBeGreaterThan(0);
    for (const { id } of someOf(people)) {
      const answer = await read<UserAnalytics>(api, `/analytics/user/${id}?compare=true`);
      await agree(api, answer, ofUser(answer));
    }
  },
);

function ofDepartment(answer: DepartmentAnalytics): Compared[] {
  const { leave } = answer;
  const maybe = (query: string | null, figure: number | null, of: Compared[2]): Compared[] =>
    query === null ? [] : [[query, figure, of]];
  return [
    ...maybe(answer.people_query, answer.people, count),
    ...maybe(leave.taken_query, leave.taken, sum("value")),
    ...maybe(leave.planned_query, leave.planned, sum("value")),
    ...maybe(
      leave.absence_query,
      leave.absence,
      (rows) => Math.round((sum("value")(rows) / sum("of")(rows)) * 1_000) / 10,
    ),
    ...leave.months.flatMap(({ query, days }) => maybe(query, days, sum("value"))),
    ...answer.spend.months.flatMap(({ query, amount, count: expectedCount }) => [
      ...maybe(query, Number(amount), sum("value")),
      ...maybe(query, expectedCount, count),
    ]),
    ...(answer.budgets ?? []).flatMap((one) => [
      ...maybe(one.spent_query, Number(one.spent), sum("value")),
      ...maybe(one.committed_query, Number(one.committed), sum("value")),
      ...maybe(one.waiting_query, Number(one.waiting), sum("value")),
    ]),
    ...answer.time.flatMap(({ query, minutes }) => maybe(query, minutes, sum("value"))),
    ...answer.approvals.flatMap(({ query, count: expectedCount, days }) => [
      ...maybe(query, expectedCount, count),
      ...maybe(query, days, median("value")),
    ]),
    ...(answer.bookings ?? []).flatMap(({ query, minutes, count: expectedCount }) => [
      ...maybe(query, minutes, sum("value")),
      ...maybe(query, expectedCount, count),
    ]),
  ];
}

test.each(["admin@acme.test", "hr@acme.test", "finance@acme.test"])(
  "figures of the tenant and each department agree with their lists for %s",
  async (email) => {
    const api = await signIn(email);
    const { departments, today } = await read<DepartmentAnalytics>(api, "/analytics/department");
    for (const id of ["", ...someOf(departments).map((one) => one.id)]) {
      const answer = await read<DepartmentAnalytics>(
        api,
        `/analytics/department?from=${addDays(today, -150)}&to=${addDays(today, 60)}&department_id=${id}`,
      );
      await agree(api, answer, ofDepartment(answer));
    }
  },
);
