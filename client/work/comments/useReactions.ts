import { type Comment, type Reaction, reactToComment } from "../../../shared/work/comments/comments.contract";
import { type ReactionEmoji, reactionEmoji } from "../../../shared/work/comments/comments.schema";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { type Overlay, OverlayQueue, useOverlay } from "../../platform/pending/overlay";
import { useCurrentUser } from "../../platform/session";

export interface ReactionControl {
  shown: readonly Reaction[];
  isOwn: (emoji: string) => boolean;
  react: (emoji: ReactionEmoji, on: boolean) => void;
}

type User = Reaction["users"][number];

const reactionQueue = new OverlayQueue<readonly Reaction[]>("reactions");

const usersOf = (reactions: readonly Reaction[], emoji: string) =>
  reactions.find((one) => one.emoji === emoji)?.users ?? [];

const hasReacted = (reactions: readonly Reaction[], emoji: string, user: number) =>
  usersOf(reactions, emoji).some(({ id }) => id === user);

function withReaction(reactions: readonly Reaction[], emoji: string, user: User, on: boolean): readonly Reaction[] {
  if (hasReacted(reactions, emoji, user.id) === on) return reactions;
  return reactionEmoji.flatMap((each) => {
    const others = usersOf(reactions, each);
    const users = each !== emoji ? others : on ? [...others, user] : others.filter(({ id }) => id !== user.id);
    return users.length > 0 ? { emoji: each, users } : [];
  });
}

/** Reactions of a record with the user's pending changes applied until the updated record contains them. */
export function useReactionsTo(
  record: string,
  confirmed: readonly Reaction[],
  send: (body: { emoji: ReactionEmoji; on: boolean }) => Promise<unknown>,
): ReactionControl {
  const { id, fullname, image } = useCurrentUser();
  const reactions = useOverlay(reactionQueue, record, confirmed);
  return {
    shown: reactions,
    isOwn: (emoji) => hasReacted(reactions, emoji, id),
    react: (emoji, on) => {
      const change: Overlay<readonly Reaction[]> = {
        about: record,
        apply: (reactions) => withReaction(reactions, emoji, { id, fullname, image }, on),
        isVisible: (reactions) => hasReacted(reactions, emoji, id) === on,
        send: () => send({ emoji, on }),
      };
      reactionQueue.lay(change, { label: emoji }).catch(reportFailure);
    },
  };
}

export const useReactions = ({ id, reactions }: Comment): ReactionControl =>
  useReactionsTo(`comment ${id}`, reactions, (body) => call(reactToComment, { params: { id }, body }));
