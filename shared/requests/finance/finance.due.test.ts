import { dueByTerms, servicePeriodOf } from "./finance.due.rules";

test("the due day counts from the invoice date", () => {
  expect(dueByTerms("2026-11-05", 30)).toBe("2026-12-05");
  expect(dueByTerms("2026-11-05", 0)).toBe("2026-11-05");
  expect([dueByTerms(null, 30), dueByTerms("2026-11-05", null)]).toEqual([null, null]);
});

test("a service period with one known day is that day", () => {
  expect(servicePeriodOf("2026-10-01", null)).toEqual({ service_from: "2026-10-01", service_to: "2026-10-01" });
  expect(servicePeriodOf(null, "2026-10-31")).toEqual({ service_from: "2026-10-31", service_to: "2026-10-31" });
  expect(servicePeriodOf(null, null)).toEqual({ service_from: null, service_to: null });
});
