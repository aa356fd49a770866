import fc from "fast-check";
import { addDays, foldText, matcherOf, noFilter, nobody, sorterOf, type TaskFilter } from "./tasks.filter.rules";
import { kindOfProgress, progressAfterMove, progressOfSubtasks } from "./tasks.progress.rules";
import {
  compareRanked,
  compareRanks,
  freshRanks,
  longestRank,
  needsRebalance,
  rankBetween,
  ranksBetween,
} from "./tasks.rank.rules";
import { wipState, wipWarns } from "./tasks.wip.rules";

describe("ranks", () => {
  it("always leave room between two neighbours, in byte order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1_000 }), { maxLength: 200 }), (drops) => {
        const ranks: string[] = [];
        for (const drop of drops) {
          const at = drop % (ranks.length + 1);
          ranks.splice(at, 0, rankBetween(ranks[at - 1] ?? null, ranks[at] ?? null));
        }
        const bytes = ranks.map((rank) => Buffer.from(rank, "utf8"));
        for (let at = 1; at < ranks.length; at++) {
          expect(Buffer.compare(bytes[at - 1] as Buffer, bytes[at] as Buffer)).toBe(-1);
          expect(compareRanks(ranks[at - 1] as string, ranks[at] as string)).toBe(-1);
        }
      }),
    );
  });

  it("refuse neighbours that don't stand in order", () => {
    expect(() => rankBetween("a1", "a1")).toThrow();
    expect(() => rankBetween("a2", "a1")).toThrow();
  });

  it("come short and in order for a whole column", () => {
    const ranks = freshRanks(1_000);
    expect(ranks).toEqual([...ranks].sort());
    expect(ranks.every((rank) => rank.length < 8)).toBe(true);
    expect(ranksBetween(null, "a0", 3)).toHaveLength(3);
  });

  it("are due for a rebalance after many drops into one gap, and not before", () => {
    let below = rankBetween(null, null);
    const above = rankBetween(null, below);
    let drops = 0;
    while (!needsRebalance(below)) {
      below = rankBetween(above, below);
      drops += 1;
    }
    expect(drops).toBeGreaterThan(100);
    expect(below.length).toBe(longestRank + 1);
  });

  it("let ids decide a tie", () => {
    expect(
      [
        { id: 9, rank: "a1" },
        { id: 3, rank: "a1" },
      ]
        .sort(compareRanked)
        .map((task) => task.id),
    ).toEqual([3, 9]);
  });
});

describe("limits", () => {
  it("warn from the limit on and never without one", () => {
    expect([3, 4, 5].map((count) => wipState(count, 4))).toEqual(["below", "full", "over"]);
    expect([3, 4, 5].map((count) => wipWarns(count, 4))).toEqual([false, true, true]);
    expect(wipState(99, null)).toBe("none");
    expect(wipWarns(99, null)).toBe(false);
  });
});

describe("progress", () => {
  it("is 0 for to-do, 1 to 99 in progress, 100 for done", () => {
    expect([0, 1, 99, 100].map(kindOfProgress)).toEqual(["todo", "doing", "doing", "done"]);
  });

  it("of subtasks is 100 only when all are done, and above 0 as soon as one is", () => {
    fc.assert(
      fc.property(fc.nat({ max: 500 }), fc.nat({ max: 500 }), (done, total) => {
        const progress = progressOfSubtasks(done, total);
        expect(progress === 100).toBe(total > 0 && done >= total);
        expect(progress > 0).toBe(total > 0 && done > 0);
      }),
    );
  });

  it("becomes 100 in a done column and is taken back when leaving it", () => {
    const task = { progress: 40, subtask_count: 4, subtask_done_count: 1 };
    expect(progressAfterMove(task, "doing", "done")).toBe(100);
    expect(progressAfterMove({ ...task, progress: 100 }, "done", "doing")).toBe(25);
    expect(progressAfterMove({ progress: 100, subtask_count: 0, subtask_done_count: 0 }, "done", "todo")).toBe(0);
    expect(progressAfterMove({ progress: 100, subtask_count: 2, subtask_done_count: 2 }, "done", "todo")).toBe(99);
    expect(progressAfterMove(task, "todo", "doing")).toBe(40);
    expect(progressAfterMove({ ...task, progress: 100 }, "done", "done")).toBe(100);
  });
});

describe("filters", () => {
  const task = {
    key: "WEB-12",
    title: "Rêzan's Überblick",
    priority: "high" as const,
    due_date: "2026-11-20",
    progress: 10,
    user_ids: [3],
    group_ids: [8],
    tag_ids: [5],
  };
  const peopleOf = (group: number) => (group === 8 ? [40, 41] : []);
  const passes = (filter: Partial<TaskFilter>, change: Partial<Record<keyof typeof task, unknown>> = {}) =>
    matcherOf({ ...noFilter, ...filter }, "2026-11-20", peopleOf)({ ...task, ...change } as never);

  it("let everything through when they ask for nothing", () => expect(passes({})).toBe(true));

  it("find words in key and title, whatever case and accents", () => {
    expect(passes({ text: "rezan uber" })).toBe(true);
    expect(passes({ text: "web-12" })).toBe(true);
    expect(passes({ text: "rezan nothing" })).toBe(false);
    expect(foldText("École")).toBe("ecole");
  });

  it("take people directly, through their groups, and nobody", () => {
    expect(passes({ users: [3] })).toBe(true);
    expect(passes({ users: [41] })).toBe(true);
    expect(passes({ users: [4] })).toBe(false);
    expect(passes({ users: [nobody] })).toBe(false);
    expect(passes({ users: [nobody] }, { user_ids: [], group_ids: [] })).toBe(true);
  });

  it("take any of several tags and priorities", () => {
    expect(passes({ tags: [1, 5] })).toBe(true);
    expect(passes({ tags: [1] })).toBe(false);
    expect(passes({ priorities: ["low", "high"] })).toBe(true);
    expect(passes({ priorities: ["low"] })).toBe(false);
  });

  it("know what is late, due today, due within a week, and without a day", () => {
    expect(passes({ due: "today" })).toBe(true);
    expect(passes({ due: "week" }, { due_date: "2026-11-26" })).toBe(true);
    expect(passes({ due: "week" }, { due_date: "2026-11-27" })).toBe(false);
    expect(passes({ due: "overdue" }, { due_date: "2026-11-19" })).toBe(true);
    expect(passes({ due: "overdue" }, { due_date: "2026-11-19", progress: 100 })).toBe(false);
    expect(passes({ due: "none" }, { due_date: null })).toBe(true);
    expect(passes({ due: "none" })).toBe(false);
  });

  it("count days over the ends of months and over clock changes", () => {
    expect(addDays("2026-10-24", 2)).toBe("2026-10-26");
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  });

  it("sort by day with undated last, by priority, by title in the reader's language", () => {
    const collator = new Intl.Collator("de");
    const one = { title: "Zug", priority: "low" as const, due_date: null };
    const two = { title: "Äpfel", priority: "high" as const, due_date: "2026-01-01" };
    for (const sort of ["due_date", "priority", "title"] as const) {
      expect([one, two].sort(sorterOf(sort, collator) ?? undefined)).toEqual([two, one]);
    }
    expect(sorterOf("rank", collator)).toBeNull();
  });
});
