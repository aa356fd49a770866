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

test("of several who share a line the next place is of whoever has the fewest, and of those of who came first", async () => {
  const turns = new Turns(2, 10);
  const order: string[] = [];
  const enter = (of: string, name: string) => turns.take("a", undefined, of).then((done) => (order.push(name), done));
  const greedy = ["g1", "g2", "g3", "g4"].map((name) => enter("greedy", name));
  const [one, two] = await Promise.all(greedy.slice(0, 2));
  const other = [enter("other", "o1"), enter("other", "o2")];
  one?.();
  const first = await other[0];
  expect(order).toEqual(["g1", "g2", "o1"]);
  two?.(); // greedy has none now, and came before o2
  const third = await greedy[2];
  first?.();
  (await other[1])?.();
  third?.();
  (await greedy[3])?.();
  expect(order).toEqual(["g1", "g2", "o1", "g3", "o2", "g4"]);
  expect(turns.count("a")).toBe(0);
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

describe("whoever holds many places for long", () => {
  const weary = { beyondMs: 1_000, forgiven: 0.1 };

  function scene() {
    let time = 0;
    const turns = new Turns(3, 100, weary, () => time);
    const held: (() => void)[] = [];
    const entering: Promise<void>[] = [];
    const enterOne = async () => {
      held.push(await turns.take("a"));
    };
    const enter = (count: number) => {
      for (let n = 0; n < count; n++) entering.push(enterOne());
    };
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const pass = async (ms: number) => {
      await settle();
      time += ms;
    };
    /** All that run now end; those who come in for it are held. */
    const end = async () => {
      for (const done of held.splice(0)) done();
      await settle();
    };
    return { turns, held, enter, pass, end, settle };
  }

  test("has ever fewer, goes on one by one for as long as more wait, and has all places again when it is forgiven", async () => {
    const { turns, held, enter, pass, end, settle } = scene();
    const placesAfter = async (ms: number) => {
      await pass(ms);
      await end();
      return held.length;
    };
    enter(40);
    // Of three places two are beyond the first, of two one: a third of the second that there is, and two thirds.
    expect(await placesAfter(166)).toBe(3);
    expect(await placesAfter(1)).toBe(2);
    expect(await placesAfter(332)).toBe(2);
    expect(await placesAfter(1)).toBe(1);
    expect(await placesAfter(50_000)).toBe(1); // others wait all that time: nothing of it is forgiven
    while (turns.count("a") > 0) await end();
    await pass(500); // with nobody in line 50 ms of it are: 617 are left, and with 667 there is one place again
    enter(6);
    await settle();
    expect(held).toHaveLength(2);
    expect(await placesAfter(49)).toBe(2);
    expect(await placesAfter(1)).toBe(1);
    while (turns.count("a") > 0) await end();
    await pass(20_000);
    enter(20);
    expect(await placesAfter(166)).toBe(3); // all of it was forgiven
    while (turns.count("a") > 0) await end();
  });

  test("one place for as long as one likes is nothing to be held against anybody", async () => {
    const { held, enter, pass, end, settle } = scene();
    enter(1);
    await pass(60_000);
    enter(2);
    await settle();
    expect(held).toHaveLength(3);
    await end();
  });

  test("leaving and coming back doesn't make it forgotten", async () => {
    const { held, enter, pass, end, settle } = scene();
    enter(3);
    await pass(400);
    await end();
    await pass(10);
    enter(3);
    await settle();
    expect(held).toHaveLength(1);
    await end();
  });
});
