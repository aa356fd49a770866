import type { FastifyInstance } from "fastify";
import { myWork } from "../../shared/my-work/my-work.contract";
import { personWork } from "../../shared/my-work/person-work.contract";
import { serve } from "../platform/http/serve/serve";
import { readMyWork } from "./my-work.service";
import { readPersonWork } from "./person-work";

export function registerMyWorkRoutes(app: FastifyInstance): void {
  serve(app, myWork, ({ tx, actor, query }) => readMyWork(tx, actor, query));
  serve(app, personWork, async ({ tx, actor, params }) => ({ data: await readPersonWork(tx, actor, params.id) }));
}
