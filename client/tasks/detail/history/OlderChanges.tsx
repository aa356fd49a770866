import { Button } from "@mantine/core";
import { useText } from "../../../platform/intl/useText";
import classes from "./TaskHistory.module.css";
import type { TaskHistoryLines } from "./useHistory";

/** Reads on in a task's history, where there is more of it. */
export function OlderChanges({ history: { onOlder, reading } }: { history: TaskHistoryLines }) {
  const text = useText();
  if (!onOlder) return null;
  return (
    <Button className={classes.older} size="xs" variant="subtle" color="gray" loading={reading} onClick={onOlder}>
      {text("task.history.older")}
    </Button>
  );
}
