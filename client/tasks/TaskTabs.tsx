import { Tabs } from "@mantine/core";
import { CommentList } from "../comments/CommentList";
import { useFormat, useText } from "../platform/intl/useText";
import { TaskTimeEntries } from "../time/TaskTimeEntries";
import { useShownTask } from "./shown-task";
import { TaskHistory } from "./TaskHistory";
import classes from "./TaskTabs.module.css";
import { historyOf } from "./task.history";
import { useTaskChoices } from "./useTaskChoices";

/** What was said, and what happened. */
export function TaskTabs() {
  const text = useText();
  const { number } = useFormat();
  const task = useShownTask();
  const { users } = useTaskChoices(task);
  return (
    <Tabs defaultValue="comments" keepMounted={false} classNames={{ list: classes.list, tab: classes.tab }}>
      <Tabs.List>
        <Tabs.Tab value="comments" rightSection={<span className={classes.count}>{number(task.comments.length)}</span>}>
          {text("task.comments")}
        </Tabs.Tab>
        <Tabs.Tab
          value="history"
          rightSection={<span className={classes.count}>{number(historyOf(task).length)}</span>}
        >
          {text("task.history")}
        </Tabs.Tab>
        <Tabs.Tab value="time" rightSection={<span className={classes.count}>{number(task.time_entries.length)}</span>}>
          {text("time.entries")}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="comments" className={classes.panel}>
        <CommentList comments={task.comments} people={users} mayComment={task.can.comment} />
      </Tabs.Panel>
      <Tabs.Panel value="history" className={classes.panel}>
        <TaskHistory />
      </Tabs.Panel>
      <Tabs.Panel value="time" className={classes.panel}>
        <TaskTimeEntries entries={task.time_entries} />
      </Tabs.Panel>
    </Tabs>
  );
}
