import type { CountedTask, listProjectFigure } from "../../shared/analytics/project-analytics.contract";
import { pathOf, type QueryOf } from "../../shared/kernel/endpoint";
import { type Page, pageMetaOf, pageOf } from "../../shared/kernel/paging";
import type { Tx } from "../platform/database/unit-of-work";
import type { Viewer } from "../projects/projects.policy";
import { behindFigure, daysOf, leadDays } from "./project-figures";
import { type FlowFilter, type ProjectFlow, readProjectFlow } from "./project-flow.read";
import { groupsOf } from "./project-groups";
import { type CountedRow, tasksById, tasksInColumn } from "./project.sql";

type Query = QueryOf<typeof listProjectFigure>;

/** The address of the list behind a figure: what it counts, in the period and of the tasks that were asked for. */
export function listAddress(
  { project, period }: Pick<ProjectFlow, "project" | "period">,
  { tag_id, priority, user_id }: FlowFilter,
  of: Partial<Omit<Query, "max" | "group">> & { max?: number | null; group?: string | null },
): string {
  const said = Object.entries({ ...period, tag_id, priority, user_id, ...of }).filter(([, value]) => value != null);
  const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
  return `${pathOf({ path: "/analytics/project/:id/list" }, { id: project.id })}?${query.toString()}`;
}

/**
 * The tasks behind a figure, page by page.
 * @throws Problem 404, 403 as `readProjectFlow`.
 */
export async function listFigure(tx: Tx, viewer: Viewer, projectId: number, query: Query, now: Date) {
  const flow = await readProjectFlow(tx, viewer, projectId, query, now);
  const page = pageOf(query, 50);
  const { total, shown } = await countedBy(tx, flow, query, page);
  const titles = new Map(flow.columns.map(({ id, title }) => [id, title]));
  return {
    data: shown.map((task) => present(flow, task, titles.get(task.columnId) ?? "")),
    meta: pageMetaOf(page, total),
  };
}

/** How many they are, and those of the page. */
async function countedBy(tx: Tx, flow: ProjectFlow, query: Query, { offset, perPage }: Page) {
  const { figure, min, max } = query;
  const pageOfAll = <One>(all: readonly One[]) => all.slice(offset, offset + perPage);
  if (figure !== "column") {
    const all = behindFigure[figure](flow, flow.period, { min: min ?? 0, max: max ?? null });
    const part = query.part
      ? (await groupsOf(tx, flow.project.id, query.group ?? null)).find(({ key }) => key === query.part)
      : null;
    const tasks = part === null ? all : part ? all.filter(part.holds) : [];
    return { total: tasks.length, shown: pageOfAll(tasks) };
  }
  const found = await tx.rows<{ id: number }>(tasksInColumn, [
    ...flow.about,
    flow.period.to,
    query.column_id ?? null,
    query.kind ?? null,
  ]);
  const ids = pageOfAll(found).map(({ id }) => id);
  return { total: found.length, shown: await tx.rows<CountedRow>(tasksById, [flow.project.id, ids]) };
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const present = ({ project, now, blockedDays }: ProjectFlow, task: CountedRow, column: string): CountedTask => ({
  id: task.id,
  key: `${project.code}-${task.number}`,
  title: task.title,
  column,
  created_at: instant(task.createdAt) as string,
  started_at: instant(task.startedAt),
  finished_at: instant(task.finishedAt),
  days: daysOf(task, now),
  lead_days: leadDays(task),
  blocked_days: blockedDays.get(task.id) ?? 0,
  estimate_minutes: task.estimateMinutes,
  spent_minutes: task.spentMinutes,
});
