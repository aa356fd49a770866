import { excerptOf } from "../../server/platform/rich-text/rich-text";
import type { Tx } from "../../server/platform/database/unit-of-work";
import type { ReactionEmoji } from "../../shared/comments/comments.schema";
import type { Consumer } from "../platform/consumer";
import { followersOf, presentComment, toldAs, without } from "./notifications.recipients";
import { consumer, type Event, taskPath, tellOfTask } from "./notifications.tell";

type Said = Event<"comment.created"> | Event<"comment.updated">;

const taskOf = ({ data: { task_id, project_id, key, title } }: Said) => ({ id: task_id, project_id, key, title });

const about = ({ data: { id, task_id } }: Said, { body }: { body: string }) => ({
  values: { excerpt: excerptOf(body) },
  path: `${taskPath(task_id)}?comment=${id}`,
});

/** Who is mentioned hears of that, and not also that there is a comment. */
async function commentCreated(tx: Tx, event: Event<"comment.created">): Promise<void> {
  const { id, task_id, mentions } = event.data;
  const comment = await presentComment(tx, id);
  if (!comment) return;
  const others = without(await followersOf(tx, task_id), mentions);
  await tellOfTask(tx, event, taskOf(event), [
    { kind: "comment.mentioned", people: toldAs(mentions, "mentioned"), ...about(event, comment) },
    { kind: "comment.created", people: others, ...about(event, comment) },
  ]);
}

async function commentUpdated(tx: Tx, event: Event<"comment.updated">): Promise<void> {
  const { id, newly_mentioned } = event.data;
  if (newly_mentioned.length === 0) return;
  const comment = await presentComment(tx, id);
  if (!comment) return;
  const people = toldAs(newly_mentioned, "mentioned");
  await tellOfTask(tx, event, taskOf(event), [{ kind: "comment.mentioned", people, ...about(event, comment) }]);
}

const glyphs: Record<ReactionEmoji, string> = {
  like: "👍",
  heart: "❤️",
  laugh: "😄",
  celebrate: "🎉",
  eyes: "👀",
  done: "✅",
};

async function reactionAdded(tx: Tx, event: Event<"reaction.added">): Promise<void> {
  const { comment_id, task_id, project_id, key, title, emoji } = event.data;
  const comment = await presentComment(tx, comment_id);
  if (!comment) return;
  const values = { emoji: glyphs[emoji], excerpt: excerptOf(comment.body) };
  const path = `${taskPath(task_id)}?comment=${comment_id}`;
  const task = { id: task_id, project_id, key, title };
  await tellOfTask(tx, event, task, [
    { kind: "comment.reacted", people: toldAs([comment.authorId], "own"), values, path },
  ]);
}

export const commentConsumers: readonly Consumer[] = [
  consumer("comment.created", commentCreated),
  consumer("comment.updated", commentUpdated),
  consumer("reaction.added", reactionAdded),
];
