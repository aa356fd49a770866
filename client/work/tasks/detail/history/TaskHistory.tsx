import { HistoryItem } from "./HistoryItem";
import { OlderChanges } from "./OlderChanges";
import classes from "./TaskHistory.module.css";
import type { TaskHistoryEntries } from "./useHistory";

export function TaskHistory({ history }: { history: TaskHistoryEntries }) {
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
