import type { Comment } from "../../shared/comments/comments.contract";
import { useText } from "../platform/intl/useText";
import type { Person } from "../ui/people";
import { CommentItem } from "./CommentItem";
import classes from "./CommentList.module.css";

/** Oldest first: a conversation is read downwards. */
export function CommentList({ comments, people }: { comments: readonly Comment[]; people: readonly Person[] }) {
  const text = useText();
  if (comments.length === 0) return <p className={classes.none}>{text("comment.none")}</p>;
  return (
    <ol className={classes.list}>
      {comments.map((comment) => (
        <CommentItem key={comment.id} comment={comment} people={people} />
      ))}
    </ol>
  );
}
