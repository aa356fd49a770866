import type { FastifyInstance } from "fastify";
import { watchTask as watchTaskEndpoint } from "../../shared/watchers/watchers.contract";
import { serve } from "../platform/http/serve/serve";
import { watchTask } from "./watchers.service";

export function registerWatchersRoutes(app: FastifyInstance): void {
  serve(app, watchTaskEndpoint, async ({ tx, actor, params, body, text }) => {
    const data = await watchTask(tx, actor, params.id, body.watching);
    return { message: text(data.watching ? "task.watched" : "task.unwatched"), data };
  });
}
