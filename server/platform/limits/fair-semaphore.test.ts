import { FairSemaphore } from "./fair-semaphore";

test("runs calls up to the limit concurrently and queues the rest by arrival", async () => {
  const turns = new FairSemaphore(2, 10);
  const order: number[] = [];
  const enter = (n: number) => turns.take("a").then((done) => (order.push(n), done));
  const [first, second, third, fourth] = [enter(1), enter(2), enter(3), enter(4)];
  const [one] = await Promise.all([first, second]);
  expect(order).toEqual([1, 2]);
  one();
  one(); // a second call does nothing
  (await third)();
  (await fourth)();
  expect(order).toEqual([1, 2, 3, 4]);
});

test("gives the next slot to the owner with the fewest slots, then by arrival", async () => {
  const turns = new FairSemaphore(2, 10);
  const order: string[] = [];
  const enter = (of: string, name: string) => turns.take("a", undefined, of).then((done) => (order.push(name), done));
  const greedy = ["g1", "g2", "g3", "g4"].map((name) => enter("greedy", name));
  const [one, two] = await Promise.all(greedy.slice(0, 2));
  const other = [enter("other", "o1"), enter("other", "o2")];
  one?.();
  const first = await other[0];
  expect(order).toEqual(["g1", "g2", "o1"]);
  two?.(); // greedy has no slots now, and its call arrived before o2
  const third = await greedy[2];
  first?.();
  (await other[1])?.();
  third?.();
  (await greedy[3])?.();
  expect(order).toEqual(["g1", "g2", "o1", "g3", "o2", "g4"]);
});

test("keys have separate queues", async () => {
  const turns = new FairSemaphore(1, 1);
  await turns.take("a");
  void turns.take("a").catch(() => {});
  await expect(turns.take("a")).rejects.toMatchObject({ code: "rate.limited" });
  await expect(turns.take("b")).resolves.toBeDefined();
});

test("leaving the queue frees its position", async () => {
  const turns = new FairSemaphore(1, 1);
  const done = await turns.take("a");
  let leave = () => {};
  const left = turns.take("a", (how) => (leave = how));
  leave();
  await expect(left).rejects.toMatchObject({ code: "rate.limited" });
  const next = turns.take("a");
  done();
  (await next)();
  leave(); // too late, no effect
});
