import { applyHandovers, successorOf } from "./handovers.rules";

const rows = [
  { id: 1, parent_id: null },
  { id: 2, parent_id: 1 },
  { id: 3, parent_id: 2 },
  { id: 4, parent_id: 2 },
  { id: 5, parent_id: 3 },
];
const leads = (...plans: [number, number | null][]) =>
  Object.fromEntries(
    applyHandovers(
      rows,
      plans.map(([user_id, successor_id]) => ({ user_id, successor_id })),
    ).map(({ id, parent_id }) => [id, parent_id]),
  );

test("reports of a departing manager move to the successor", () => {
  expect(leads([3, 4])).toMatchObject({ 5: 4, 4: 2 });
});

test("a successor from below takes the departing user's position and other reports", () => {
  expect(leads([2, 3])).toEqual({ 1: null, 2: 1, 3: 1, 4: 3, 5: 3 });
  expect(leads([2, 5])).toMatchObject({ 5: 1, 3: 5, 4: 5 });
});

test("a successor who leaves later hands the reports over again", () => {
  expect(leads([3, 4], [4, 1])).toMatchObject({ 5: 1 });
  expect(leads([3, null], [2, 99])).toMatchObject({ 5: 3, 3: 2 });
  const plans = [
    { user_id: 3, successor_id: 4 },
    { user_id: 4, successor_id: 1 },
  ];
  expect([3, 4, 5].map((id) => successorOf(id, plans))).toEqual([1, 1, 5]);
});

test("successors who are the departing user or not on the chart change nothing", () => {
  const unchanged = Object.fromEntries(rows.map(({ id, parent_id }) => [id, parent_id]));
  expect([leads([2, 2]), leads([2, null]), leads([2, 99])]).toEqual([unchanged, unchanged, unchanged]);
});

test("a successor elsewhere keeps the own manager", () => {
  expect(leads([4, 3])).toEqual({ 1: null, 2: 1, 3: 2, 4: 2, 5: 3 });
  expect(leads([3, 1])).toEqual({ 1: null, 2: 1, 3: 2, 4: 2, 5: 1 });
});

test("reporting lines in a circle still hand over", () => {
  const circle = [
    { id: 1, parent_id: 2 },
    { id: 2, parent_id: 1 },
    { id: 3, parent_id: 4 },
    { id: 4, parent_id: null },
  ];
  const handed = applyHandovers(circle, [{ user_id: 4, successor_id: 1 }]);
  expect(handed.map(({ parent_id }) => parent_id)).toEqual([2, 1, 1, null]);
});
