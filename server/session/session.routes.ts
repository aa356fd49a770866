import type { FastifyInstance } from "fastify";

export function registerSessionRoutes(_app: FastifyInstance): void {}
