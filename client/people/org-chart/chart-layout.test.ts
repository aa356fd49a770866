import { buildForest } from "../../../shared/people/org-chart/org-chart.rules";
import { boxHeight, boxWidth, type ChartDrawing, layoutChart, mirrorDrawing } from "./chart-layout";
import { type ChartItem, allNodes, isWithin, ancestorsOf, visibleNodes, defaultExpanded } from "./chart-tree";

const item = (id: number, parent_id: number | null = null): ChartItem => ({
  id,
  parent_id,
  name: `Person ${id}`,
  sub: "",
  face: null,
  away: false,
  vacant: false,
  dotted: [],
  dimmed: false,
});

function overlaps({ boxes }: ChartDrawing): number {
  const rows = boxes.toSorted((a, b) => a.y - b.y || a.x - b.x);
  let count = 0;
  for (const [at, one] of rows.entries()) {
    for (const other of rows.slice(at + 1)) {
      if (other.y >= one.y + boxHeight) break;
      if (Math.abs(other.x - one.x) < boxWidth) count++;
    }
  }
  return count;
}

const hierarchy = (count: number, below: (id: number) => number | null) =>
  buildForest(Array.from({ length: count }, (_, at) => item(at + 1, below(at + 1))));

test("managers are placed side by side, people without reports are stacked", () => {
  const tops = buildForest([item(1), item(2, 1), item(3, 1), item(4, 1), item(5, 2), item(6, 2)]);
  const at = new Map(layoutChart(tops, new Set([1, 2])).boxes.map(({ node, x, y }) => [node.item.id, { x, y }]));
  expect(at.get(2)?.y).toBe(at.get(3)?.y);
  expect(at.get(3)?.x).toBe(at.get(4)?.x);
  expect(at.get(4)?.y).toBeGreaterThan(at.get(3)?.y as number);
  expect(at.get(5)?.x).toBe(at.get(6)?.x);
});

test("collapsed nodes aren't drawn, shown nodes are drawn exactly once", () => {
  const tops = hierarchy(40, (id) => (id === 1 ? null : Math.floor(id / 3) || 1));
  for (const expanded of [
    new Set<number>(),
    new Set([1]),
    new Set([1, 2, 3]),
    new Set(allNodes(tops).map((n) => n.item.id)),
  ]) {
    const drawn = layoutChart(tops, expanded).boxes.map(({ node }) => node.item.id);
    const visibleIds = visibleNodes(tops, expanded).map(({ item: { id } }) => id);
    expect(drawn.toSorted((a, b) => a - b)).toEqual(visibleIds.toSorted((a, b) => a - b));
  }
});

test("boxes never overlap and the mirrored drawing is equally wide", () => {
  let seed = 3;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  for (let run = 0; run < (process.env.TEST_ALL ? 500 : 40); run++) {
    const tops = hierarchy(2 + next(60), (id) => (id === 1 || next(9) === 0 ? null : 1 + next(id - 1)));
    const expanded = new Set(allNodes(tops).flatMap(({ item: { id } }) => (next(4) > 0 ? [id] : [])));
    const drawing = layoutChart(tops, expanded);
    const other = mirrorDrawing(drawing);
    expect([run, overlaps(drawing), overlaps(other)]).toEqual([run, 0, 0]);
    expect(other.right - other.left).toBe(drawing.right - drawing.left);
  }
});

test("the path to the user is expanded by default", () => {
  const tops = buildForest([item(1), item(2, 1), item(3, 2), item(4, 3), item(5, 4)]);
  const me = allNodes(tops).find((node) => node.item.id === 4);
  expect([...defaultExpanded(tops, me)].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  expect(ancestorsOf(me as NonNullable<typeof me>).map((node) => node.item.id)).toEqual([3, 2, 1]);
  expect(isWithin(me as NonNullable<typeof me>, tops[0] as NonNullable<typeof me>)).toBe(true);
});

test("small teams are expanded under a single root and collapsed under four", () => {
  const below = (of: number, from: number, count: number) =>
    Array.from({ length: count }, (_, n) => item(from + n, of));
  const smallTeam = below(2, 10, 6);
  const largeTeam = below(3, 20, 7);
  const opened = (items: ChartItem[]) => [...defaultExpanded(buildForest(items), undefined)].toSorted((a, b) => a - b);
  expect(opened([item(1), item(2, 1), item(3, 1), item(4, 1), ...smallTeam, ...largeTeam])).toEqual([1, 2]);
  const tops = (count: number) =>
    Array.from({ length: count }, (_, n) => [item(100 + n), item(200 + n, 100 + n)]).flat();
  expect(opened(tops(3))).toEqual([100, 101, 102]);
  expect(opened(tops(4))).toEqual([]);
});

test("the layout of 2,000 people has one box per person", () => {
  const tops = hierarchy(2_000, (id) => (id === 1 ? null : Math.max(1, Math.floor(id / 7))));
  const all = new Set(allNodes(tops).map(({ item: { id } }) => id));
  const begun = performance.now();
  expect(layoutChart(tops, all).boxes).toHaveLength(2_000);
  if (process.env.TEST_ALL) process.stderr.write(`layout of 2,000: ${(performance.now() - begun).toFixed(0)} ms\n`);
});

test("a dotted line connects a user with a dotted-line manager if both are shown", () => {
  const people = [
    item(1),
    item(2, 1),
    item(3, 1),
    item(4, 2),
    { ...item(5, 3), dotted: [{ id: 2, name: "Person 2" }] },
  ];
  const tops = buildForest(people);
  const drawn = layoutChart(tops, new Set([1, 2, 3]));
  const at = new Map(drawn.boxes.map(({ node, x, y }) => [node.item.id, { x, y }]));
  const [lead, person] = [at.get(2) ?? { x: 0, y: 0 }, at.get(5) ?? { x: 0, y: 0 }];
  const [line] = drawn.dotted;
  expect(drawn.dotted).toHaveLength(1);
  expect(line).toMatch(new RegExp(`^M${lead.x + boxWidth * 0.75} ${lead.y + boxHeight}C`));
  expect(line).toMatch(new RegExp(` ${person.x} ${person.y + boxHeight / 2}$`));
  expect(layoutChart(tops, new Set([1])).dotted).toEqual([]);
  expect(mirrorDrawing(drawn).dotted).toEqual(drawn.dotted); // the dotted paths are mirrored together with the other lines
});
