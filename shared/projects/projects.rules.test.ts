import fc from "fast-check";
import { type ProjectFigures, progressParts, standingOf } from "./projects.rules";

const project = (of: Partial<ProjectFigures> = {}): ProjectFigures => ({
  status: "active",
  start_date: "2026-11-01",
  end_date: "2026-12-10",
  progress: 50,
  task_count: 10,
  done_count: 4,
  doing_count: 2,
  ...of,
});

const today = "2026-11-20";

describe("how a project stands", () => {
  test.each<[string, Partial<ProjectFigures>, ReturnType<typeof standingOf>]>([
    ["completed, whatever its tasks say", { status: "completed", progress: 10 }, { kind: "completed" }],
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
  ])("%s", (_, figures, standing) => expect(standingOf(project(figures), today)).toEqual(standing));

  test("behind: 19 of 40 days passed, a quarter done", () => {
    expect(standingOf(project({ progress: 25 }), today)).toEqual({ kind: "behind", expected: 48 });
  });

  test("a day late is behind, less than a day isn't", () => {
    const twenty = { start_date: "2026-11-01", end_date: "2026-11-20" };
    const passed = (Date.parse(`${today}T00:00:00Z`) - Date.parse("2026-11-01T00:00:00Z")) / 86_400_000;
    const at = (lag: number) => standingOf(project({ ...twenty, progress: ((passed - lag) / 20) * 100 }), today).kind;
    expect([at(0.9), at(1)]).toEqual(["onTrack", "behind"]);
  });

  test("a lag under three per cent of a long timeline is on track", () => {
    const year = { start_date: "2026-01-01", end_date: "2026-12-31" };
    expect(standingOf(project({ ...year, progress: 87 }), today)).toEqual({ kind: "onTrack" });
    expect(standingOf(project({ ...year, progress: 80 }), today)).toMatchObject({ kind: "behind" });
  });

  test("on the first day nobody is behind", () => {
    expect(standingOf(project({ start_date: today, progress: 0, done_count: 0 }), today)).toEqual({ kind: "onTrack" });
  });

  test("more progress never makes it later", () => {
    const behind = (progress: number) => Number(standingOf(project({ progress }), today).kind === "behind");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }), (a, b) => {
        expect(behind(Math.max(a, b))).toBeLessThanOrEqual(behind(Math.min(a, b)));
      }),
    );
  });
});

test("the parts of the bar fill at most the whole of it", () => {
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
