import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import fastify from "fastify";
import { waitUntil } from "../../../tests/support/wait-until";
import { serveScim } from "./scim-call";

test("logs an aborted request body once", async () => {
  const logged: { level: number; msg: string }[] = [];
  const app = fastify({
    logger: { level: "warn", stream: { write: (line: string) => void logged.push(JSON.parse(line)) } },
  });
  let failed = 0;
  app.addHook("onError", async () => void (failed += 1));
  serveScim(app, (directory) => directory("POST", "/Users", async () => ({})));
  await app.listen({ port: 0, host: "127.0.0.1" });
  for (let n = 1; n <= 3; n++) {
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      'POST /scim/v2/Users HTTP/1.1\r\nhost: x\r\ncontent-type: application/scim+json\r\ncontent-length: 99\r\n\r\n{"a',
    );
    await once(app.server, "request");
    socket.destroy();
    await waitUntil("it has failed", () => failed === n);
  }
  await app.close();
  expect(logged).toMatchObject([{ level: 40, msg: "unavailable" }]);
});
