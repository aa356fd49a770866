import type { EmploymentChange } from "../../shared/employment/employment.contract";
import { changedBody, presentValues, startValues } from "./promotion-values";

const employee = {
  id: 1,
  position: { id: 4, title: "Developer" },
  department: null,
  parent_id: 7,
  role: { id: 2, name: "Employee", code: "employee" },
  contract_type: "full_time_contract",
  location: "Erbil",
  salary: "4200.50",
  currency: "USD",
} as never;

test("only what becomes another is sent, an amount with its currency", () => {
  const now = presentValues(employee);
  const values = { ...now, effective_on: "2027-01-01", parent_id: null, salary: "5000" };
  expect(changedBody(now, values)).toEqual({
    type: "promotion",
    effective_on: "2027-01-01",
    reason: "",
    parent_id: null,
    salary: "5000",
    currency: "USD",
  });
});

test("what is planned lies over what is", () => {
  const change = {
    type: "change",
    effective_on: "2027-01-01",
    reason: null,
    fields: [
      { field: "position", before: "Developer", after: "Lead", after_id: 5 },
      { field: "salary", before: null, after: "5000.00 EUR", after_id: null },
      { field: "location", before: "Erbil", after: null, after_id: null },
    ],
  } as unknown as EmploymentChange;
  const values = startValues(employee, change);
  expect(values).toMatchObject({ position_id: 5, salary: "5000.00", currency: "EUR", location: "", type: "change" });
});
