import { useMemo } from "react";
import { projectStream } from "../../../shared/kernel/events";
import { readPersonAnalytics } from "../../../shared/people/people/person-work.contract";
import type { CurrentTask } from "../../../shared/work/my-work/my-work.contract";
import { useText } from "../../platform/intl/useText";
import { useFollowRecords } from "../../platform/live/useFollowRecords";
import { queryKeyOf, useEndpoint } from "../../platform/query";
import { useShownTasks } from "../../work/projects/shown-order";
import { TaskLink } from "../../work/projects/TaskLink";
import { StandaloneColumnGlyph } from "../../work/tasks/fields/ColumnPicker";
import { DueDay } from "../../work/tasks/fields/DueDay";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import linkRow from "../../ui/LinkRow.module.css";
import classes from "./PersonWork.module.css";

const followed = { streamOf: projectStream, withdrawnFrom: () => [queryKeyOf(readPersonAnalytics)] };

export function PersonWork({ userId }: { userId: number }) {
  const text = useText();
  // Never cached: this screen gets no events for unrelated tasks and timers, so it refetches on each visit.
  const query = useEndpoint(readPersonAnalytics, { params: { id: userId } }, { staleTime: 0 });
  const tasks = query.data?.data;
  useFollowRecords(
    useMemo(() => projectsOf(tasks ?? []), [tasks]),
    followed,
  );
  useShownTasks((tasks ?? []).map(({ id }) => id));
  if (!tasks?.length) return null;
  return (
    <section aria-label={text("people.workingOn")}>
      <h3 className={classes.title}>{text("people.workingOn")}</h3>
      <ul>
        {tasks.map((task) => (
          <Row key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}

const projectsOf = (tasks: readonly CurrentTask[]) => [
  ...new Map(tasks.map(({ project }) => [project.id, project])).values(),
];

function Row({ task }: { task: CurrentTask }) {
  const text = useText();
  return (
    <li className={`${linkRow.row} ${classes.task}`}>
      <StandaloneColumnGlyph column={task.column} />
      <bdi className={`key ${classes.key}`}>{task.key}</bdi>
      <TaskLink task={{ id: task.id, projectId: task.project.id }} className={`${linkRow.link} ${classes.link}`}>
        <TruncatedName>{task.title}</TruncatedName>
      </TaskLink>
      {task.running && (
        <span className={classes.running} role="img" aria-label={text("timer.running")} title={text("timer.running")} />
      )}
      <span className={classes.due}>
        <DueDay task={task} />
      </span>
    </li>
  );
}
