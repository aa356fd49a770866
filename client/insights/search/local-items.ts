import { IconLayoutKanban } from "@tabler/icons-react";
import type { CurrentUser } from "../../../shared/kernel/current-user";
import type { Endpoint, ReplyOf } from "../../../shared/kernel/endpoint";
import { readUser } from "../../../shared/people/people/users.contract";
import { listMyWork } from "../../../shared/work/my-work/my-work.contract";
import { assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { listProjects, type Project } from "../../../shared/work/projects/projects.contract";
import { type MyTask, listMyTasks } from "../../../shared/work/tasks/tasks.contract";
import { paths } from "../../platform/paths";
import { queryClient, queryKeyOf } from "../../platform/query";
import { hasPermission } from "../../platform/session";
import { type LoadedTask, loadedTasks } from "../../ui/palette/palette";
import { taskLayout$, taskPathFor } from "../../work/projects/task-layout";
import { statusByPosition } from "../../work/tasks/state/column.status";
import type { RecentlyOpened } from "../../work/tasks/useRecentlyOpened";
import { appearanceOf } from "./hit-item";
import type { PaletteItem } from "./items";

/** Builds rows from loaded data: open boards, the user's work, projects and people. */
export function localItems(me: CurrentUser): PaletteItem[] {
  const tasks = new Map([...tasksOfMyWork(), ...myOpenTasks(), ...loadedTasks()].map((task) => [task.id, task]));
  const projects = new Map(cached(listProjects).flatMap(({ data }) => data.map((project) => [project.id, project])));
  const people = hasPermission(me, readUser.permission)
    ? new Map(cached(assignableUsers).flatMap(({ data }) => data.users.map((person) => [person.id, person])))
    : new Map<number, never>();
  return [
    ...[...tasks.values()].map(taskItem),
    ...[...projects.values()].map(projectItem),
    ...[...people.values()].map(
      (person): PaletteItem => ({
        id: `user:${person.id}`,
        group: "people",
        key: null,
        title: person.fullname,
        snippet: null,
        weight: 0,
        sign: { person },
        context: null,
        to: paths.employeeView(person.id),
      }),
    ),
  ];
}

const projectItem = ({ id, code, title, client, archived, mine }: Project): PaletteItem => {
  const appearance = appearanceOf("project");
  return {
    id: `project:${id}`,
    group: appearance?.group ?? "tasks",
    key: code,
    title,
    snippet: null,
    weight: (mine ? 0 : 1) + (archived ? 2 : 0),
    sign: { Icon: appearance?.icon ?? IconLayoutKanban },
    context: client?.name ?? null,
    to: paths.board(id),
  };
};

/** A task or board that the user opened on this device. */
export const openedItem = (opened: RecentlyOpened): PaletteItem =>
  opened.kind === "board" ? projectItem(opened.project) : taskItem(heldTaskOf(opened.task, false));

/** Ranks own tasks before others, and open tasks before done tasks. */
const taskItem = (task: LoadedTask): PaletteItem => ({
  id: `task:${task.id}`,
  group: "tasks",
  key: task.key,
  title: task.title,
  snippet: null,
  weight: (task.mine ? 0 : 1) + (task.status === "done" ? 2 : 0),
  sign: { status: task.status, label: task.column },
  context: task.project,
  to: taskPathFor(taskLayout$.value, task),
  task,
  ...(task.person ? { person: task.person } : {}),
});

const myOpenTasks = (): LoadedTask[] =>
  cached(listMyTasks).flatMap(({ data }) => data.map((task) => heldTaskOf(task, true)));

const heldTaskOf = ({ id, key, title, project, column }: MyTask, mine: boolean): LoadedTask => ({
  id,
  key,
  title,
  projectId: project.id,
  project: project.title,
  column: column.title,
  status: statusByPosition(column),
  mine,
});

const tasksOfMyWork = (): LoadedTask[] =>
  cached(listMyWork).flatMap(({ data, projects }) =>
    data.flatMap(({ id, key, title, project_id, task_status_id }) => {
      const project = projects.find((one) => one.id === project_id);
      const column = project?.columns.find((one) => one.id === task_status_id);
      if (!project || !column) return [];
      const alike = project.columns.filter(({ kind }) => kind === column.kind);
      const status = statusByPosition({ ...column, first: alike[0] === column, last: alike.at(-1) === column });
      return {
        id,
        key,
        title,
        projectId: project.id,
        project: project.title,
        column: column.title,
        status,
        mine: true,
      };
    }),
  );

/** Loaded replies; those that are out of date may contain records that the user may no longer read. */
const cached = <E extends Endpoint>(endpoint: E): ReplyOf<E>[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: queryKeyOf(endpoint), predicate: ({ state }) => !state.isInvalidated })
    .flatMap(({ state }) => (state.data === undefined ? [] : [state.data as ReplyOf<E>]));
