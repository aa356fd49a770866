import { filter, map, type Observable, Subject } from "rxjs";
import type { Comment } from "../../shared/comments/comments.contract";

const sent = new Subject<Pick<Comment, "id" | "task_id">>();

/** One's own comment has been taken: who shows the task's comments shows this one. */
export const announceSent = (comment: Pick<Comment, "id" | "task_id">): void => sent.next(comment);

export const sentTo = (taskId: number): Observable<number> =>
  sent.pipe(
    filter((comment) => comment.task_id === taskId),
    map(({ id }) => id),
  );
