import { TaskAttachments } from "./TaskAttachments";
import classes from "./TaskBody.module.css";
import { TaskDescription } from "./TaskDescription";
import { TaskProps } from "./TaskProps";
import { TaskSubtasks } from "./TaskSubtasks";
import { TaskTabs } from "./TaskTabs";
import { TaskTitle } from "./TaskTitle";
import { useShownTask } from "./shown-task";
import { useTaskFields } from "./useTaskFields";

/** Everything about a task, the same in the panel and on its page. */
export function TaskBody() {
  const task = useShownTask();
  const fields = useTaskFields(task);
  return (
    <div className={classes.body}>
      <div className={classes.top}>
        <TaskTitle fields={fields} />
        <TaskProps fields={fields} />
      </div>
      <TaskDescription fields={fields} />
      <TaskSubtasks />
      <TaskAttachments />
      <TaskTabs />
    </div>
  );
}
