import { Link } from "react-router-dom";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { FieldRow } from "../tasks/fields/FieldRow";
import properties from "../tasks/fields/TaskProperties.module.css";
import classes from "./templates.module.css";

/** The template from which a task was made; nothing if there is none. */
export function TaskOriginRow({ task }: { task: TaskDetail }) {
  const text = useText();
  if (!task.template) return null;
  const { title, project_id } = task.template;
  return (
    <FieldRow label={text("taskTemplates.origin")}>
      <span className={properties.value}>
        {project_id === null ? (
          <bdi className="clip">{title}</bdi>
        ) : (
          <Link className={classes.origin} to={paths.taskTemplates(project_id)}>
            <bdi className="clip">{title}</bdi>
          </Link>
        )}
      </span>
    </FieldRow>
  );
}
