import type { ServerFeature } from "../../platform/features";
import { importOriginJson } from "../access/import-origin";
import { CommentEntity } from "./comment.entity";
import { registerCommentsRoutes } from "./comments.routes";
import { commentSearch } from "./comments.search";

export const commentsFeature = {
  routes: [registerCommentsRoutes],
  entities: [CommentEntity],
  housekeeping: [
    // Deleted comments can be restored for less than a day; see comments.sql.ts.
    "DELETE FROM comment WHERE deleted_at < now() - interval '1 day'",
  ],
  searches: { comment: commentSearch },
  personalData: {
    areas: { tasks: "comment.author_id comment_reaction.user_id" },
    actors: "comment.deleted_by",
    columns: { comment: `${importOriginJson("comment")} AS import` },
  },
} satisfies ServerFeature;
