import type { TaskLayout } from "../../platform/task-layout";
import { TaskAttachments } from "../../attachments/TaskAttachments";
import classes from "./TaskBody.module.css";
import { TaskTime } from "../../time/TaskTime";
import { TaskDescription } from "./TaskDescription";
import { TaskProps } from "./TaskProps";
import { TaskSubtasks } from "./TaskSubtasks";
import { TaskTabs } from "./TaskTabs";
import { TaskTitle } from "./TaskTitle";
import { useShownTask } from "./shown-task";
import { useTaskFields } from "../fields/useTaskFields";

/**
 * Everything about a task, of the same parts in both layouts: one below the other in the panel; on the page what one
 * reads and says in the wide column, and what one looks up beside it, where it stays in sight.
 */
export function TaskBody({ layout }: { layout: TaskLayout }) {
  const task = useShownTask();
  const fields = useTaskFields(task);
  return (
    <div className={layout === "page" ? classes.page : classes.body}>
      <div className={classes.title}>
        <TaskTitle fields={fields} />
      </div>
      <aside className={classes.facts}>
        <TaskProps fields={fields} />
        {layout === "page" && <TaskTime task={task} />}
      </aside>
      <div className={classes.main}>
        <TaskDescription fields={fields} />
        <TaskSubtasks />
        <div className={classes.pair}>
          {layout === "panel" && <TaskTime task={task} />}
          <TaskAttachments task={task} />
        </div>
        <TaskTabs />
      </div>
    </div>
  );
}
