import { type ProjectFigures, progressParts } from "../../../shared/work/projects/projects.rules";
import { useText } from "../../platform/intl/useText";
import classes from "./ProgressBar.module.css";

interface ProgressBarProps {
  project: Pick<ProjectFigures, "task_count" | "done_count" | "doing_count">;
  small?: boolean;
}

export function ProgressBar({ project, small = false }: ProgressBarProps) {
  const text = useText();
  const { done, doing } = progressParts(project);
  const label = text("projects.tasksDone", { done: project.done_count, total: project.task_count });
  return (
    <span className={classes.bar} data-small={small || undefined} role="img" aria-label={label}>
      {done > 0 && <i data-part="done" style={{ flexBasis: `${done}%` }} />}
      {doing > 0 && <i data-part="doing" style={{ flexBasis: `${doing}%` }} />}
      {done + doing < 99.9 && <i data-part="rest" />}
    </span>
  );
}
