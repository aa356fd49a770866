import { dueByTerms } from "./finance.due.rules";

test("the due day counts from the invoice date", () => {
  expect(dueByTerms("2026-11-05", 30)).toBe("2026-12-05");
  expect(dueByTerms("2026-11-05", 0)).toBe("2026-11-05");
  expect([dueByTerms(null, 30), dueByTerms("2026-11-05", null)]).toEqual([null, null]);
});
