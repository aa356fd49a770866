import { forestOf, nearestShown, type Placed, type TreeNode } from "./org-chart.rules";

const person = (id: number, parent_id: number | null = null): Placed => ({ id, parent_id });

test("where a manager isn't shown, whoever is next above leads", () => {
  const all = [person(1), person(2, 1), person(3, 2), person(4, 3)];
  expect([...nearestShown(all, new Set([1, 4]))]).toEqual([
    [1, null],
    [4, 1],
  ]);
});

test("a node knows how many stand below it, and over how many levels", () => {
  const [top] = forestOf([person(1), person(2, 1), person(3, 2), person(4, 1)]);
  expect([top?.below, top?.depth, top?.children.map(({ item, below }) => [item.id, below])]).toEqual([
    3,
    2,
    [
      [2, 1],
      [4, 0],
    ],
  ]);
});

/** The same numbers for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const runs = process.env.TEST_ALL ? 3_000 : 150;

test("whoever leads whom, in circles or not, and whoever is shown: the chart is a forest of all who are", () => {
  for (let seed = 1; seed <= runs; seed++) {
    const next = numbers(seed);
    const count = 1 + next(24);
    const all = Array.from({ length: count }, (_, at) => person(at + 1, next(3) === 0 ? null : 1 + next(count + 2)));
    const shown = new Set(all.filter(() => next(4) > 0).map(({ id }) => id));
    const leads = nearestShown(all, shown);
    const tops = forestOf([...leads].map(([id, parent_id]) => person(id, parent_id)));
    const met: number[] = [];
    const walk = (node: TreeNode<Placed>): number => {
      met.push(node.item.id);
      const below = node.children.reduce((sum, child) => sum + 1 + walk(child), 0);
      expect([node.below, node.children.every(({ level }) => level === node.level + 1)]).toEqual([below, true]);
      return below;
    };
    tops.forEach(walk);
    // Everybody once: nobody twice, and nobody lost in a circle.
    expect({ seed, met: met.toSorted((a, b) => a - b) }).toEqual({ seed, met: [...shown].toSorted((a, b) => a - b) });
  }
});
