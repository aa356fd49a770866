import type { Comment } from "../../../shared/comments/comments.contract";
import { CommentItem } from "../../comments/CommentItem";
import type { Person } from "../../ui/signs/people";
import { HistoryItem } from "./history/HistoryItem";
import { OlderChanges } from "./history/OlderChanges";
import { useShownTask } from "./shown-task";
import classes from "./history/TaskHistory.module.css";
import type { HistoryLine } from "./history/task.history";
import type { TaskHistoryLines } from "./history/useHistory";

type Entry = { at: string; key: string } & ({ comment: Comment } | { line: HistoryLine });

/** What was said and what happened in one, read downwards. */
export function TaskStory({ history, people }: { history: TaskHistoryLines; people: readonly Person[] }) {
  const task = useShownTask();
  const entries = storyOf(task.comments, history.lines);
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

/** A comment that is there speaks for itself; that one was written is told of those that are gone. */
export function storyOf(comments: readonly Comment[], lines: readonly HistoryLine[]): Entry[] {
  const there = new Set(comments.map(({ id }) => id));
  const told = lines.filter((line) => line.commentId === undefined || !there.has(line.commentId));
  return [
    ...comments.map((comment) => ({ at: comment.created_at, key: `comment-${comment.id}`, comment })),
    ...told.map((line) => ({ at: line.at, key: line.key, line })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
