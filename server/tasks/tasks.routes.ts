import type { FastifyInstance } from "fastify";

export function registerTasksRoutes(_app: FastifyInstance): void {}
