import type { FastifyInstance } from "fastify";
import { listDemoTodos } from "../../shared/demo-todos/demo-todos.contract";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import { demoTodos } from "./demo-todos.service";

/** In steps: while the service outside is waited for, no connection to the database is held. */
export function registerDemoTodosRoutes(app: FastifyInstance): void {
  serveInSteps(app, listDemoTodos, async () => ({ data: await demoTodos(app.platform.config.demoTodosUrl) }));
}
