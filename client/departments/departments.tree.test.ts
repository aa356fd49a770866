import type { Department } from "../../shared/departments/departments.contract";
import { asForest, foundDepartments, withAllBelow } from "./departments.tree";

const department = (id: number, name: string, parent_id: number | null = null, more: Partial<Department> = {}) => ({
  id,
  name,
  code: null,
  parent_id,
  head: null,
  employee_count: 0,
  version: 1,
  can: { edit: true, delete: true },
  ...more,
});
const all = [
  department(3, "Depot", 2),
  department(2, "Operations", null, { code: "OPS", employee_count: 4 }),
  department(1, "Sales", 9, { head: { id: 7, fullname: "Ruben Petrosyan", image: null } }),
  department(4, "Yard", 3, { employee_count: 2 }),
];

test("departments stand below the one that they belong to; what is out of sight above counts as the top", () => {
  expect(asForest(all).map(({ name, level }) => [name, level])).toEqual([
    ["Operations", 0],
    ["Depot", 1],
    ["Yard", 2],
    ["Sales", 0],
  ]);
});

test("they are found by name, code and head, and sorted both ways", () => {
  const names = (text: string, sort: string) => foundDepartments(all, text, sort).map(({ name }) => name);
  expect(names("ops", "name")).toEqual(["Operations"]);
  expect(names("petros", "name")).toEqual(["Sales"]);
  expect(names("", "-employees").slice(0, 2)).toEqual(["Operations", "Yard"]);
  expect(names("", "name")).toEqual(["Depot", "Operations", "Sales", "Yard"]);
  expect(names("", "code")[0]).toBe("Operations");
});

test("what can't be above a department is itself and all below", () => {
  expect([...withAllBelow(all, 2)].sort((a, b) => a - b)).toEqual([2, 3, 4]);
});
