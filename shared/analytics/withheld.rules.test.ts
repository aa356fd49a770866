import { type MeasuredGroup, withheldFrom } from "./withheld.rules";

const group = (id: number, people: number, more: Partial<MeasuredGroup> = {}): MeasuredGroup => ({
  id,
  people,
  leads: false,
  blank: people === 0,
  ...more,
});
const kept = (groups: MeasuredGroup[], without = 0) => {
  const { groups: ids, organisation } = withheldFrom(groups, without);
  return [[...ids].toSorted((a, b) => a - b), organisation];
};

test.each([
  ["nothing where all are five and more", [group(1, 5), group(2, 9)], 0, [], false],
  ["with one small group the next smallest as well", [group(1, 4), group(2, 9), group(3, 6)], 0, [1, 3], false],
  ["two small ones that are five together are enough", [group(1, 2), group(2, 3), group(3, 6)], 0, [1, 2], false],
  ["those in no department count along", [group(1, 4), group(2, 9)], 1, [1], false],
  ["a few in no department are nobody's figure either", [group(1, 7), group(2, 9)], 2, [1], false],
  ["many in no department are no small group", [group(1, 7)], 12, [], false],
  ["where there is no other, the organisation's", [group(1, 3), group(2, 9, { leads: true })], 0, [1], true],
  ["who leads a small group keeps it", [group(1, 3, { leads: true }), group(2, 9)], 0, [], false],
  ["an empty one that never asked for anything gives nothing away", [group(1, 0), group(2, 9)], 0, [1], false],
  ["an empty one with requests does", [group(1, 0, { blank: false }), group(2, 9)], 0, [1, 2], false],
])("%s", (_, groups, without, ids, organisation) => {
  expect(kept(groups, without)).toEqual([ids, organisation]);
});
