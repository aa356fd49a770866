import { rankBetween, ranksBetween } from "./tasks.rank.rules";

test.each([
  ["a1", "a1"],
  ["a2", "a1"],
])("there is no rank between %s and %s", (above, below) => {
  expect(() => rankBetween(above, below)).toThrow(/No rank between/);
  expect(() => ranksBetween(above, below, 2)).toThrow(/No rank between/);
});

test("ranks stay in order for a thousand moves to one position", () => {
  let [above, below] = ["a0", "a1"];
  for (let drop = 0; drop < 1_000; drop++) {
    const rank = rankBetween(above, below);
    expect(above < rank && rank < below).toBe(true);
    if (drop % 3 === 0) above = rank;
    else below = rank;
  }
});
