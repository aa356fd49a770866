import type { ProjectField } from "../../shared/work/fields/fields.contract";

/** A field of a project for tests of pure functions. */
export const projectFieldOf = (
  id: number,
  kind: ProjectField["kind"],
  changes: Partial<ProjectField> = {},
): ProjectField => ({
  id,
  title: `Field ${id}`,
  kind,
  max_length: null,
  decimals: null,
  unit: null,
  options: [],
  on_card: false,
  required_column_ids: [],
  former_kinds: [],
  version: 1,
  ...changes,
});

export const optionOf = (id: number, title: string, deleted = false) => ({ id, title, color: "blue", deleted });
