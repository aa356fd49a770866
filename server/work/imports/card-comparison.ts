import { type CardValues, digestOf } from "./card-values";

/** Values of a task by field, in a form in which equal values are equal JSON. Long texts are digests. */
export type ComparableValues = Readonly<Record<string, unknown>>;

export const fieldKeyOf = (id: number | string): string => `field:${id}`;

const sortedIds = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

export function comparableOf({ field_values, description, subtasks, ...values }: CardValues): ComparableValues {
  const fields = Object.entries(field_values).map(([id, value]) => [
    fieldKeyOf(id),
    Array.isArray(value) ? sortedIds(value) : value,
  ]);
  return {
    ...values,
    description: description === null ? null : digestOf(description),
    user_ids: sortedIds(values.user_ids),
    tag_ids: sortedIds(values.tag_ids),
    subtasks:
      subtasks.length === 0
        ? null
        : digestOf(JSON.stringify(subtasks.map((step) => [step.name, step.completed, step.due_day, step.user_id]))),
    ...Object.fromEntries(fields),
  };
}

export interface Comparison {
  /** Fields whose new value is taken. */
  changed: Set<string>;
  /** Fields that were changed here and in the source to different values; those here stay. */
  conflicts: Set<string>;
}

/**
 * Compares the values of the last import, those here and those of the file. Fields are skipped if the file doesn't have them or if their
 * record was deleted here.
 */
export function compareValues(
  last: ComparableValues,
  here: ComparableValues,
  next: ComparableValues,
  isCompared: (field: string) => boolean,
): Comparison {
  const comparison: Comparison = { changed: new Set(), conflicts: new Set() };
  for (const field of new Set([...Object.keys(last), ...Object.keys(here), ...Object.keys(next)])) {
    if (!isCompared(field)) continue;
    const [lastValue, ownValue, nextValue] = [last, here, next].map((values) => JSON.stringify(values[field] ?? null));
    if (nextValue === lastValue || nextValue === ownValue) continue;
    if (ownValue === lastValue) comparison.changed.add(field);
    else comparison.conflicts.add(field);
  }
  return withFittingDays(comparison, here, next);
}

/** A start after the due date is refused: if only one of both is taken and doesn't fit the other, the days here stay. */
function withFittingDays(comparison: Comparison, here: ComparableValues, next: ComparableValues): Comparison {
  const { changed, conflicts } = comparison;
  const days = ["start_day", "due_day"] as const;
  const [start, due] = days.map((day) => (changed.has(day) ? next[day] : here[day]) ?? null) as (string | null)[];
  if (start === null || due === null || start === undefined || due === undefined || start <= due) return comparison;
  for (const day of days) if (changed.delete(day)) conflicts.add(day);
  return comparison;
}
