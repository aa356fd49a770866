import { tableColumns } from "../../../../shared/people/people/people.columns";
import { readableColumns } from "./employee-columns";

const seen = (id: number, more: object = {}) => ({
  id,
  fullname: "Somebody",
  position: null,
  department: null,
  ...more,
});

test("a column readable only in the user's own row is hidden; an empty one is kept", () => {
  const mine = seen(1, { contract_type: "full_time", date_of_joining: "2026-01-01" });
  expect(readableColumns([seen(2), mine, seen(3)], 1)).toEqual(["position", "department"]);
  expect(readableColumns([seen(2), mine, seen(3, { date_of_joining: null })], 1)).toContain("date_of_joining");
});

test("all columns are offered when the list has no other employees", () => {
  expect(readableColumns([], 1)).toEqual(tableColumns);
  expect(readableColumns([seen(1)], 1)).toEqual(tableColumns);
});
