import { makeDemo } from "../../server/demo/demo.seed";

const wednesday = new Date("2026-11-18T11:00:00Z");

test("the same seed gives the same demo, relative to the day", () => {
  const first = makeDemo("hash", wednesday);
  const second = makeDemo("hash", wednesday);
  expect(second.events).toEqual(first.events);
  expect(second.log.rows).toEqual(first.log.rows);
});

// Days on which something could go wrong: early on a Monday, week-ends, the turn of the year, a leap day.
test.each([
  "2026-11-18T11:00:00Z",
  "2026-11-23T05:30:00Z",
  "2026-11-21T12:00:00Z",
  "2026-11-22T23:59:00Z",
  "2027-01-01T00:00:30Z",
  "2028-02-29T14:00:00Z",
  "2026-07-06T06:01:00Z",
])("at %s: nothing has happened yet that is still to come, and work is done in working hours", (text) => {
  const now = new Date(text);
  const { events, log } = makeDemo("hash", now);
  expect(events.length).toBeGreaterThan(1_000);
  for (const event of events) {
    const at = new Date(event.at);
    expect(event.at).toBeLessThan(now.getTime());
    expect([0, 6]).not.toContain(at.getUTCDay());
    expect(at.getUTCHours()).toBeGreaterThanOrEqual(6);
    expect(at.getUTCHours()).toBeLessThan(15);
  }
  const projects = new Map(log.rows.project?.map((project) => [project.id, project]));
  for (const { project_id, due_date } of (log.rows.task ?? []) as { project_id: number; due_date: string | null }[]) {
    const { start_date, end_date } = projects.get(project_id) as { start_date: string; end_date: string };
    if (due_date) expect(due_date >= start_date && due_date <= end_date).toBe(true);
  }
});

test("what happened to a task happened after it was made, and archived tasks were done", () => {
  const { events, log } = makeDemo("hash", wednesday);
  const made = new Set<number>();
  for (const { type, data } of events) {
    const { id, task_id } = data as { id: number; task_id?: number };
    if (type === "task.created") made.add(id);
    else if (type.startsWith("task.")) expect(made.has(id)).toBe(true);
    else if (type.startsWith("comment.")) expect(made.has(task_id as number)).toBe(true);
  }
  for (const task of log.rows.task ?? []) if (task.archived_at) expect(task.progress).toBe(100);
});

test("nobody noted more than a day's work on a day", () => {
  const { log } = makeDemo("hash", wednesday);
  const days = new Map<string, number>();
  for (const entry of (log.rows.time_entry ?? []) as { user_id: number; date: string; minutes: number }[]) {
    const day = `${entry.user_id} ${entry.date}`;
    days.set(day, (days.get(day) ?? 0) + entry.minutes);
  }
  expect(Math.max(...days.values())).toBeLessThanOrEqual(480);
});
