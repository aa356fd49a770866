import { personJson } from "../../platform/search/search-source";
import { isBelowCommentLimit } from "../../platform/database/comment-limits";
import { sql } from "../../platform/database/unit-of-work";
import { importOriginJson } from "../access/import-origin";
import { commentReactions } from "./comments.present";

const comment = `c.id, c.task_id AS "taskId", c.body, c.version, c.created_at AS "createdAt", c.edited_at AS "editedAt",
          ${personJson("u")} AS author, c.author_name AS "authorName", ${importOriginJson("c")} AS import,
          ${commentReactions} AS reactions`;

const from = `comment c LEFT JOIN app_user u ON u.tenant_id = c.tenant_id AND u.id = c.author_id
   WHERE c.tenant_id = current_tenant() AND c.id = $1`;

/** Runs as a separate statement after the lock is held, so that it sees changes committed while waiting. */
export const findComment = sql("comments.find", `SELECT ${comment} FROM ${from} AND c.deleted_at IS NULL`);

export const restoreWindow = "1 day";

/** Locks comment $1, including a deleted comment that can still be restored. */
export const lockComment = sql(
  "comments.lock",
  `SELECT id, task_id AS "taskId", author_id AS "authorId", deleted_by AS "deletedBy" FROM comment
   WHERE tenant_id = current_tenant() AND id = $1
     AND (deleted_at IS NULL OR deleted_at > now() - interval '${restoreWindow}')
   FOR NO KEY UPDATE`,
);

export const insertComment = sql(
  "comments.insert",
  `INSERT INTO comment (tenant_id, task_id, author_id, body)
   SELECT current_tenant(), $1::bigint, $2::bigint, $3::text WHERE ${isBelowCommentLimit("comment", "task_id = $1")}
   RETURNING id, task_id AS "taskId", body, version, created_at AS "createdAt", edited_at AS "editedAt"`,
);

export const changeComment = sql(
  "comments.update",
  `UPDATE comment SET body = $2::text, version = version + 1, edited_at = now() WHERE tenant_id = current_tenant() AND id = $1
     AND (octet_length($2::text) <= octet_length(body) OR ${isBelowCommentLimit("comment AS other", "other.task_id = comment.task_id", "other.body", 1_001)})
   RETURNING id`,
);

export const softDeleteComment = sql(
  "comments.delete",
  `UPDATE comment SET deleted_at = now(), deleted_by = $2 WHERE tenant_id = current_tenant() AND id = $1`,
);

export const undeleteComment = sql(
  "comments.restore",
  `UPDATE comment SET deleted_at = NULL, deleted_by = NULL WHERE tenant_id = current_tenant() AND id = $1`,
);

export const addReaction = sql(
  "comments.react",
  `INSERT INTO comment_reaction (tenant_id, comment_id, emoji, user_id) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT DO NOTHING RETURNING comment_id`,
);

export const removeReaction = sql(
  "comments.unreact",
  `DELETE FROM comment_reaction WHERE tenant_id = current_tenant() AND comment_id = $1 AND emoji = $2 AND user_id = $3
   RETURNING comment_id`,
);
