import { Turns } from "./turns";

test("so many at once, the others in the order they came", async () => {
  const turns = new Turns(2, 10);
  const order: number[] = [];
  const enter = (n: number) => turns.take("a").then((done) => (order.push(n), done));
  const [first, second, third, fourth] = [enter(1), enter(2), enter(3), enter(4)];
  const [one] = await Promise.all([first, second]);
  expect(order).toEqual([1, 2]);
  one();
  one(); // twice is once
  (await third)();
  (await fourth)();
  expect(order).toEqual([1, 2, 3, 4]);
});

test("one key's line is nobody else's", async () => {
  const turns = new Turns(1, 1);
  await turns.take("a");
  void turns.take("a").catch(() => {});
  await expect(turns.take("a")).rejects.toMatchObject({ code: "rate.limited" });
  await expect(turns.take("b")).resolves.toBeDefined();
});

test("whoever leaves the line makes room in it, and nothing is kept of an empty one", async () => {
  const turns = new Turns(1, 1);
  const done = await turns.take("a");
  let leave = () => {};
  const left = turns.take("a", (how) => (leave = how));
  leave();
  await expect(left).rejects.toMatchObject({ code: "rate.limited" });
  const next = turns.take("a");
  done();
  (await next)();
  expect(turns.count("a")).toBe(0);
  leave(); // too late, and harmless
  expect(turns.count("a")).toBe(0);
});
