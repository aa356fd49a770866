/** Minimum size of a group, because figures of smaller groups would reveal data of individual users. */
export const minGroupSize = 5;

export interface MeasuredGroup {
  id: number;
  people: number;
  /** Whether the reader leads the group. No figures are withheld from its leader. */
  leads: boolean;
  /** Whether the group has no members and never had requests, so that it contributes to no figure. */
  blank: boolean;
}

/**
 * Returns the groups whose figures are withheld from the reader: groups with fewer than `minGroupSize` people that the reader does not
 * lead. Because a single withheld group could be computed from the organization's total, the next smallest groups are withheld until the
 * withheld groups have five people together. If that is impossible, the organization's figures are withheld too. `without` is the number of
 * people in no department, not counting a reader who is the only one.
 */
export function withheldGroups(
  groups: readonly MeasuredGroup[],
  without: number,
): { groups: ReadonlySet<number>; organization: boolean } {
  const few = groups.filter(({ leads, people }) => !leads && people < minGroupSize);
  const withheld = new Set(few.map(({ id }) => id));
  const toBeLearned = few.some(({ blank }) => !blank) || (without > 0 && without < minGroupSize);
  if (!toBeLearned) return { groups: withheld, organization: false };
  let people = without + few.reduce((sum, group) => sum + group.people, 0);
  const others = groups.filter(({ id, leads }) => !leads && !withheld.has(id));
  for (const group of others.toSorted((a, b) => a.people - b.people || a.id - b.id)) {
    if (people >= minGroupSize) break;
    withheld.add(group.id);
    people += group.people;
  }
  return { groups: withheld, organization: people < minGroupSize };
}
