/** Fewer people than that are told apart by any figure about them. */
export const fewestPeople = 5;

/** A department as one reader stands to it. */
export interface MeasuredGroup {
  id: number;
  people: number;
  /** The reader leads them: nothing is kept from who does. */
  leads: boolean;
  /** Nobody is in it and nothing was ever asked for there: it adds to no figure. */
  blank: boolean;
}

/**
 * What one reader is told nothing about. Groups of fewer than five that they don't lead; and, since what isn't told is the
 * organisation's figure less all that are, as many of the next smallest as make those that aren't told five people together.
 * Where there aren't so many, the organisation's own figures aren't told either. `without` is how many people belong to no
 * department, unless it is the reader alone: nobody is ever told about those by themselves.
 */
export function withheldFrom(
  groups: readonly MeasuredGroup[],
  without: number,
): { groups: ReadonlySet<number>; organisation: boolean } {
  const few = groups.filter(({ leads, people }) => !leads && people < fewestPeople);
  const withheld = new Set(few.map(({ id }) => id));
  const toBeLearned = few.some(({ blank }) => !blank) || (without > 0 && without < fewestPeople);
  if (!toBeLearned) return { groups: withheld, organisation: false };
  let people = without + few.reduce((sum, group) => sum + group.people, 0);
  const others = groups.filter(({ id, leads }) => !leads && !withheld.has(id));
  for (const group of others.toSorted((a, b) => a.people - b.people || a.id - b.id)) {
    if (people >= fewestPeople) break;
    withheld.add(group.id);
    people += group.people;
  }
  return { groups: withheld, organisation: people < fewestPeople };
}
