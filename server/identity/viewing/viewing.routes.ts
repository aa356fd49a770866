import type { FastifyInstance } from "fastify";
import * as viewing from "../../../shared/identity/viewing/viewing.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { beginViewing, endViewing } from "./viewing.service";

export function registerViewingRoutes(app: FastifyInstance): void {
  serveEndpoint(app, viewing.beginViewing, async ({ tx, actor, body, text }) => {
    const until = await beginViewing(tx, actor, body);
    return { message: text("viewing.begun"), data: { until: until.toISOString() } };
  });
  serveEndpoint(app, viewing.endViewing, async ({ tx, actor, text }) => {
    await endViewing(tx, actor);
    return { message: text("viewing.ended") };
  });
}
