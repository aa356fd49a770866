import type { FastifyInstance } from "fastify";

export function registerCommentsRoutes(_app: FastifyInstance): void {}
