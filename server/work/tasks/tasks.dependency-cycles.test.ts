import { nodesInCycles } from "./tasks.dependency-cycles";

const circling = (...links: [number, number][]) => [...nodesInCycles(links)].sort((a, b) => a - b);

test("returns only tasks on a cycle, not those before or after it", () => {
  expect(circling()).toEqual([]);
  expect(circling([1, 2], [2, 3], [1, 3])).toEqual([]);
  expect(circling([1, 2], [2, 3], [3, 2], [3, 4])).toEqual([2, 3]);
  expect(circling([5, 5], [5, 6])).toEqual([5]);
  expect(circling([1, 2], [2, 3], [3, 1], [7, 8], [8, 7], [8, 9])).toEqual([1, 2, 3, 7, 8]);
});

test("visits each link a bounded number of times in any graph", () => {
  let looks = 0;
  const link = (from: number, to: number): [number, number] =>
    Object.defineProperty([from, to], 0, {
      get: () => {
        looks++;
        return from;
      },
    }) as [number, number];
  const links: [number, number][] = [];
  for (let id = 1; id < 500; id++) for (let on = 1; on <= 20 && id + on <= 500; on++) links.push(link(id, id + on));
  expect(nodesInCycles(links).size).toBe(0);
  expect(looks).toBeGreaterThan(links.length - 1);
  expect(looks).toBeLessThan(5 * links.length);
});
