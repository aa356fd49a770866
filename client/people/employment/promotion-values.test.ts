import type { EmploymentChange } from "../../../shared/people/employment/employment.contract";
import { toPromotionBody, currentPromotionValues, initialPromotionValues } from "./promotion-values";

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

test("only changed fields are sent, and a salary includes its currency", () => {
  const now = currentPromotionValues(employee);
  const values = { ...now, effective_on: "2027-01-01", parent_id: null, salary: "5000" };
  expect(toPromotionBody(now, values)).toEqual({
    type: "promotion",
    effective_on: "2027-01-01",
    reason: "",
    parent_id: null,
    salary: "5000",
    currency: "USD",
  });
});

test("a schedule is sent with the one of the same day that was read", () => {
  const now = currentPromotionValues(employee);
  const weeks = { minutes: [0, 480, 480, 480, 480, 0, 0], other: null };
  const stored = { from: "2027-01-01", until: null, minutes: null, other: null, anchor: "2026-12-28" };
  const body = (schedule: typeof weeks | null, day: string) =>
    toPromotionBody(now, { ...now, schedule, effective_on: day }, [stored]);
  expect(body(null, stored.from)).not.toHaveProperty("previous_schedule");
  expect(body(weeks, "2027-02-01")).toMatchObject({ schedule: weeks, previous_schedule: null });
  expect(body(weeks, stored.from)).toMatchObject({ previous_schedule: { minutes: null, other: null } });
  expect(toPromotionBody(now, { ...now, schedule: weeks })).not.toHaveProperty("previous_schedule");
});

test("planned values override the current ones", () => {
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
  const values = initialPromotionValues(employee, change);
  expect(values).toMatchObject({ position_id: 5, salary: "5000.00", currency: "EUR", location: "", type: "change" });
});
