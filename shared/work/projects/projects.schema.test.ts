import { createProjectSchema } from "./projects.schema";

const isTaken = (dates: object) => createProjectSchema.isValidSync({ title: "Website", members: [], ...dates });

test.each([
  [{}, true],
  [{ start_date: "2026-11-01" }, true],
  [{ end_date: "2026-11-01" }, true],
  [{ start_date: "2026-11-01", end_date: "2026-11-01" }, true],
  [{ start_date: "2026-11-01", end_date: "2026-12-01" }, true],
  [{ start_date: "2026-11-02", end_date: "2026-11-01" }, false],
])("a project with the dates %j is valid: %s", (dates, isValid) => {
  expect(isTaken(dates)).toBe(isValid);
});
