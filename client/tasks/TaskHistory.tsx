import { Button } from "@mantine/core";
import { useText } from "../platform/intl/useText";
import { HistoryItem } from "./HistoryItem";
import classes from "./TaskHistory.module.css";
import type { TaskHistoryLines } from "./useHistory";

/** What was changed, newest first. */
export function TaskHistory({ history }: { history: TaskHistoryLines }) {
  const text = useText();
  const changes = history.lines.filter((line) => !line.said);
  return (
    <>
      <ol className={classes.history}>
        {changes.map((line) => (
          <HistoryItem key={line.key} line={line} names={history.names} />
        ))}
      </ol>
      {history.onOlder && (
        <Button
          className={classes.older}
          size="xs"
          variant="subtle"
          color="gray"
          loading={history.reading}
          onClick={history.onOlder}
        >
          {text("task.history.older")}
        </Button>
      )}
    </>
  );
}
