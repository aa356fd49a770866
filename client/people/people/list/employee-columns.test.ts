import { tableColumns } from "../../../../shared/people/people/people.columns";
import { readableColumns } from "./employee-columns";

const employee = (id: number, overrides: object = {}) => ({
  id,
  fullname: "Somebody",
  position: null,
  department: null,
  ...overrides,
});

test("a column readable only in the user's own row is hidden; an empty one is kept", () => {
  const mine = employee(1, { contract_type: "full_time", date_of_joining: "2026-01-01" });
  expect(readableColumns([employee(2), mine, employee(3)], 1)).toEqual(["position", "department"]);
  expect(readableColumns([employee(2), mine, employee(3, { date_of_joining: null })], 1)).toContain("date_of_joining");
});

test("all columns are offered when the list has no other employees", () => {
  expect(readableColumns([], 1)).toEqual(tableColumns);
  expect(readableColumns([employee(1)], 1)).toEqual(tableColumns);
});
