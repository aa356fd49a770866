import { migrations } from "./all";

test("migrations are listed in the order in which they run", () => {
  const digits = migrations.map(({ name }) => name.slice(-4));
  expect(digits).toEqual([...digits].sort());
  expect(new Set(digits).size).toBe(digits.length);
});
