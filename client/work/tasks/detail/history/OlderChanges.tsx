import { Button } from "@mantine/core";
import { useText } from "../../../../platform/intl/useText";
import classes from "./TaskHistory.module.css";
import type { TaskHistoryEntries } from "./useHistory";

export function OlderChanges({ history: { onOlder, reading } }: { history: TaskHistoryEntries }) {
  const text = useText();
  if (!onOlder) return null;
  return (
    <Button className={classes.older} size="xs" variant="subtle" color="gray" loading={reading} onClick={onOlder}>
      {text("task.history.older")}
    </Button>
  );
}
