import type { FastifyInstance } from "fastify";

export function registerTenantsRoutes(_app: FastifyInstance): void {}
