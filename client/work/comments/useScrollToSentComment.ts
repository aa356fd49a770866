import { useEffect, useEffectEvent, useState } from "react";
import type { Comment } from "../../../shared/work/comments/comments.contract";
import { onSentComment } from "./sent-comments";

/** Scrolls to the user's own new comment; the focus stays in the composer. */
export function useScrollToSentComment(
  { id, comments }: { id: number; comments: readonly Comment[] },
  onSent: () => void,
): void {
  const [sent, setSent] = useState<number | null>(null);
  const take = useEffectEvent((commentId: number) => {
    setSent(commentId);
    onSent();
  });
  useEffect(() => {
    const comments = onSentComment(id, (commentId) => take(commentId));
    return () => comments();
  }, [id]);
  const isThere = sent !== null && comments.some((comment) => comment.id === sent);
  useEffect(() => {
    if (!isThere) return;
    const frame = requestAnimationFrame(() => {
      document.getElementById(`comment-${sent}`)?.scrollIntoView({ block: "nearest" });
    });
    return () => cancelAnimationFrame(frame);
  }, [isThere, sent]);
}
