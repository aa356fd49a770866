import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/comments/comments.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { presentComment } from "./comments.present";
import { createComment, deleteComment, reactToComment, restoreComment, updateComment } from "./comments.service";

export function registerCommentsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.createComment, async ({ tx, actor, body, text }) => {
    const { comment, task } = await createComment(tx, actor, body);
    return { message: text("comment.created"), data: presentComment(comment, actor, task) };
  });

  serveEndpoint(app, contract.updateComment, async ({ tx, actor, params, body, text }) => {
    const { comment, task } = await updateComment(tx, actor, params.id, body);
    return { message: text("comment.updated"), data: presentComment(comment, actor, task) };
  });

  serveEndpoint(app, contract.deleteComment, async ({ tx, actor, params, text }) => {
    await deleteComment(tx, actor, params.id);
    return { message: text("comment.deleted"), id: params.id };
  });

  serveEndpoint(app, contract.restoreComment, async ({ tx, actor, params, text }) => {
    const { comment, task } = await restoreComment(tx, actor, params.id);
    return { message: text("comment.restored"), data: presentComment(comment, actor, task) };
  });

  serveEndpoint(app, contract.reactToComment, async ({ tx, actor, params, body }) => {
    const { comment, task } = await reactToComment(tx, actor, params.id, body);
    return { data: presentComment(comment, actor, task) };
  });
}
