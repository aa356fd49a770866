import type { Comment } from "../../../shared/work/comments/comments.contract";
import { Emitter } from "../../platform/store";

const sent = new Emitter<Pick<Comment, "id" | "task_id">>();

/** Emits the user's own new comment, so that views of its task scroll to it. */
export const emitSentComment = (comment: Pick<Comment, "id" | "task_id">): void => sent.emit(comment);

export const onSentComment = (taskId: number, listener: (commentId: number) => void): (() => void) =>
  sent.subscribe(({ id, task_id }) => task_id === taskId && listener(id));
