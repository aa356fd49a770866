import { UnstyledButton } from "@mantine/core";
import { type CSSProperties, useState } from "react";
import { reportProjectTime, type ProjectTime as Figures } from "../../../shared/work/time/sheet.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { useShownTasks } from "../projects/shown-order";
import { TaskLink } from "../projects/TaskLink";
import { Avatar } from "../../ui/signs/Avatar";
import { Panel } from "../../ui/Panel";
import { useDuration } from "../../ui/fields/useDuration";
import classes from "./ProjectTime.module.css";
import { SpentBar } from "./SpentBar";
import tones from "../../ui/layout/tones.module.css";
import flow from "../../ui/layout/flow.module.css";

export function ProjectTime({ projectId }: { projectId: number }) {
  const text = useText();
  const duration = useDuration();
  // External users don't see hours of individual users.
  const { external } = useCurrentUser();
  const { data } = useEndpoint(reportProjectTime, { params: { id: projectId } }, { enabled: !external });
  const figures = data?.data as Figures | undefined;
  if (!figures || (figures.estimate_minutes === 0 && figures.spent_minutes === 0)) return null;
  const { estimate_minutes: estimate, spent_on_estimated_minutes: spent } = figures;
  return (
    <Panel
      title={text("time.project")}
      end={
        <span className={tones.quietSmall}>{text("time.project.all", { spent: duration(figures.spent_minutes) })}</span>
      }
      padded
    >
      <div className={classes.body}>
        {estimate > 0 && <ProjectTotal figures={figures} spent={spent} estimate={estimate} />}
        <div className={classes.columns}>
          <Tasks figures={figures} />
          <People figures={figures} />
        </div>
      </div>
    </Panel>
  );
}

function ProjectTotal({ figures, spent, estimate }: { figures: Figures; spent: number; estimate: number }) {
  const text = useText();
  const { percent } = useFormat();
  const duration = useDuration();
  return (
    <div className={classes.whole}>
      <p>
        <strong className={classes.figure}>{percent((spent / estimate) * 100)}</strong>
        <span>
          {text("time.project.ofEstimate", {
            spent: duration(spent),
            estimate: duration(estimate),
            count: figures.estimated_count,
          })}
        </span>
      </p>
      <SpentBar spent={spent} estimate={estimate} />
    </div>
  );
}

const maxShown = 6;

/** All bars share one scale; the longest fills the width. */
function Tasks({ figures }: { figures: Figures }) {
  const text = useText();
  const { number } = useFormat();
  const duration = useDuration();
  const [all, setAll] = useState(false);
  const { tasks } = figures;
  useShownTasks(tasks.map(({ id }) => id));
  const most = Math.max(...tasks.map((task) => Math.max(task.spent_minutes, task.estimate_minutes ?? 0)), 1);
  const share = (minutes: number) => `${(minutes / most) * 100}%`;
  return (
    <div>
      <h3>{text("time.project.tasks")}</h3>
      <ul className={classes.list}>
        {tasks.slice(0, all ? tasks.length : maxShown).map((task) => {
          const { estimate_minutes: planned, spent_minutes: spent } = task;
          const over = planned !== null && spent > planned;
          return (
            <li key={task.id}>
              <span className={classes.words}>
                <TaskLink task={{ id: task.id, projectId: task.project_id }} className={classes.name}>
                  <bdi className="key">{task.key}</bdi> <bdi className="clip">{task.title}</bdi>
                </TaskLink>
                <span className={classes.length} data-over={over || undefined}>
                  {planned === null
                    ? duration(spent)
                    : text("time.project.spentOf", { spent: duration(spent), estimate: duration(planned) })}
                </span>
              </span>
              <span className={classes.track} aria-hidden style={{ "--planned": share(planned ?? 0) } as CSSProperties}>
                {spent > 0 && (
                  <i className={classes.spent} data-over={over || undefined} style={{ inlineSize: share(spent) }} />
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {tasks.length > maxShown && (
        <UnstyledButton className={`link ${classes.more}`} onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? text("time.project.less") : text("time.project.more", { count: number(tasks.length - maxShown) })}
        </UnstyledButton>
      )}
    </div>
  );
}

function People({ figures }: { figures: Figures }) {
  const text = useText();
  const duration = useDuration();
  const { people } = figures;
  const most = Math.max(...people.map(({ minutes }) => minutes), 1);
  if (people.length === 0) return null;
  return (
    <div>
      <h3>{text("time.project.people")}</h3>
      <ul className={classes.list}>
        {people.slice(0, 8).map(({ user, minutes }) => (
          <li key={user.id} className={classes.person}>
            <Avatar person={user} hasVisibleName />
            <span className={flow.growOrShrink}>
              <span className={classes.words}>
                <bdi className="clip">{user.fullname}</bdi>
                <span className={classes.length}>{duration(minutes)}</span>
              </span>
              <span className={classes.track} aria-hidden>
                {minutes > 0 && <i className={classes.spent} style={{ inlineSize: `${(minutes / most) * 100}%` }} />}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
