import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { endThrownRequests } from "./thrown-requests";

test.each(["request", "upgrade"])("what is thrown out of a %s ends its own connection", async (event) => {
  const said: unknown[] = [];
  const server = createServer();
  server.on("request", (asked, response) => {
    if (asked.url === "/broken") throw new Error("broken");
    response.end("whole");
  });
  if (event === "upgrade")
    server.on("upgrade", () => {
      throw new Error("broken");
    });
  endThrownRequests(server, { error: (fields: object) => said.push(fields) } as never);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = event === "upgrade" ? { connection: "Upgrade", upgrade: "websocket" } : {};
  const [error] = await once(request(`${origin}/broken`, { headers }).end(), "error");
  expect(error.code).toBe("ECONNRESET");
  expect(await (await fetch(`${origin}/`)).text()).toBe("whole");
  expect(said).toHaveLength(1);
  server.closeAllConnections();
  server.close();
});
