import { IconCheck } from "@tabler/icons-react";
import { useFormat, useText } from "../platform/intl/useText";
import { useShownTask } from "./shown-task";
import classes from "./TaskParts.module.css";

export function TaskSubtasks() {
  const text = useText();
  const { number } = useFormat();
  const { subtasks } = useShownTask();
  if (subtasks.length === 0) return null;
  const done = subtasks.filter((subtask) => subtask.completed === 1).length;
  return (
    <section>
      <header className={classes.head}>
        <h2>{text("task.subtasks")}</h2>
        <span className={classes.count}>
          {text("board.column.shownOf", { shown: number(done), count: number(subtasks.length) })}
        </span>
        <span className={classes.bar}>
          <i style={{ inlineSize: `${(done / subtasks.length) * 100}%` }} />
        </span>
      </header>
      <ul>
        {subtasks.map((subtask) => (
          <li key={subtask.id} className={classes.subtask} data-done={subtask.completed === 1 || undefined}>
            <span
              className={classes.box}
              role="img"
              aria-label={text(subtask.completed === 1 ? "task.subtask.done" : "task.subtask.open")}
            >
              {subtask.completed === 1 && <IconCheck size={12} stroke={2.5} aria-hidden />}
            </span>
            <bdi className={classes.subtaskName}>{subtask.name}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
