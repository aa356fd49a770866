import { type WorkReason, workReasons, type WorkState, workStates } from "./my-work.contract";
import { type DueFilter, dueFilters } from "../tasks/tasks.filter.rules";

export const workGroupings = ["due", "project"] as const;
export type WorkGrouping = (typeof workGroupings)[number];

export interface WorkQuery {
  of: WorkReason;
  state: WorkState;
  due: DueFilter | null;
  group: WorkGrouping;
  text: string;
}

const defaultQuery: WorkQuery = { of: "assigned", state: "open", due: null, group: "due", text: "" };
const names = { of: "of", state: "state", due: "due", group: "group", text: "q" } as const;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

export function readWorkQuery(search: URLSearchParams): WorkQuery {
  return {
    of: oneOf(workReasons, search.get(names.of)) ?? defaultQuery.of,
    state: oneOf(workStates, search.get(names.state)) ?? defaultQuery.state,
    due: oneOf(dueFilters, search.get(names.due)) ?? null,
    group: oneOf(workGroupings, search.get(names.group)) ?? defaultQuery.group,
    text: search.get(names.text) ?? "",
  };
}

/** Omits default values from the URL and keeps other parameters. */
export function writeWorkQuery(search: URLSearchParams, change: Partial<WorkQuery>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [field, value] of Object.entries(change) as [keyof WorkQuery, string | null][]) {
    if (value === null || value === defaultQuery[field]) next.delete(names[field]);
    else next.set(names[field], value);
  }
  return next;
}
