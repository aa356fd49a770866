import fc from "fast-check";
import { type ProjectFigures, progressParts, projectHealthOf } from "./projects.rules";

const project = (of: Partial<ProjectFigures> = {}): ProjectFigures => ({
  status: "active",
  start_date: "2026-11-01",
  end_date: "2026-12-10",
  progress: 50,
  task_count: 10,
  done_count: 4,
  doing_count: 2,
  overdue_count: 0,
  estimate_minutes: 600,
  spent_on_estimated_minutes: 300,
  ...of,
});

const today = "2026-11-20";

describe("project health", () => {
  test.each<[string, Partial<ProjectFigures>, ReturnType<typeof projectHealthOf>]>([
    ["completed, whatever its tasks say", { status: "completed", progress: 10 }, { kind: "completed", open: 6 }],
    ["completed with all tasks done", { status: "completed", done_count: 10 }, { kind: "completed", open: 0 }],
    ["on pace with overdue tasks", { progress: 60, overdue_count: 3 }, { kind: "lateTasks", count: 3 }],
    ["behind says more than overdue tasks", { progress: 10, overdue_count: 3 }, { kind: "behind", expected: 48 }],
    ["without dates, overdue tasks", { start_date: null, overdue_count: 1 }, { kind: "lateTasks", count: 1 }],
    [
      "on pace with the estimate overrun",
      { progress: 60, spent_on_estimated_minutes: 870 },
      { kind: "overEstimate", percent: 145 },
    ],
    ["the estimate used up exactly", { progress: 60, spent_on_estimated_minutes: 600 }, { kind: "onTrack" }],
    ["the time spent isn't known", { progress: 60, spent_on_estimated_minutes: null }, { kind: "onTrack" }],
    ["on hold isn't late", { status: "on_hold", end_date: "2026-11-02" }, { kind: "paused" }],
    ["begins later", { start_date: "2027-01-04", end_date: null }, { kind: "starts", day: "2027-01-04" }],
    ["planned, and its first day has come", { status: "planned" }, { kind: "planned" }],
    [
      "planned for later says when",
      { status: "planned", start_date: "2026-12-01" },
      { kind: "starts", day: "2026-12-01" },
    ],
    ["nothing in it", { task_count: 0, done_count: 0, progress: 0 }, { kind: "empty" }],
    ["all done before its end", { done_count: 10, progress: 100 }, { kind: "allDone" }],
    ["all done after its end", { done_count: 10, progress: 100, end_date: "2026-11-10" }, { kind: "allDone" }],
    ["its end was yesterday", { end_date: "2026-11-19", progress: 99 }, { kind: "late", days: 1 }],
    ["its end is today", { end_date: "2026-11-20", start_date: null, progress: 99 }, { kind: "underWay" }],
    ["as much done as time passed", { progress: 48 }, { kind: "onTrack" }],
    ["without dates, begun", { start_date: null, end_date: null }, { kind: "underWay" }],
    ["without dates, one task taken up", { start_date: null, progress: 0, doing_count: 1 }, { kind: "underWay" }],
    ["without dates, nothing begun", { start_date: null, progress: 0, doing_count: 0 }, { kind: "notBegun" }],
  ])("%s", (_, figures, standing) => expect(projectHealthOf(project(figures), today)).toEqual(standing));

  test.each<[string, Partial<ProjectFigures>, string | null, ReturnType<typeof projectHealthOf>["kind"]]>([
    ["a forecast too far ahead to name", { progress: 60 }, null, "forecastLate"],
    ["a forecast after the planned end", { progress: 60 }, "2026-12-11", "forecastLate"],
    ["a forecast on the planned end", { progress: 60 }, "2026-12-10", "onTrack"],
    ["overdue tasks and a late forecast", { progress: 60, overdue_count: 1 }, "2026-12-11", "lateTasks"],
    ["a forecast without a planned end", { end_date: null }, "2026-12-11", "underWay"],
    ["a late forecast of a completed project", { status: "completed" }, "2026-12-11", "completed"],
  ])("%s", (_, figures, forecast, kind) =>
    expect(projectHealthOf(project(figures), today, { day: forecast }).kind).toBe(kind),
  );

  test("a project with 25 percent done after 19 of 40 days is behind", () => {
    expect(projectHealthOf(project({ progress: 25 }), today)).toEqual({ kind: "behind", expected: 48 });
  });

  test("a lag of one day is behind, a smaller lag is on track", () => {
    const twenty = { start_date: "2026-11-01", end_date: "2026-11-20" };
    const passed = (Date.parse(`${today}T00:00:00Z`) - Date.parse("2026-11-01T00:00:00Z")) / 86_400_000;
    const at = (lag: number) =>
      projectHealthOf(project({ ...twenty, progress: ((passed - lag) / 20) * 100 }), today).kind;
    expect([at(0.9), at(1)]).toEqual(["onTrack", "behind"]);
  });

  test("a lag below 3 percent of a long timeline is on track", () => {
    const year = { start_date: "2026-01-01", end_date: "2026-12-31" };
    expect(projectHealthOf(project({ ...year, progress: 87 }), today)).toEqual({ kind: "onTrack" });
    expect(projectHealthOf(project({ ...year, progress: 80 }), today)).toMatchObject({ kind: "behind" });
  });

  test("a project is not behind on its first day", () => {
    expect(projectHealthOf(project({ start_date: today, progress: 0, done_count: 0 }), today)).toEqual({
      kind: "onTrack",
    });
  });

  test("more progress never turns a project from on track to behind", () => {
    const behind = (progress: number) => Number(projectHealthOf(project({ progress }), today).kind === "behind");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }), (a, b) => {
        expect(behind(Math.max(a, b))).toBeLessThanOrEqual(behind(Math.min(a, b)));
      }),
    );
  });
});

test("the parts of the progress bar sum to at most 100 percent", () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(60), fc.nat(60), (task_count, done_count, doing_count) => {
      const { done, doing } = progressParts({ task_count, done_count, doing_count });
      expect(done).toBeGreaterThanOrEqual(0);
      expect(doing).toBeGreaterThanOrEqual(0);
      expect(done + doing).toBeLessThanOrEqual(100.000001);
    }),
  );
  expect(progressParts({ task_count: 8, done_count: 2, doing_count: 4 })).toEqual({ done: 25, doing: 50 });
});
