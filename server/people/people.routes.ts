import type { FastifyInstance } from "fastify";

export function registerPeopleRoutes(_app: FastifyInstance): void {}
