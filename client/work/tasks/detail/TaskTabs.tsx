import { Tabs } from "@mantine/core";
import { useState } from "react";
import { CommentList } from "../../comments/CommentList";
import { useLinkedComment } from "../../comments/useLinkedComment";
import { useScrollToSentComment } from "../../comments/useScrollToSentComment";
import { useFormat, useText } from "../../../platform/intl/useText";
import { TaskTimeEntries } from "../../time/TaskTimeEntries";
import { useShownTask } from "../fields/shown-task";
import { TaskHistory } from "./history/TaskHistory";
import { TaskActivity } from "./TaskActivity";
import { useTaskHistory } from "./history/useHistory";
import classes from "./TaskTabs.module.css";
import { useTaskChoices } from "../fields/useTaskChoices";

export function TaskTabs() {
  const text = useText();
  const { number } = useFormat();
  const task = useShownTask();
  const { users } = useTaskChoices(task);
  const history = useTaskHistory(task);
  const linked = useLinkedComment();
  const [tab, setTab] = useState({ name: "comments", visit: "" });
  // A link to a comment opens the comments tab regardless of the tab selected before.
  const activeTab = linked.id !== null && tab.visit !== linked.visit ? "comments" : tab.name;
  useScrollToSentComment(task, () =>
    setTab((now) => (now.name === "all" ? now : { name: "comments", visit: linked.visit })),
  );
  const counted = (count: number) => (history.onOlder ? text("ui.atLeast", { count: number(count) }) : number(count));
  return (
    <Tabs
      value={activeTab}
      onChange={(tab) => setTab({ name: tab ?? "comments", visit: linked.visit })}
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab }}
    >
      <Tabs.List>
        <Tabs.Tab value="comments" rightSection={<span className={classes.count}>{number(task.comments.length)}</span>}>
          {text("task.comments")}
        </Tabs.Tab>
        <Tabs.Tab
          value="history"
          rightSection={
            <span className={classes.count}>{counted(history.lines.filter((line) => !line.said).length)}</span>
          }
        >
          {text("task.history")}
        </Tabs.Tab>
        <Tabs.Tab value="all" rightSection={<span className={classes.count}>{counted(history.lines.length)}</span>}>
          {text("task.history.all")}
        </Tabs.Tab>
        {(task.spent_minutes !== null || task.time_entries.length > 0) && (
          <Tabs.Tab
            value="time"
            rightSection={<span className={classes.count}>{number(task.time_entries.length)}</span>}
          >
            {text("time.entries")}
          </Tabs.Tab>
        )}
      </Tabs.List>
      <Tabs.Panel value="comments" className={classes.panel}>
        <CommentList comments={task.comments} people={users} mayComment={task.can.comment} />
      </Tabs.Panel>
      <Tabs.Panel value="history" className={classes.panel}>
        <TaskHistory history={history} />
      </Tabs.Panel>
      <Tabs.Panel value="all" className={classes.panel}>
        <TaskActivity history={history} people={users} />
      </Tabs.Panel>
      <Tabs.Panel value="time" className={classes.panel}>
        <TaskTimeEntries entries={task.time_entries} />
      </Tabs.Panel>
    </Tabs>
  );
}
