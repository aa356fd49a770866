import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { testServer } from "../support/server";

/**
 * Requests paths that are refused before any hook of the product runs, with invalid languages. Uses a real connection, without the test
 * client's error handling.
 */
const server = testServer({ isShared: false });

async function answerTo(path: string, language: string): Promise<string> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((server.app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.end(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Language: ${language}\r\nConnection: close\r\n\r\n`);
  const read: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => read.push(chunk));
  await once(socket, "close");
  return Buffer.concat(read).toString();
}

const names = Object.getOwnPropertyNames(Object.prototype);

test.each(["/%FF", "/%zz", "/%E0%A4%A"])("%s gets 400, in English for an unknown language", async (path) => {
  for (const language of ["de", ...names]) {
    const answer = await answerTo(path, language);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain(language === "de" ? "nicht gelesen" : "could not be read");
  }
});

test("an unknown language never causes a server error", async () => {
  const { api } = await server.world();
  for (const language of names) {
    const answer = await api().with({ "accept-language": language }).get("/auth/user");
    expect([answer.status, answer.body.code]).toEqual([401, "session.required"]);
  }
});
