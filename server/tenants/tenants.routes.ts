import type { FastifyInstance } from "fastify";
import { checkTenant } from "../../shared/tenants/tenants.contract";
import { servePublic } from "../platform/http/serve";
import { presentTenant } from "./tenants.service";

export function registerTenantsRoutes(app: FastifyInstance): void {
  servePublic(app, checkTenant, async ({ tx, request }) => ({ data: await presentTenant(tx, request.hostname) }));
}
