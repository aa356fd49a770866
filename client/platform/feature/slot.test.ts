import { defineSlot } from "./slot";

test("entries are sorted by order, then by registration", () => {
  const slot = defineSlot<{ id: string; order?: number }>();
  expect(slot.entries).toEqual([]);
  for (const fill of [slot.fill({ id: "b" }, { id: "d", order: 2 }), slot.fill({ id: "c" }, { id: "a", order: -1 })])
    fill();
  expect(slot.entries.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
});
