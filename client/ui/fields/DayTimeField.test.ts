import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { DayTimeField } from "./DayTimeField";

interface Drawn {
  label: string;
  value: string | null;
  disabled?: boolean;
  onChange: (value: string | null) => void;
}
const fields = new Map<string, Drawn>();
const mockDraw = (field: Drawn) => {
  fields.set(field.label, field);
  return null;
};
jest.mock("./DateField", () => ({ DateField: (field: Drawn) => mockDraw(field) }));
jest.mock("./TimeField", () => ({ TimeField: (field: Drawn) => mockDraw(field) }));

test.each([
  ["a new day gets a morning time", "", "Day", "2026-12-01", "2026-12-01T08:00"],
  ["another day keeps the time", "2026-12-01T17:30", "Day", "2026-12-02", "2026-12-02T17:30"],
  ["another time keeps the day", "2026-12-01T17:30:00", "At", "09:15", "2026-12-01T09:15"],
  ["without a day the value is empty", "2026-12-01T17:30", "Day", null, ""],
])("%s", (_, value, label, chosen, expected) => {
  const changes: string[] = [];
  const onChange = (next: string) => void changes.push(next);
  renderToStaticMarkup(createElement(DayTimeField, { label: "Day", timeLabel: "At", value, onChange }));
  fields.get(label)?.onChange(chosen);
  expect(changes).toEqual([expected]);
  expect(fields.get("At")?.disabled).toBe(value === "");
});
