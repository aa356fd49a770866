import type { FastifyInstance } from "fastify";
import { watchTask as watchTaskEndpoint } from "../../../shared/work/watchers/watchers.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { watchTask } from "./watchers.service";

export function registerWatchersRoutes(app: FastifyInstance): void {
  serveEndpoint(app, watchTaskEndpoint, async ({ tx, actor, params, body, text }) => {
    const data = await watchTask(tx, actor, params.id, body.watching);
    return { message: text(data.watching ? "task.watched" : "task.unwatched"), data };
  });
}
