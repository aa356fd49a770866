import { buildForest, nearestShownAncestors, type HierarchyItem, type TreeNode } from "./org-chart.rules";

const person = (id: number, parent_id: number | null = null): HierarchyItem => ({ id, parent_id });

test("a hidden manager is replaced by the next visible one above", () => {
  const all = [person(1), person(2, 1), person(3, 2), person(4, 3)];
  expect([...nearestShownAncestors(all, new Set([1, 4]))]).toEqual([
    [1, null],
    [4, 1],
  ]);
});

test("each node has the number and the depth of its descendants", () => {
  const [top] = buildForest([person(1), person(2, 1), person(3, 2), person(4, 1)]);
  expect([top?.below, top?.depth, top?.children.map(({ item, below }) => [item.id, below])]).toEqual([
    3,
    2,
    [
      [2, 1],
      [4, 0],
    ],
  ]);
});

function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const runs = process.env.TEST_ALL ? 3_000 : 150;

test("any reporting lines, even cyclic ones, give a forest of all visible users", () => {
  for (let seed = 1; seed <= runs; seed++) {
    const next = numbers(seed);
    const count = 1 + next(24);
    const all = Array.from({ length: count }, (_, at) => person(at + 1, next(3) === 0 ? null : 1 + next(count + 2)));
    const visibleIds = new Set(all.filter(() => next(4) > 0).map(({ id }) => id));
    const leads = nearestShownAncestors(all, visibleIds);
    const tops = buildForest([...leads].map(([id, parent_id]) => person(id, parent_id)));
    const met: number[] = [];
    const walk = (node: TreeNode<HierarchyItem>): number => {
      met.push(node.item.id);
      const below = node.children.reduce((sum, child) => sum + 1 + walk(child), 0);
      expect([node.below, node.children.every(({ level }) => level === node.level + 1)]).toEqual([below, true]);
      return below;
    };
    tops.forEach(walk);
    // No user is duplicated or lost, even in a cycle.
    expect({ seed, met: met.toSorted((a, b) => a - b) }).toEqual({
      seed,
      met: [...visibleIds].toSorted((a, b) => a - b),
    });
  }
});
