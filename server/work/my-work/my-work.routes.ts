import type { FastifyInstance } from "fastify";
import { myWork } from "../../../shared/work/my-work/my-work.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { readMyWork } from "./my-work.service";

export function registerMyWorkRoutes(app: FastifyInstance): void {
  serveEndpoint(app, myWork, ({ tx, actor, query }) => readMyWork(tx, actor, query));
}
