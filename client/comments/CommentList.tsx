import { useEffect } from "react";
import type { Comment } from "../../shared/comments/comments.contract";
import { useText } from "../platform/intl/useText";
import type { Person } from "../ui/signs/people";
import { CommentItem } from "./CommentItem";
import classes from "./CommentList.module.css";
import { useLinkedComment } from "./useLinkedComment";

interface CommentListProps {
  comments: readonly Comment[];
  people: readonly Person[];
  mayComment: boolean;
}

/** Oldest first: a conversation is read downwards. The one that the address names is shown and marked. */
export function CommentList({ comments, people, mayComment }: CommentListProps) {
  const text = useText();
  const linked = useLinkedComment();
  const isThere = comments.some(({ id }) => id === linked.id);
  useShown(isThere ? linked.id : null, linked.visit);
  return (
    <>
      {linked.id !== null && !isThere && (
        <p className={classes.missing} role="status">
          {text("comment.missing")}
        </p>
      )}
      {comments.length === 0 ? (
        <p className={classes.none}>{text("comment.none")}</p>
      ) : (
        <ol className={classes.list}>
          {comments.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              people={people}
              mayComment={mayComment}
              linked={comment.id === linked.id}
            />
          ))}
        </ol>
      )}
    </>
  );
}

/** Scrolls to a comment and gives it the focus: at each visit once, not with every change of the list. */
export function useShown(id: number | null, visit: string): void {
  useEffect(() => {
    if (id === null) return;
    // What is above may still be taking its place; the frame after has it.
    const frame = requestAnimationFrame(() => {
      const item = document.getElementById(`comment-${id}`);
      item?.scrollIntoView({ block: "center" });
      item?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [id, visit]);
}
