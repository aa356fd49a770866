import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { demoTodos } from "./demo-todos.service";

let server: Server;
let requestedUrls: string[] = [];
const answers: Record<string, (end: (status: number, body: string) => void) => void> = {
  "/todos": (end) => end(200, JSON.stringify([{ userId: 1, id: 1, title: "Water the plants", completed: false }])),
  "/broken": (end) => end(500, "no"),
  "/page": (end) => end(200, "<html></html>"),
  "/other": (end) => end(200, JSON.stringify({ todos: [] })),
  "/silent": () => undefined,
};
beforeAll(async () => {
  server = createServer((request, reply) => {
    requestedUrls.push(request.url ?? "");
    answers[request.url ?? ""]?.((status, body) => reply.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

test("demoTodos returns the todos reduced to the fields shown on the screen", async () => {
  requestedUrls = [];
  expect(await demoTodos(at("/todos"))).toEqual([{ id: 1, title: "Water the plants", completed: false }]);
  expect(requestedUrls).toEqual(["/todos"]);
});

test.each(["/broken", "/page", "/other", "/silent"])(
  "demoTodos rejects %s with demoTodos.unreachable",
  async (path) => {
    await expect(demoTodos(at(path), 200)).rejects.toMatchObject({ code: "demoTodos.unreachable" });
  },
);

test("demoTodos rejects with demoTodos.unreachable when no server listens", async () => {
  await expect(demoTodos("http://127.0.0.1:9/todos", 500)).rejects.toMatchObject({ code: "demoTodos.unreachable" });
});
