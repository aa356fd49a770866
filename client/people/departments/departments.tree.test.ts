import { departmentForest, withDescendants } from "./departments.tree";

const department = (id: number, name: string, parent_id: number | null = null) => ({
  id,
  name,
  code: null,
  parent_id,
  head: null,
  employee_count: 0,
  version: 1,
  can: { edit: true, delete: true },
});
const all = [
  department(3, "Depot", 2),
  department(2, "Operations", null),
  department(1, "Sales", 9),
  department(4, "Yard", 3),
];

test("departments are below their parent, those with a hidden parent are roots", () => {
  expect(departmentForest(all).map(({ name, level }) => [name, level])).toEqual([
    ["Operations", 0],
    ["Depot", 1],
    ["Yard", 2],
    ["Sales", 0],
  ]);
});

test("a department and its descendants can't be its parent", () => {
  expect([...withDescendants(all, 2)].sort((a, b) => a - b)).toEqual([2, 3, 4]);
});
