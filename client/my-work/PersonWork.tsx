import { useMemo } from "react";
import { Link } from "react-router-dom";
import { projectStream } from "../../shared/kernel/events";
import { personWork, type WorkedOn } from "../../shared/my-work/person-work.contract";
import { useText } from "../platform/intl/useText";
import { useFollowing } from "../platform/live/useFollowing";
import { keyOf, useEndpoint } from "../platform/query";
import { pathOfTask, taskLayout$ } from "../platform/task-layout";
import { useValue } from "../platform/value";
import { LoneColumnGlyph } from "../tasks/fields/ColumnPicker";
import { DueDay } from "../tasks/fields/DueDay";
import { Clip } from "../ui/signs/Clip";
import classes from "./PersonWork.module.css";

const followed = { streamOf: projectStream, withdrawnFrom: () => [keyOf(personWork)] };

/** What somebody works on now, of what the reader sees; nothing where that is nothing. */
export function PersonWork({ userId }: { userId: number }) {
  const text = useText();
  // A task elsewhere, and their timer, say nothing to this screen: each time it is opened it asks.
  const query = useEndpoint(personWork, { params: { id: userId } }, { staleTime: 0 });
  const tasks = query.data?.data;
  useFollowing(
    useMemo(() => projectsOf(tasks ?? []), [tasks]),
    followed,
  );
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

const projectsOf = (tasks: readonly WorkedOn[]) => [
  ...new Map(tasks.map(({ project }) => [project.id, project])).values(),
];

function Row({ task }: { task: WorkedOn }) {
  const text = useText();
  const layout = useValue(taskLayout$);
  return (
    <li className={classes.task}>
      <LoneColumnGlyph column={task.column} />
      <bdi className={`key ${classes.key}`}>{task.key}</bdi>
      <Link to={pathOfTask(layout, { id: task.id, projectId: task.project.id })} className={classes.link}>
        <Clip>{task.title}</Clip>
      </Link>
      {task.running && (
        <span className={classes.running} role="img" aria-label={text("timer.running")} title={text("timer.running")} />
      )}
      <span className={classes.due}>
        <DueDay task={task} />
      </span>
    </li>
  );
}
