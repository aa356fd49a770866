import { bucketsOf, type Grouping, type Period } from "../../shared/analytics/periods.rules";
import { dayNumber } from "../../shared/kernel/days";
import { addDays } from "../../shared/time/days.rules";
import type { Group } from "./project-groups";
import { finishedIn } from "./project-figures";
import type { FlowQuery, ProjectFlow } from "./project-flow.read";
import { listAddress } from "./project-list.service";

export function throughputOf(flow: ProjectFlow, query: FlowQuery, by: Grouping, groups: readonly Group[]) {
  return bucketsOf(flow.period, by).map((bucket) => {
    const tasks = finishedIn(flow.tasks, bucket);
    return {
      ...bucket,
      count: tasks.length,
      previous: query.compare ? finishedIn(flow.tasks, earlier(flow, bucket)).length : null,
      parts: groups.map(({ key, holds }) => ({
        count: tasks.filter(holds).length,
        query: listAddress(flow, query, { figure: "finished", ...bucket, group: query.group, part: key }),
      })),
      query: listAddress(flow, query, { figure: "finished", ...bucket }),
    };
  });
}

/** The same days of the period before. */
function earlier({ period, before }: ProjectFlow, bucket: Period): Period {
  const back = dayNumber(before.from) - dayNumber(period.from);
  return { from: addDays(bucket.from, back), to: addDays(bucket.to, back) };
}
