import { type MeasuredGroup, withheldGroups } from "./withheld.rules";

const group = (id: number, people: number, overrides: Partial<MeasuredGroup> = {}): MeasuredGroup => ({
  id,
  people,
  leads: false,
  blank: people === 0,
  ...overrides,
});
const withheldOf = (groups: MeasuredGroup[], without = 0) => {
  const { groups: ids, organization } = withheldGroups(groups, without);
  return [[...ids].toSorted((a, b) => a - b), organization];
};

test.each([
  ["nothing if all groups have at least five members", [group(1, 5), group(2, 9)], 0, [], false],
  ["one small group also hides the next smallest", [group(1, 4), group(2, 9), group(3, 6)], 0, [1, 3], false],
  ["two small groups with five members together are enough", [group(1, 2), group(2, 3), group(3, 6)], 0, [1, 2], false],
  ["users without a department count", [group(1, 4), group(2, 9)], 1, [1], false],
  ["a few users without a department are a small group", [group(1, 7), group(2, 9)], 2, [1], false],
  ["many users without a department aren't a small group", [group(1, 7)], 12, [], false],
  ["without another group, the tenant's figure is hidden", [group(1, 3), group(2, 9, { leads: true })], 0, [1], true],
  ["the head of a small group sees it", [group(1, 3, { leads: true }), group(2, 9)], 0, [], false],
  ["an empty group without requests reveals nothing", [group(1, 0), group(2, 9)], 0, [1], false],
  ["an empty group with requests is hidden", [group(1, 0, { blank: false }), group(2, 9)], 0, [1, 2], false],
])("%s", (_, groups, without, ids, organization) => {
  expect(withheldOf(groups, without)).toEqual([ids, organization]);
});
