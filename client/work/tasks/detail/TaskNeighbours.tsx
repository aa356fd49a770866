import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useText } from "../../../platform/intl/useText";
import classes from "./TaskPanel.module.css";
import { useOpenTask } from "../../projects/open-task";
import { useTasksAround } from "../../projects/shown-order";

export function TaskNeighbours({ taskId }: { taskId: number }) {
  const text = useText();
  const { show } = useOpenTask();
  const ids = useTasksAround(taskId);
  const at = ids.indexOf(taskId);
  const previous = at > 0 ? ids[at - 1] : undefined;
  const next = at >= 0 ? ids[at + 1] : undefined;
  return (
    <>
      <span className={classes.line} />
      <ActionIcon
        className={classes.step}
        aria-label={text("task.previous")}
        title={text("task.previous")}
        disabled={previous === undefined}
        onClick={() => show(previous ?? null)}
      >
        <IconChevronUp size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        className={classes.step}
        aria-label={text("task.next")}
        title={text("task.next")}
        disabled={next === undefined}
        onClick={() => show(next ?? null)}
      >
        <IconChevronDown size={16} stroke={1.75} />
      </ActionIcon>
    </>
  );
}
