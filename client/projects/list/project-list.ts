import type { Actor as Person } from "../../../shared/kernel/events";
import type { Project } from "../../../shared/projects/projects.contract";
import { type ProjectState, projectStates } from "../../../shared/projects/projects.schema";
import { foldText } from "../../../shared/tasks/tasks.filter.rules";

export const projectSorts = ["title", "opened", "ends", "progress"] as const;
export type ProjectSort = (typeof projectSorts)[number];

/** What the filter row asks for; it lives in the address, so that a link shows what one sees. */
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

export function readFilter(search: URLSearchParams): ProjectFilter {
  return {
    text: search.get(names.text) ?? "",
    status: oneOf(projectStates, search.get(names.status)),
    client: idOf(search.get(names.client)),
    member: idOf(search.get(names.member)),
    sort: oneOf(projectSorts, search.get(names.sort)) ?? "title",
  };
}

/** Empty values leave the address; everything else in it stays. */
export function writeFilter(search: URLSearchParams, change: Partial<ProjectFilter>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [field, value] of Object.entries(change)) {
    const name = names[field as keyof ProjectFilter];
    if (value === null || value === "" || value === "title") next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

export const isFiltering = ({ text, status, client, member }: ProjectFilter): boolean =>
  text.trim() !== "" || status !== null || client !== null || member !== null;

/**
 * The projects that the filter lets through, in its order; whoever is chosen has been asked of the server, since a project names
 * the first of its people alone. `opened` are ids, last opened first.
 */
export function shownProjects(
  projects: readonly Project[],
  filter: ProjectFilter,
  opened: readonly number[] = [],
): Project[] {
  const text = foldText(filter.text.trim());
  const matches = (project: Project) =>
    (filter.status === null || project.status === filter.status) &&
    (filter.client === null || project.client?.id === filter.client) &&
    (text === "" ||
      [project.title, project.code, project.client?.name ?? ""].some((part) => foldText(part).includes(text)));
  return projects.filter(matches).sort(orders[filter.sort](opened));
}

type Order = (opened: readonly number[]) => (a: Project, b: Project) => number;

/** The list comes by title; sorting is stable, so that is the order among equals. */
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

/** Whom one may choose: oneself, where one is in any of the projects, and whomever else they name. */
export function peopleNamedIn(projects: readonly Project[], me: Person): Person[] {
  const named = namedIn(
    projects,
    (project) => project.members,
    (person) => person.fullname,
  );
  const others = named.filter(({ id }) => id !== me.id);
  return projects.some(({ mine }) => mine) ? [me, ...others] : others;
}

/** Everyone (or every client) that the projects name, once each, by name. */
export function namedIn<T extends { id: number }>(
  projects: readonly Project[],
  of: (project: Project) => readonly T[],
  nameOf: (one: T) => string,
): T[] {
  const found = new Map(projects.flatMap((project) => of(project).map((one) => [one.id, one] as const)));
  return [...found.values()].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
}
