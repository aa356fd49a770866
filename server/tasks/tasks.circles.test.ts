import { inCircles } from "./tasks.circles";

const circling = (...links: [number, number][]) => [...inCircles(links)].sort((a, b) => a - b);

test("what leads into a circle or out of it isn't part of it", () => {
  expect(circling()).toEqual([]);
  expect(circling([1, 2], [2, 3], [1, 3])).toEqual([]);
  expect(circling([1, 2], [2, 3], [3, 2], [3, 4])).toEqual([2, 3]);
  expect(circling([5, 5], [5, 6])).toEqual([5]);
  expect(circling([1, 2], [2, 3], [3, 1], [7, 8], [8, 7], [8, 9])).toEqual([1, 2, 3, 7, 8]);
});

test("each of many links is looked at a few times, however they hang together", () => {
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
  expect(inCircles(links).size).toBe(0);
  expect(looks).toBeGreaterThan(links.length - 1);
  expect(looks).toBeLessThan(5 * links.length);
});
