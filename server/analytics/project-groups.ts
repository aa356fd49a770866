import { priorities } from "../../shared/tasks/tasks.fields";
import type { Tx } from "../platform/database/unit-of-work";
import { type CountedRow, projectTags } from "./project.sql";

/** A part that figures are split into. */
export interface Group {
  key: string;
  label: string;
  holds(task: CountedRow): boolean;
}

/** The parts of a breakdown, in order; none without one. */
export async function groupsOf(tx: Tx, projectId: number, group: string | null): Promise<Group[]> {
  if (group === "priority")
    return priorities.map((key) => ({ key, label: key, holds: ({ priority }) => priority === key }));
  if (group !== "tag") return [];
  const tags = await tx.rows<{ id: number; name: string }>(projectTags, [projectId]);
  return [
    // A task with two tags stands in the first of them: parts add up to the whole.
    ...tags.map(({ id, name }) => ({
      key: String(id),
      label: name,
      holds: (task: CountedRow) => task.tags?.[0] === id,
    })),
    { key: "none", label: "", holds: ({ tags: own }: CountedRow) => (own ?? []).length === 0 },
  ];
}
