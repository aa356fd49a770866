import { memo, useDeferredValue } from "react";
import { reportFailure } from "../../../platform/failure";
import { useText } from "../../../platform/intl/useText";
import type { TaskLayout } from "../../projects/task-layout";
import { TaskAttachments } from "../../attachments/TaskAttachments";
import classes from "./TaskBody.module.css";
import { TaskTime } from "../../time/TaskTime";
import { TaskCommands } from "./TaskCommands";
import { TaskDescription } from "./TaskDescription";
import { TaskProperties } from "./TaskProperties";
import { TaskTabs } from "./TaskTabs";
import { TaskTitle } from "./TaskTitle";
import { ShownTaskContext, useShownTask } from "../fields/shown-task";
import { Subtasks } from "../subtasks/Subtasks";
import { useTaskChoices } from "../fields/useTaskChoices";
import { changeTasks } from "../pending/change-tasks";
import { isOtherField, isTitle, useTaskFields } from "../fields/useTaskFields";

/**
 * Shows a task in either layout. In the panel the parts are stacked; on the page the text and discussion are in the wide column and facts
 * in a sticky side column. The parts other than the title render deferred, because they are expensive.
 */
export function TaskBody({ layout }: { layout: TaskLayout }) {
  const later = useDeferredValue(useShownTask());
  return (
    <div className={layout === "page" ? classes.page : classes.body}>
      <div className={classes.title}>
        <OwnTitle />
      </div>
      <ShownTaskContext value={later}>
        <TaskParts layout={layout} />
      </ShownTaskContext>
    </div>
  );
}

function OwnTitle() {
  return <TaskTitle fields={useTaskFields(useShownTask(), { concerns: isTitle })} />;
}

const TaskParts = memo(function TaskParts({ layout }: { layout: TaskLayout }) {
  const task = useShownTask();
  const fields = useTaskFields(task, { concerns: isOtherField });
  const text = useText();
  const { users } = useTaskChoices(task);
  const setCover = (cover_id: number | null) => {
    const change = { id: task.id, version: task.version, cover_id };
    changeTasks([change], text("attachment.undoCover", { key: task.key })).catch(reportFailure);
  };
  return (
    <>
      <TaskCommands fields={fields} />
      <aside className={classes.facts}>
        <TaskProperties fields={fields} />
        {layout === "page" && <TaskTime task={task} />}
      </aside>
      <div className={classes.main}>
        <TaskDescription fields={fields} />
        <Subtasks key={task.id} task={task} people={users} />
        <div className={classes.pair}>
          {layout === "panel" && <TaskTime task={task} />}
          <TaskAttachments task={task} onCoverChange={setCover} />
        </div>
        <TaskTabs />
      </div>
    </>
  );
});
