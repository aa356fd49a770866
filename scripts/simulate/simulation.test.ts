import { type Costs, simulate, type Site } from "./simulation.mjs";

const costs: Costs = {
  move: { product: 1, database: 2 },
  read: { product: 1, database: 1 },
  delivery: 0.01,
  networkMs: 2,
};
const site: Site = {
  name: "a hundred at work",
  people: 3_600,
  perProject: 10,
  watchers: 5,
  movesPerHour: 50,
  readsPerHour: 0,
  shards: 1,
  servers: 1,
  workers: 1,
  databaseCores: 1,
};

test("is the same for the same seed, and another for another", () => {
  expect(simulate(site, costs)).toEqual(simulate(site, costs));
  expect(simulate(site, costs, { seed: 2 }).seen).not.toEqual(simulate(site, costs).seen);
});

test("a part is busy for what its work costs", () => {
  const { moves, busy, full, grows } = simulate(site, costs, { seconds: 300 });
  expect(moves).toBe(50);
  expect(busy.database).toBeCloseTo(0.1, 2); // 50 moves of 2 ms
  expect(busy.server).toBeCloseTo(0.0325, 2); // 50 of 0.6 ms, and five deliveries each
  expect(busy.worker).toBeCloseTo(0.02, 2);
  expect(full).toBe("database");
  expect(grows).toBeCloseTo(8, 0);
});

test("waiting is that of one queue for one processor (M/M/1)", () => {
  const free = { ...costs, move: { product: 0, database: 10 }, delivery: 0, networkMs: 0 };
  // Fifty a second of 10 ms: half busy, so that one is there for twice as long as one's own work takes.
  const { seen } = simulate({ ...site, perProject: 1 }, free, { seconds: 2_000 });
  expect(seen.p50).toBeCloseTo(20 * Math.LN2, 0);
  expect(seen.p99 / (20 * Math.log(100))).toBeCloseTo(1, 1);
});

test("those who move on one project wait for each other, however many processors there are", () => {
  const crowd = { ...site, movesPerHour: 400, databaseCores: 8, servers: 8, workers: 8 };
  const apart = simulate({ ...crowd, perProject: 10 }, costs).seen.p99;
  const together = simulate({ ...crowd, perProject: 3_600 }, costs).seen.p99;
  expect(together).toBeGreaterThan(2 * apart);
});

test("a group of tenants for each share of the people is as fast as one alone", () => {
  const one = simulate(site, costs);
  const ten = simulate({ ...site, people: 36_000, shards: 10 }, costs);
  expect(ten.moves).toBe(10 * one.moves);
  expect({ ...ten, moves: one.moves }).toEqual(one);
});
