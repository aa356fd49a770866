import type { FastifyInstance } from "fastify";

export function registerProjectsRoutes(_app: FastifyInstance): void {}
