import { excerptOf } from "../../../server/platform/rich-text/rich-text";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import type { ReactionEmoji } from "../../../shared/work/comments/comments.schema";
import type { Consumer } from "../../platform/consumer";
import { followersOf, presentComment, recipientsFor, excludeItems } from "./notifications.recipients";
import { notifyingConsumer, type ConsumedEvent, taskPath, notifyAboutTask } from "./notifications.notify";

type Said = ConsumedEvent<"comment.created"> | ConsumedEvent<"comment.updated">;

const taskOf = ({ data: { task_id, project_id, key, title } }: Said) => ({ id: task_id, project_id, key, title });

const about = ({ data: { id, task_id } }: Said, { body }: { body: string }) => ({
  values: { excerpt: excerptOf(body) },
  path: `${taskPath(task_id)}?comment=${id}`,
});

/** Mentioned users get only the notification about the mention, not the one about the comment. */
async function commentCreated(tx: Tx, event: ConsumedEvent<"comment.created">): Promise<void> {
  const { id, task_id, mentions } = event.data;
  const comment = await presentComment(tx, id);
  if (!comment) return;
  const others = excludeItems(await followersOf(tx, task_id), mentions);
  await notifyAboutTask(tx, event, taskOf(event), [
    { kind: "comment.mentioned", people: recipientsFor(mentions, "mentioned"), ...about(event, comment) },
    { kind: "comment.created", people: others, ...about(event, comment) },
  ]);
}

async function commentUpdated(tx: Tx, event: ConsumedEvent<"comment.updated">): Promise<void> {
  const { id, newly_mentioned } = event.data;
  if (newly_mentioned.length === 0) return;
  const comment = await presentComment(tx, id);
  if (!comment) return;
  const people = recipientsFor(newly_mentioned, "mentioned");
  await notifyAboutTask(tx, event, taskOf(event), [{ kind: "comment.mentioned", people, ...about(event, comment) }]);
}

const glyphs: Record<ReactionEmoji, string> = {
  like: "👍",
  heart: "❤️",
  laugh: "😄",
  celebrate: "🎉",
  eyes: "👀",
  done: "✅",
};

async function reactionAdded(tx: Tx, event: ConsumedEvent<"reaction.added">): Promise<void> {
  const { comment_id, task_id, project_id, key, title, emoji } = event.data;
  const comment = await presentComment(tx, comment_id);
  if (!comment) return;
  const values = { emoji: glyphs[emoji], excerpt: excerptOf(comment.body) };
  const path = `${taskPath(task_id)}?comment=${comment_id}`;
  const task = { id: task_id, project_id, key, title };
  await notifyAboutTask(tx, event, task, [
    {
      kind: "comment.reacted",
      people: recipientsFor(comment.authorId === null ? [] : [comment.authorId], "own"),
      values,
      path,
    },
  ]);
}

export const commentConsumers: readonly Consumer[] = [
  notifyingConsumer("comment.created", commentCreated),
  notifyingConsumer("comment.updated", commentUpdated),
  notifyingConsumer("reaction.added", reactionAdded),
];
