import { servicePeriodOf } from "./service-period.rules";

test("a service period with one known day is that day", () => {
  expect(servicePeriodOf("2026-10-01", null)).toEqual({ service_from: "2026-10-01", service_to: "2026-10-01" });
  expect(servicePeriodOf(null, "2026-10-31")).toEqual({ service_from: "2026-10-31", service_to: "2026-10-31" });
  expect(servicePeriodOf(null, null)).toEqual({ service_from: null, service_to: null });
});
