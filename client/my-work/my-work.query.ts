import { type WorkReason, workReasons, type WorkState, workStates } from "../../shared/my-work/my-work.contract";
import { type DueFilter, dueFilters } from "../../shared/tasks/tasks.filter.rules";

export const workGroupings = ["due", "project"] as const;
export type WorkGrouping = (typeof workGroupings)[number];

/** What the screen shows; it lives in the address, so that a link shows what one sees. */
export interface WorkQuery {
  of: WorkReason;
  state: WorkState;
  due: DueFilter | null;
  group: WorkGrouping;
  text: string;
}

const usual: WorkQuery = { of: "assigned", state: "open", due: null, group: "due", text: "" };
const names = { of: "of", state: "state", due: "due", group: "group", text: "q" } as const;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

export function readWorkQuery(search: URLSearchParams): WorkQuery {
  return {
    of: oneOf(workReasons, search.get(names.of)) ?? usual.of,
    state: oneOf(workStates, search.get(names.state)) ?? usual.state,
    due: oneOf(dueFilters, search.get(names.due)) ?? null,
    group: oneOf(workGroupings, search.get(names.group)) ?? usual.group,
    text: search.get(names.text) ?? "",
  };
}

/** What is as usual leaves the address; everything else in it stays. */
export function writeWorkQuery(search: URLSearchParams, change: Partial<WorkQuery>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [field, value] of Object.entries(change) as [keyof WorkQuery, string | null][]) {
    if (value === null || value === usual[field]) next.delete(names[field]);
    else next.set(names[field], value);
  }
  return next;
}
