import type { FastifyInstance } from "fastify";
import { legacyUsers } from "../../shared/people/people.contract";
import { serve } from "../platform/http/serve";
import { visiblePeople } from "./people.service";

export function registerPeopleRoutes(app: FastifyInstance): void {
  serve(app, legacyUsers, async ({ tx, actor }) => ({ data: await visiblePeople(tx, actor) }));
}
