import type { FastifyInstance } from "fastify";
import { readCapacity, readTimeline } from "../../../shared/work/timeline/timeline.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { capacityOfPeople } from "./capacity.read";
import { readTimelineJson } from "./timeline.service";

export function registerTimelineRoutes(app: FastifyInstance): void {
  serveEndpoint(app, readCapacity, async ({ tx, actor, query }) => ({
    data: await capacityOfPeople(tx, actor, query),
  }));
  serveEndpoint(app, readTimeline, ({ tx, actor, query }) => readTimelineJson(tx, actor, query));
}
