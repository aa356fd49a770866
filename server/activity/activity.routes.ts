import type { FastifyInstance } from "fastify";

export function registerActivityRoutes(_app: FastifyInstance): void {}
