import type { ProjectField } from "../../../shared/work/fields/fields.contract";

/** How a project uses a field; other projects can use it differently. */
export type FieldUse = Pick<ProjectField, "on_card" | "required_column_ids">;

/**
 * The properties that differ from those at the start, because omitted ones keep the changes of other users. Added and removed columns are
 * applied to the columns that require the field now; null if nothing has changed.
 */
export function changedUse(start: FieldUse, edited: FieldUse, current: FieldUse): Partial<FieldUse> | null {
  const addedIds = edited.required_column_ids.filter((id) => !start.required_column_ids.includes(id));
  const removedIds = start.required_column_ids.filter((id) => !edited.required_column_ids.includes(id));
  const retainedIds = current.required_column_ids.filter((id) => !removedIds.includes(id));
  const changes = {
    ...(edited.on_card !== start.on_card && { on_card: edited.on_card }),
    ...(addedIds.length + removedIds.length > 0 && {
      required_column_ids: [...new Set([...retainedIds, ...addedIds])],
    }),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}
