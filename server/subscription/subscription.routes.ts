import type { FastifyInstance } from "fastify";

export function registerSubscriptionRoutes(_app: FastifyInstance): void {}
