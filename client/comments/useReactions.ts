import { useState } from "react";
import { type Comment, type Reaction, reactToComment } from "../../shared/comments/comments.contract";
import { type ReactionEmoji, reactionEmoji } from "../../shared/comments/comments.schema";
import { useAction } from "../platform/query";
import { useCurrentUser } from "../platform/session";

export interface Reacting {
  shown: Reaction[];
  isOwn: (emoji: string) => boolean;
  react: (emoji: ReactionEmoji, on: boolean) => void;
}

type PendingChanges = Partial<Record<ReactionEmoji, boolean>>;

/** Reactions with what one has just pressed laid over them, until the comment says the same. */
export function useReactions(comment: Comment): Reacting {
  const { id, fullname, image } = useCurrentUser();
  const [pendingChanges, setPendingChanges] = useState<PendingChanges>({});
  const send = useAction(reactToComment, {
    onProblem: (_, { body }) => forget(body as { emoji: ReactionEmoji }),
  });
  const usersOf = (emoji: string) => comment.reactions.find((one) => one.emoji === emoji)?.users ?? [];
  const stands = (emoji: string) => usersOf(emoji).some((user) => user.id === id);
  const forget = ({ emoji }: { emoji: ReactionEmoji }) => setPendingChanges(({ [emoji]: _, ...others }) => others);

  const met = reactionEmoji.filter(
    (emoji) => pendingChanges[emoji] !== undefined && pendingChanges[emoji] === stands(emoji),
  );
  if (met.length > 0)
    setPendingChanges(
      Object.fromEntries(Object.entries(pendingChanges).filter(([emoji]) => !met.includes(emoji as ReactionEmoji))),
    );

  const isOwn = (emoji: string) => pendingChanges[emoji as ReactionEmoji] ?? stands(emoji);
  const shown = reactionEmoji.flatMap((emoji) => {
    const others = usersOf(emoji);
    const own = isOwn(emoji);
    const users =
      own === stands(emoji)
        ? others
        : own
          ? [...others, { id, fullname, image }]
          : others.filter((user) => user.id !== id);
    return users.length > 0 ? { emoji, users } : [];
  });
  return {
    shown,
    isOwn,
    react: (emoji, on) => {
      setPendingChanges((now) => ({ ...now, [emoji]: on }));
      send.mutate({ params: { id: comment.id }, body: { emoji, on } });
    },
  };
}
