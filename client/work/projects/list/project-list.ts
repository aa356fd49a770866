import type { Actor as Person } from "../../../../shared/kernel/events";
import type { Project } from "../../../../shared/work/projects/projects.contract";
import { type ProjectState, projectStates } from "../../../../shared/work/projects/projects.schema";
import { createTextMatcher } from "../../../../shared/kernel/text/fold";
import { compareNames } from "../../../platform/intl/useNameOf";

export const projectSorts = ["title", "opened", "ends", "progress"] as const;
export type ProjectSort = (typeof projectSorts)[number];

export interface ProjectFilter {
  text: string;
  status: ProjectState | null;
  client: number | null;
  member: number | null;
  sort: ProjectSort;
}

const names = { text: "q", status: "status", client: "client", member: "member", sort: "sort" } as const;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.includes(text as T) ? (text as T) : null;

const idOf = (text: string | null): number | null => {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

export function readProjectFilter(search: URLSearchParams): ProjectFilter {
  return {
    text: search.get(names.text) ?? "",
    status: oneOf(projectStates, search.get(names.status)),
    client: idOf(search.get(names.client)),
    member: idOf(search.get(names.member)),
    sort: oneOf(projectSorts, search.get(names.sort)) ?? "title",
  };
}

export function writeProjectFilter(search: URLSearchParams, change: Partial<ProjectFilter>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [field, value] of Object.entries(change)) {
    const name = names[field as keyof ProjectFilter];
    if (value === null || value === "" || value === "title") next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

export const hasProjectFilter = ({ text, status, client, member }: ProjectFilter): boolean =>
  text.trim() !== "" || status !== null || client !== null || member !== null;

/**
 * Filtered and sorted projects. The member filter is applied by the server, because a project lists only its first members. `opened`
 * contains recently opened ids, the latest first.
 */
export function filterAndSortProjects(
  projects: readonly Project[],
  filter: ProjectFilter,
  opened: readonly number[] = [],
): Project[] {
  const isFound = createTextMatcher(filter.text);
  const matches = (project: Project) =>
    (filter.status === null || project.status === filter.status) &&
    (filter.client === null || project.client?.id === filter.client) &&
    isFound(project.title, project.code, project.client?.name);
  return projects.filter(matches).sort(orders[filter.sort](opened));
}

type Order = (opened: readonly number[]) => (a: Project, b: Project) => number;

/** The list arrives sorted by title, and the stable sort keeps that order among equals. */
const orders: Record<ProjectSort, Order> = {
  title: () => () => 0,
  opened: (opened) => {
    const place = (id: number) => (opened.includes(id) ? opened.indexOf(id) : opened.length);
    return (a, b) => place(a.id) - place(b.id);
  },
  ends: () => (a, b) => compare(a.end_date ?? "9999", b.end_date ?? "9999"),
  progress: () => (a, b) => b.progress - a.progress,
};

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export function membersOfProjects(projects: readonly Project[], me: Person): Person[] {
  const members = collectDistinct(
    projects,
    (project) => project.members,
    (person) => person.fullname,
  );
  const others = members.filter(({ id }) => id !== me.id);
  return projects.some(({ mine }) => mine) ? [me, ...others] : others;
}

export function collectDistinct<T extends { id: number }>(
  projects: readonly Project[],
  of: (project: Project) => readonly T[],
  nameOf: (one: T) => string,
): T[] {
  const found = new Map(projects.flatMap((project) => of(project).map((one) => [one.id, one] as const)));
  return [...found.values()].sort((a, b) => compareNames(nameOf(a), nameOf(b)));
}
