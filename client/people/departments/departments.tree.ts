import type { Department } from "../../../shared/people/departments/departments.contract";
import { groupBy } from "../../../shared/kernel/group-by";

export interface DepartmentNode extends Department {
  level: number;
}

/** Flattened tree in display order, siblings in the order of the list. Departments with an unknown parent are roots. */
export function departmentForest(all: readonly Department[]): DepartmentNode[] {
  const existingIds = new Set(all.map(({ id }) => id));
  const below = groupBy(all, ({ parent_id }) => (parent_id !== null && existingIds.has(parent_id) ? parent_id : null));
  const placed = (parent: number | null, level: number): DepartmentNode[] =>
    (below.get(parent) ?? []).flatMap((one) => [{ ...one, level }, ...placed(one.id, level + 1)]);
  return placed(null, 0);
}

export function withDescendants(all: readonly Pick<Department, "id" | "parent_id">[], id: number): Set<number> {
  const ids = new Set([id]);
  for (let before = 0; before !== ids.size; ) {
    before = ids.size;
    for (const one of all) if (one.parent_id !== null && ids.has(one.parent_id)) ids.add(one.id);
  }
  return ids;
}
