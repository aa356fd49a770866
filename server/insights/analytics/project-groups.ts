import { priorities } from "../../../shared/work/tasks/tasks.fields";
import type { Tx } from "../../platform/database/unit-of-work";
import { type CountedTaskRow, selectTagBreakdown } from "./project.sql";

export interface BreakdownPart {
  key: string;
  label: string;
  holds(task: CountedTaskRow): boolean;
}

/**
 * Returns the groups of a breakdown by priority or tag in display order; empty without a breakdown. By tag, the groups are the most used
 * tags and one group for all other tags.
 */
export async function breakdownPartsOf(tx: Tx, projectId: number, group: string | null): Promise<BreakdownPart[]> {
  if (group === "priority")
    return priorities.map((key) => ({ key, label: key, holds: ({ priority }) => priority === key }));
  if (group !== "tag") return [];
  const tags = await tx.rows<{ id: number; name: string; total: number }>(selectTagBreakdown, [projectId]);
  const ids = new Set(tags.map(({ id }) => id));
  // A task with several tags counts under its first tag, so that the groups add up to the total.
  const groups = tags.map(({ id, name }) => ({
    key: String(id),
    label: name,
    holds: (task: CountedTaskRow) => task.tags?.[0] === id,
  }));
  const isOther = ({ tags: own }: CountedTaskRow) => own?.[0] !== undefined && !ids.has(own[0]);
  const others = { key: "others", label: "", holds: isOther };
  const none = { key: "none", label: "", holds: ({ tags: own }: CountedTaskRow) => (own ?? []).length === 0 };
  return [...groups, ...((tags[0]?.total ?? 0) > tags.length ? [others] : []), none];
}
