import { priorities } from "../../shared/tasks/tasks.fields";
import type { Tx } from "../platform/database/unit-of-work";
import { type CountedRow, tagParts } from "./project.sql";

/** A part that figures are split into. */
export interface Group {
  key: string;
  label: string;
  holds(task: CountedRow): boolean;
}

/** The parts of a breakdown, in order; none without one. Of tags those that are used most, and the rest together. */
export async function groupsOf(tx: Tx, projectId: number, group: string | null): Promise<Group[]> {
  if (group === "priority")
    return priorities.map((key) => ({ key, label: key, holds: ({ priority }) => priority === key }));
  if (group !== "tag") return [];
  const tags = await tx.rows<{ id: number; name: string; total: number }>(tagParts, [projectId]);
  const ids = new Set(tags.map(({ id }) => id));
  // A task with two tags stands in the first of them: parts add up to the whole.
  const groups = tags.map(({ id, name }) => ({
    key: String(id),
    label: name,
    holds: (task: CountedRow) => task.tags?.[0] === id,
  }));
  const isOther = ({ tags: own }: CountedRow) => own?.[0] !== undefined && !ids.has(own[0]);
  const others = { key: "others", label: "", holds: isOther };
  const none = { key: "none", label: "", holds: ({ tags: own }: CountedRow) => (own ?? []).length === 0 };
  return [...groups, ...((tags[0]?.total ?? 0) > tags.length ? [others] : []), none];
}
