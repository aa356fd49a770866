import type { DomainEvents } from "../../shared/domain-events";
import { projectStream } from "../../shared/kernel/events";
import { reactionEmoji } from "../../shared/comments/comments.schema";
import type { DemoUser } from "./demo.history";
import { type DemoLog, iso } from "./demo.rows";

interface Said {
  comment: { id: number; task_id: number };
  at: number;
  tenantId: number;
  /** Of the task. */
  told: { project_id: number; key: string; title: string };
  others: readonly DemoUser[];
}

/**
 * Every third comment is answered without a word, by one or two people. Who and how follows from the comment's number:
 * a random draw here would change everything that is drawn afterwards.
 */
export function addReactions(log: DemoLog, { comment, at, tenantId, told, others }: Said): void {
  if (comment.id % 3 !== 0) return;
  // Who says more stands there more often.
  const people = [...new Map(others.map((user) => [user.id, user])).values()];
  const wanted = comment.id % 2 === 0 ? 2 : 1;
  for (let n = 0; n < Math.min(wanted, people.length); n++) {
    const user = people[(comment.id + n) % people.length] as DemoUser;
    const emoji = reactionEmoji[(comment.id / 3 + n * (comment.id % 2)) % reactionEmoji.length] ?? "like";
    log.add("comment_reaction", {
      tenant_id: tenantId,
      comment_id: comment.id,
      emoji,
      user_id: user.id,
      created_at: iso(at),
    });
    const { project_id, key, title } = told;
    const data: DomainEvents["reaction.added"] = {
      comment_id: comment.id,
      task_id: comment.task_id,
      project_id,
      key,
      title,
      emoji,
      user,
    };
    log.emit("reaction.added", { at, tenantId, stream: projectStream(project_id), actorId: user.id }, data);
  }
}
