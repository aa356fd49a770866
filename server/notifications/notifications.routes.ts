import type { FastifyInstance } from "fastify";

export function registerNotificationsRoutes(_app: FastifyInstance): void {}
