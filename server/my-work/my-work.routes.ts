import type { FastifyInstance } from "fastify";
import { myWork } from "../../shared/my-work/my-work.contract";
import { serve } from "../platform/http/serve";
import { readMyWork } from "./my-work.service";

export function registerMyWorkRoutes(app: FastifyInstance): void {
  serve(app, myWork, ({ tx, actor, query }) => readMyWork(tx, actor, query));
}
