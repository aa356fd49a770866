import type { Department } from "../../shared/departments/departments.contract";
import { groupBy } from "../../shared/kernel/group-by";

/** A department and how deep it lies below the top. */
export interface PlacedDepartment extends Department {
  level: number;
}

/** All of them as a tree from the top, each below the one that it belongs to, by name. */
export function asForest(all: readonly Department[]): PlacedDepartment[] {
  const known = new Set(all.map(({ id }) => id));
  const below = groupBy(all, ({ parent_id }) => (parent_id !== null && known.has(parent_id) ? parent_id : null));
  const placed = (parent: number | null, level: number): PlacedDepartment[] =>
    (below.get(parent) ?? []).flatMap((one) => [{ ...one, level }, ...placed(one.id, level + 1)]);
  return placed(null, 0);
}

const orders: Record<string, (a: Department, b: Department) => number> = {
  name: (a, b) => a.name.localeCompare(b.name),
  code: (a, b) => (a.code ?? "\uffff").localeCompare(b.code ?? "\uffff"),
  employees: (a, b) => a.employee_count - b.employee_count,
};

/** Those whose name, code or head has the text in it, sorted by `name`, `-employees` and the like. */
export function foundDepartments(all: readonly Department[], sought: string, sort: string): PlacedDepartment[] {
  const text = sought.toLowerCase();
  const order = orders[sort.replace(/^-/, "")] ?? orders.name;
  const found = all
    .filter(({ name, code, head }) => [name, code, head?.fullname].some((part) => part?.toLowerCase().includes(text)))
    .toSorted((a, b) => order?.(a, b) || a.id - b.id);
  return (sort.startsWith("-") ? found.toReversed() : found).map((one) => ({ ...one, level: 0 }));
}

/** The department itself and all below it: none of them can be above it. */
export function withAllBelow(all: readonly Department[], id: number): Set<number> {
  const ids = new Set([id]);
  for (let before = 0; before !== ids.size; ) {
    before = ids.size;
    for (const one of all) if (one.parent_id !== null && ids.has(one.parent_id)) ids.add(one.id);
  }
  return ids;
}
