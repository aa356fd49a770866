import { createDemoData } from "../../server/demo/demo.seed";
import { violatesDependency, type PlannableTask } from "../../shared/work/timeline/timeline.plan.rules";

const wednesday = new Date("2026-11-18T11:00:00Z");

test("the same seed and date produce the same demo data", async () => {
  const first = await createDemoData("hash", wednesday);
  const second = await createDemoData("hash", wednesday);
  expect(second.events).toEqual(first.events);
  expect(second.log.rows).toEqual(first.log.rows);
});

/** Edge cases: early Monday, weekends, the turn of the year, a leap day. */
const moments = [
  "2026-11-18T11:00:00Z",
  "2026-11-23T05:30:00Z",
  "2026-11-21T12:00:00Z",
  "2026-11-22T23:59:00Z",
  "2027-01-01T00:00:30Z",
  "2028-02-29T14:00:00Z",
  "2026-07-06T06:01:00Z",
];

test.each(moments)("at %s: the first project has archived and enough recently finished tasks", async (text) => {
  const { events, log } = await createDemoData("hash", new Date(text));
  const [project] = log.rows.project ?? [];
  const own = (log.rows.task ?? []).filter((task) => task.project_id === project?.id);
  expect(own.filter((task) => task.archived_at !== null).length).toBeGreaterThan(1);
  const done = new Set(own.filter((task) => task.progress === 100).map((task) => task.id));
  const monthAgo = new Date(text).getTime() - 30 * 86_400_000;
  const moved = events.filter(({ type, at }) => type === "task.moved" && new Date(at).getTime() > monthAgo);
  const finished = new Set(moved.map(({ data }) => (data as { id: number }).id).filter((id) => done.has(id)));
  // Medians need at least five values.
  expect(finished.size).toBeGreaterThan(5);
});

test.each(moments)("at %s: no event is in the future or outside working hours", async (text) => {
  const now = new Date(text);
  const { events, log } = await createDemoData("hash", now);
  expect(events.length).toBeGreaterThan(1_000);
  for (const event of events) {
    const at = new Date(event.at);
    expect(event.at).toBeLessThan(now.getTime());
    expect([0, 6]).not.toContain(at.getUTCDay());
    expect(at.getUTCHours()).toBeGreaterThanOrEqual(6);
    expect(at.getUTCHours()).toBeLessThan(15);
  }
  const projects = new Map(log.rows.project?.map((project) => [project.id, project]));
  type Dated = { project_id: number; start_date: string | null; due_date: string | null };
  for (const { project_id, start_date: start, due_date: due } of (log.rows.task ?? []) as Dated[]) {
    const { start_date, end_date } = projects.get(project_id) as { start_date: string; end_date: string };
    for (const day of [start, due]) if (day) expect(day >= start_date && day <= end_date).toBe(true);
    if (start && due) expect(start <= due).toBe(true);
  }
});

test("a task's events follow its creation; archived demo tasks were done", async () => {
  const { events, log } = await createDemoData("hash", wednesday);
  const createdTasks = new Set<number>();
  for (const { type, data } of events) {
    const { id, task_id } = data as { id: number; task_id?: number };
    if (type === "task.created") createdTasks.add(id);
    else if (type.startsWith("task.")) expect(createdTasks.has(id)).toBe(true);
    else if (type.startsWith("comment.")) expect(createdTasks.has(task_id as number)).toBe(true);
  }
  for (const task of log.rows.task ?? []) if (task.archived_at) expect(task.progress).toBe(100);
});

test("demo users log at most eight hours a day", async () => {
  const { log } = await createDemoData("hash", wednesday);
  const days = new Map<string, number>();
  for (const entry of (log.rows.time_entry ?? []) as { user_id: number; date: string; minutes: number }[]) {
    const day = `${entry.user_id} ${entry.date}`;
    days.set(day, (days.get(day) ?? 0) + entry.minutes);
  }
  expect(Math.max(...days.values())).toBeLessThanOrEqual(480);
});

test.each(moments)("at %s: the time on demo tasks and projects is at most half more than estimated", async (text) => {
  const { log } = await createDemoData("hash", new Date(text));
  const tasks = (log.rows.task ?? []) as { id: number; project_id: number; estimate_minutes: number | null }[];
  const spent = new Map<number, number>();
  for (const { task_id, minutes } of (log.rows.time_entry ?? []) as { task_id: number; minutes: number }[])
    spent.set(task_id, (spent.get(task_id) ?? 0) + minutes);
  const shares = new Map<string, number>();
  for (const { id, estimate_minutes: estimate } of tasks)
    if (estimate !== null) shares.set(`task ${id}`, (spent.get(id) ?? 0) / estimate);
  for (const { id: projectId } of (log.rows.project ?? []) as { id: number }[]) {
    const own = tasks.filter((task) => task.project_id === projectId);
    const estimated = own.reduce((sum, task) => sum + (task.estimate_minutes ?? 0), 0);
    shares.set(`project ${projectId}`, own.reduce((sum, task) => sum + (spent.get(task.id) ?? 0), 0) / estimated);
  }
  expect([...shares].filter(([, share]) => share > 1.5)).toEqual([]);
  expect([...shares.values()].filter((share) => share > 1).length).toBeGreaterThan(5);
});

const dayBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);

test("demo users log nearly full days, and most demo tasks are estimated", async () => {
  const { log } = await createDemoData("hash", wednesday);
  const entries = (log.rows.time_entry ?? []) as { user_id: number; task_id: number; date: string; minutes: number }[];
  const lately = entries.filter((entry) => entry.date > dayBefore(wednesday, 14));
  const cells = new Set(lately.map((entry) => `${entry.user_id} ${entry.date}`));
  const minutes = lately.reduce((all, entry) => all + entry.minutes, 0);
  expect(minutes / cells.size).toBeGreaterThan(360);
  const weeks = (log.rows.time_week ?? []) as { user_id: number; monday: string; state: string; decided_by: number }[];
  expect(weeks.filter((week) => week.state === "submitted").length).toBeGreaterThan(2);
  expect(weeks.filter((week) => week.state === "approved").length).toBeGreaterThan(20);
  const parents = new Map((log.rows.app_user ?? []).map((user) => [user.id, user.parent_id]));
  for (const week of weeks) if (week.decided_by) expect(week.decided_by).toBe(parents.get(week.user_id));
  const tasks = log.rows.task ?? [];
  expect(tasks.filter((task) => task.estimate_minutes !== null).length).toBeGreaterThan(tasks.length / 2);
});

test("the demo plan has tasks with and without dates, and blockers that end too late", async () => {
  const { log } = await createDemoData("hash", wednesday);
  const open = (log.rows.task ?? []).filter((task) => task.archived_at === null && (task.progress as number) < 100);
  expect(open.filter((task) => task.start_date && task.due_date).length).toBeGreaterThan(40);
  expect(open.filter((task) => !task.start_date && task.due_date).length).toBeGreaterThan(3);
  expect(open.filter((task) => !task.start_date && !task.due_date).length).toBeGreaterThan(5);
  const tasks = new Map(
    log.rows.task?.map((task) => [task.id, task as unknown as PlannableTask & { project_id: number }]),
  );
  const links = (log.rows.task_blocker ?? []).map((link) => [tasks.get(link.task_id), tasks.get(link.blocker_id)]);
  const broken = links.filter(([waiting, blocker]) => waiting && blocker && violatesDependency(blocker, waiting));
  expect(links.length).toBeGreaterThan(15);
  expect(broken.length).toBeGreaterThan(0);
  expect(broken.length).toBeLessThan(links.length / 2);
  for (const [waiting, blocker] of links) expect(waiting?.project_id).toBe(blocker?.project_id);
});
