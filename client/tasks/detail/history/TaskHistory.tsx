import { HistoryItem } from "./HistoryItem";
import { OlderChanges } from "./OlderChanges";
import classes from "./TaskHistory.module.css";
import type { TaskHistoryLines } from "./useHistory";

/** What was changed, newest first. */
export function TaskHistory({ history }: { history: TaskHistoryLines }) {
  const changes = history.lines.filter((line) => !line.said);
  return (
    <>
      <ol className={classes.history}>
        {changes.map((line) => (
          <HistoryItem key={line.key} line={line} names={history.names} />
        ))}
      </ol>
      <OlderChanges history={history} />
    </>
  );
}
