import { useEffect, useEffectEvent, useState } from "react";
import type { Comment } from "../../shared/comments/comments.contract";
import { sentTo } from "./sent-comments";

/** What one has sent is shown, wherever one was reading; the focus stays where one writes. */
export function useSentComment(
  { id, comments }: { id: number; comments: readonly Comment[] },
  onSent: () => void,
): void {
  const [sent, setSent] = useState<number | null>(null);
  const take = useEffectEvent((commentId: number) => {
    setSent(commentId);
    onSent();
  });
  useEffect(() => {
    const comments = sentTo(id).subscribe((commentId) => take(commentId));
    return () => comments.unsubscribe();
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
