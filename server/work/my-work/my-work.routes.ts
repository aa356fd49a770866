import type { FastifyInstance } from "fastify";
import { listMyWork } from "../../../shared/work/my-work/my-work.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { readMyWork } from "./my-work.service";

export function registerMyWorkRoutes(app: FastifyInstance): void {
  serveEndpoint(app, listMyWork, ({ tx, actor, query }) => readMyWork(tx, actor, query));
}
