import fc from "fast-check";
import { unnamed } from "../../server/platform/database/unit-of-work";
import { compareRanks, rankBetween } from "../../shared/tasks/tasks.rank.rules";
import { everything } from "../everything";
import { testServer } from "../support/server";

const server = testServer();

const inSql = unnamed(
  `SELECT rank_between(above, below) AS rank
   FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS gap (above, below, place) ORDER BY place`,
);

interface Gap {
  above: string | null;
  below: string | null;
}

async function ranksInSql(gaps: readonly Gap[]): Promise<string[]> {
  const sides = [gaps.map(({ above }) => above), gaps.map(({ below }) => below)];
  const rows = await (await server.world()).tx((tx) => tx.rows<{ rank: string }>(inSql, sides));
  return rows.map(({ rank }) => rank);
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const text = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(..."0", "1", "V", "y", "z", ...digits), minLength: min, maxLength: max });
/** Any rank that there can be: whole numbers of all lengths, ends of their ranges first, with and without a fraction. */
const rank = fc
  .tuple(fc.constantFrom(..."aZbYzA", ...digits.slice(10)), fc.constantFrom("0", "z", null), text(26, 26), text(0, 5))
  .map(([head, all, number, fraction]) => {
    const length = head >= "a" ? head.charCodeAt(0) - 96 : 91 - head.charCodeAt(0);
    return head + (all ? all.repeat(length) : number.slice(0, length)) + fraction.replace(/0+$/, "");
  })
  .filter((each) => each !== `A${"0".repeat(26)}`);

test("between any two ranks the database finds the same as the shared rule", async () => {
  const gap = fc.tuple(fc.option(rank), fc.option(rank)).filter(([a, b]) => a === null || a !== b);
  const gaps = fc.sample(gap, everything ? 20_000 : 2_000).map(([a, b]): Gap => {
    const swapped = a !== null && b !== null && compareRanks(a, b) > 0;
    return swapped ? { above: b, below: a } : { above: a, below: b };
  });
  // What only drops bring about: a rank that was found is the next one's neighbour.
  for (const { above, below } of gaps.slice(0, 500)) {
    const between = rankBetween(above, below);
    gaps.push({ above, below: between }, { above: between, below });
  }
  const found = await ranksInSql(gaps);
  expect(found).toEqual(gaps.map(({ above, below }) => rankBetween(above, below)));
});

test("a thousand drops into one gap, from either side", async () => {
  const gaps: Gap[] = [];
  let [above, below] = ["a0", "a1"];
  for (let drop = 0; drop < 1_000; drop++) {
    gaps.push({ above, below });
    if (drop % 3 === 0) above = rankBetween(above, below);
    else below = rankBetween(above, below);
  }
  expect(await ranksInSql(gaps)).toEqual(gaps.map((gap) => rankBetween(gap.above, gap.below)));
});

test.each([
  ["a1", "a1"],
  ["a2", "a1"],
])("between %s and %s there is none", async (above, below) => {
  await expect(ranksInSql([{ above, below }])).rejects.toThrow(/No rank between/);
});
