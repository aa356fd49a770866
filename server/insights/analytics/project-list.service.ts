import type { CountedTask, listProjectFigure } from "../../../shared/insights/analytics/project-analytics.contract";
import { endpointPathOf, type QueryOf } from "../../../shared/kernel/endpoint";
import { type Page, pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Viewer } from "../../work/access/projects.policy";
import { tasksByFigure, daysInProgress, leadDays } from "./project-figures";
import { type FlowFilter, type ProjectFlow, readProjectFlow } from "./project-flow.read";
import { breakdownPartsOf } from "./project-groups";
import { type CountedTaskRow, selectTasksById, selectTasksInColumn } from "./project.sql";

type Query = QueryOf<typeof listProjectFigure>;

export function projectListPath(
  { project, period }: Pick<ProjectFlow, "project" | "period">,
  { tag_id, priority, user_id }: FlowFilter,
  of: Partial<Omit<Query, "max" | "group">> & { max?: number | null; group?: string | null },
): string {
  const parameters = Object.entries({ ...period, tag_id, priority, user_id, ...of }).filter(
    ([, value]) => value != null,
  );
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
  return `${endpointPathOf({ path: "/analytics/project/:id/list" }, { id: project.id })}?${query.toString()}`;
}

export async function listProjectFigureTasks(tx: Tx, viewer: Viewer, projectId: number, query: Query, now: Date) {
  const flow = await readProjectFlow(tx, viewer, projectId, query, now);
  const page = pageOf(query, 50);
  const { total, pageTasks } = await countedBy(tx, flow, query, page);
  const titles = new Map(flow.columns.map(({ id, title }) => [id, title]));
  return {
    data: pageTasks.map((task) => present(flow, task, titles.get(task.columnId) ?? "")),
    meta: pageMetaOf(page, total),
  };
}

async function countedBy(tx: Tx, flow: ProjectFlow, query: Query, { offset, perPage }: Page) {
  const { figure, min, max } = query;
  const pageOfAll = <One>(all: readonly One[]) => all.slice(offset, offset + perPage);
  if (figure !== "column") {
    const all = tasksByFigure[figure](flow, flow.period, { min: min ?? 0, max: max ?? null });
    const part = query.part
      ? (await breakdownPartsOf(tx, flow.project.id, query.group ?? null)).find(({ key }) => key === query.part)
      : null;
    const tasks = part === null ? all : part ? all.filter(part.holds) : [];
    return { total: tasks.length, pageTasks: pageOfAll(tasks) };
  }
  const found = await tx.rows<{ id: number }>(selectTasksInColumn, [
    ...flow.about,
    flow.period.to,
    query.column_id ?? null,
    query.kind ?? null,
  ]);
  const ids = pageOfAll(found).map(({ id }) => id);
  return { total: found.length, pageTasks: await tx.rows<CountedTaskRow>(selectTasksById, [flow.project.id, ids]) };
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const present = ({ project, now, blockedDays }: ProjectFlow, task: CountedTaskRow, column: string): CountedTask => ({
  id: task.id,
  key: `${project.code}-${task.number}`,
  title: task.title,
  column,
  created_at: instant(task.createdAt) as string,
  started_at: instant(task.startedAt),
  finished_at: instant(task.finishedAt),
  days: daysInProgress(task, now),
  lead_days: leadDays(task),
  blocked_days: blockedDays.get(task.id) ?? 0,
  estimate_minutes: task.estimateMinutes,
  spent_minutes: task.spentMinutes,
});
