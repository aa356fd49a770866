import type { FastifyInstance } from "fastify";
import { readTimeline } from "../../shared/timeline/timeline.contract";
import { serve } from "../platform/http/serve/serve";
import { readTimelineJson } from "./timeline.service";

export function registerTimelineRoutes(app: FastifyInstance): void {
  serve(app, readTimeline, ({ tx, actor, query }) => readTimelineJson(tx, actor, query));
}
