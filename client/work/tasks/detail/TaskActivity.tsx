import type { Comment } from "../../../../shared/work/comments/comments.contract";
import { CommentItem } from "../../comments/CommentItem";
import type { Person } from "../../../ui/signs/people";
import { HistoryItem } from "./history/HistoryItem";
import { OlderChanges } from "./history/OlderChanges";
import { useShownTask } from "../fields/shown-task";
import classes from "./history/TaskHistory.module.css";
import type { HistoryEntry } from "./history/task.history";
import type { TaskHistoryEntries } from "./history/useHistory";

type Entry = { at: string; key: string } & ({ comment: Comment } | { line: HistoryEntry });

export function TaskActivity({ history, people }: { history: TaskHistoryEntries; people: readonly Person[] }) {
  const task = useShownTask();
  const entries = activityEntries(task.comments, history.lines);
  return (
    <>
      <OlderChanges history={history} />
      <ol className={classes.story}>
        {entries.map((entry) =>
          "comment" in entry ? (
            <CommentItem key={entry.key} comment={entry.comment} people={people} mayComment={task.can.comment} />
          ) : (
            <HistoryItem key={entry.key} line={entry.line} names={history.names} />
          ),
        )}
      </ol>
    </>
  );
}

/** Omits history entries about existing comments, which are listed directly. Entries about deleted comments are kept. */
export function activityEntries(comments: readonly Comment[], lines: readonly HistoryEntry[]): Entry[] {
  const commentIds = new Set(comments.map(({ id }) => id));
  const shownLines = lines.filter((line) => line.commentId === undefined || !commentIds.has(line.commentId));
  return [
    ...comments.map((comment) => ({ at: comment.created_at, key: `comment-${comment.id}`, comment })),
    ...shownLines.map((line) => ({ at: line.at, key: line.key, line })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
