import { changedUse } from "./field-use";

const start = { on_card: false, required_column_ids: [1, 2] };

test("an unchanged use is not sent, even if another user changed it", () => {
  expect(changedUse(start, { ...start }, { on_card: true, required_column_ids: [3] })).toBeNull();
});

test("only the changed property is sent", () => {
  const current = { on_card: true, required_column_ids: [1, 2] };
  expect(changedUse(start, { ...start, required_column_ids: [2, 4] }, current)).toEqual({
    required_column_ids: [2, 4],
  });
  expect(changedUse(start, { ...start, on_card: true }, start)).toEqual({ on_card: true });
});

test("columns that another user added or removed meanwhile stay so", () => {
  const current = { on_card: false, required_column_ids: [1, 3] };
  expect(changedUse(start, { on_card: false, required_column_ids: [2, 4] }, current)).toEqual({
    required_column_ids: [3, 4],
  });
});
