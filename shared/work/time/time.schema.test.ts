import type { ValidationError } from "yup";
import { timeEntryQuery, timeSheetQuery } from "./time.schema";

const refused = (query: object, schema: typeof timeEntryQuery | typeof timeSheetQuery = timeEntryQuery): string[] => {
  try {
    schema.validateSync(query, { abortEarly: false });
    return [];
  } catch (error) {
    return (error as ValidationError).inner.map(({ path, message }) => `${path} ${message}`);
  }
};

test.each([
  [{}, []],
  [{ from: "2026-11-01" }, []],
  [{ from: "2026-11-01", to: "2026-11-01" }, []],
  [{ from: "2026-11-02", to: "2026-11-01" }, ["to field.endBeforeStart"]],
  [{ from: "2026-01-01", to: "2026-04-02" }, []], // 92 days
  [{ from: "2026-01-01", to: "2026-04-03" }, ["to time.rangeTooLong"]],
])("validating the range %j returns the errors %j", (query, errors) => {
  expect(refused(query)).toEqual(errors);
});

test("a time sheet covers at most a month", () => {
  expect(refused({ from: "2026-10-01", to: "2026-10-31" }, timeSheetQuery)).toEqual([]);
  expect(refused({ from: "2026-10-01", to: "2026-11-01" }, timeSheetQuery)).toEqual(["to time.rangeTooLong"]);
});
