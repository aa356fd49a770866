import type { FastifyInstance } from "fastify";
import { listDemoTodos } from "../../../shared/work/demo-todos/demo-todos.contract";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { demoTodos } from "./demo-todos.service";

/** Holds no database connection while waiting for the external service. */
export function registerDemoTodosRoutes(app: FastifyInstance): void {
  serveMultiTransaction(app, listDemoTodos, async () => ({ data: await demoTodos(app.platform.config.demoTodosUrl) }));
}
