import { useEffect } from "react";
import type { Comment } from "../../../shared/work/comments/comments.contract";
import { useText } from "../../platform/intl/useText";
import type { Person } from "../../ui/signs/people";
import { CommentItem } from "./CommentItem";
import classes from "./CommentList.module.css";
import { useLinkedComment } from "./useLinkedComment";
import tones from "../../ui/layout/tones.module.css";

interface CommentListProps {
  comments: readonly Comment[];
  people: readonly Person[];
  mayComment: boolean;
}

/** Comments, oldest first. The comment named in the URL is scrolled to and highlighted. */
export function CommentList({ comments, people, mayComment }: CommentListProps) {
  const text = useText();
  const linked = useLinkedComment();
  const isThere = comments.some(({ id }) => id === linked.id);
  useScrollToComment(isThere ? linked.id : null, linked.visit);
  return (
    <>
      {linked.id !== null && !isThere && (
        <p className={classes.missing} role="status">
          {text("comment.missing")}
        </p>
      )}
      {comments.length === 0 ? (
        <p className={tones.quiet}>{text("comment.none")}</p>
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

/** Scrolls to a comment and focuses it, once per visit rather than on every change of the list. */
export function useScrollToComment(id: number | null, visit: string): void {
  useEffect(() => {
    if (id === null) return;
    // Waits one frame, because content above may still be changing its height.
    const frame = requestAnimationFrame(() => {
      const item = document.getElementById(`comment-${id}`);
      item?.scrollIntoView({ block: "center" });
      item?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [id, visit]);
}
