import fc from "fast-check";
import { kindOfProgress, progressAfterMove, progressOfSubtasks } from "./tasks.progress.rules";
import {
  compareRanked,
  compareRanks,
  createInitialRanks,
  maxRankLength,
  needsRebalance,
  rankBetween,
  ranksBetween,
} from "./tasks.rank.rules";
import { wipState } from "./tasks.wip.rules";

describe("ranks", () => {
  it("rankBetween always finds a rank between two neighbors, in byte order", () => {
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

  it("rankBetween throws for neighbors that are equal or in the wrong order", () => {
    expect(() => rankBetween("a1", "a1")).toThrow();
    expect(() => rankBetween("a2", "a1")).toThrow();
  });

  it("createInitialRanks returns short ranks in order", () => {
    const ranks = createInitialRanks(1_000);
    expect(ranks).toEqual([...ranks].sort());
    expect(ranks.every((rank) => rank.length < 8)).toBe(true);
    expect(ranksBetween(null, "a0", 3)).toHaveLength(3);
  });

  it("needsRebalance is true only after many moves to the same position", () => {
    let below = rankBetween(null, null);
    const above = rankBetween(null, below);
    let drops = 0;
    while (!needsRebalance(below)) {
      below = rankBetween(above, below);
      drops += 1;
    }
    expect(drops).toBeGreaterThan(100);
    expect(below.length).toBe(maxRankLength + 1);
  });

  it("compareRanked orders equal ranks by id", () => {
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
  it("wipState is full at the limit, over above it and none without a limit", () => {
    expect([3, 4, 5].map((count) => wipState(count, 4))).toEqual(["below", "full", "over"]);
    expect(wipState(99, null)).toBe("none");
  });
});

describe("progress", () => {
  it("kindOfProgress: 0 is to-do, 1 to 99 is in progress, 100 is done", () => {
    expect([0, 1, 99, 100].map(kindOfProgress)).toEqual(["todo", "doing", "doing", "done"]);
  });

  it("subtask progress is 100 only if all are done, and above 0 if any is", () => {
    fc.assert(
      fc.property(fc.nat({ max: 500 }), fc.nat({ max: 500 }), (done, total) => {
        const progress = progressOfSubtasks(done, total);
        expect(progress === 100).toBe(total > 0 && done >= total);
        expect(progress > 0).toBe(total > 0 && done > 0);
      }),
    );
  });

  it("progress is 100 in a done column and recalculated on leaving it", () => {
    const task = { progress: 40, subtask_count: 4, subtask_done_count: 1 };
    expect(progressAfterMove(task, "doing", "done")).toBe(100);
    expect(progressAfterMove({ ...task, progress: 100 }, "done", "doing")).toBe(25);
    expect(progressAfterMove({ progress: 100, subtask_count: 0, subtask_done_count: 0 }, "done", "todo")).toBe(0);
    expect(progressAfterMove({ progress: 100, subtask_count: 2, subtask_done_count: 2 }, "done", "todo")).toBe(99);
    expect(progressAfterMove(task, "todo", "doing")).toBe(40);
    expect(progressAfterMove({ ...task, progress: 100 }, "done", "done")).toBe(100);
  });
});
