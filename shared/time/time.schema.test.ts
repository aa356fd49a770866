import type { ValidationError } from "yup";
import { timeEntryQuery } from "./time.schema";

const refused = (query: object): string[] => {
  try {
    timeEntryQuery.validateSync(query, { abortEarly: false });
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
])("%j: %j", (query, errors) => {
  expect(refused(query)).toEqual(errors);
});
