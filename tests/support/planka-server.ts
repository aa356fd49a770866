import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import path from "node:path";

/** Key that the server accepts. */
export const plankaKey = "key";

const document = JSON.parse(readFileSync(path.join(__dirname, "../work/imports/files/planka.json"), "utf8"));

const boardAnswer = (id: string, name: string, lists: object[]) => ({
  item: { id, name, projectId: "1" },
  included: { lists },
});

const archivesOf = (first: number) => Array.from({ length: 20 }, (_, at) => ({ id: `${first + at}`, type: "archive" }));

/**
 * Answers by path: board 10 has cards, board 11 is in the shape of version 1, board 12 is larger than an answer may be, boards 13 and 14 have
 * many archives, those of board 14 are missing.
 */
const answers: Readonly<Record<string, unknown>> = {
  "/api/projects": {
    items: [document.project.item],
    included: { boards: [document.board.item, { id: "11", name: "Old", projectId: "1" }] },
  },
  "/api/projects/1": document.project,
  "/api/boards/10": document.board,
  "/api/boards/11": boardAnswer("11", "Old", [{ id: "1", name: "L" }]),
  "/api/boards/12": boardAnswer("12", "x".repeat(9 * 1024 * 1024), []),
  "/api/boards/13": boardAnswer("13", "Archives", archivesOf(100)),
  "/api/boards/14": boardAnswer("14", "Missing", archivesOf(200)),
  ...Object.fromEntries(archivesOf(100).map(({ id }) => [`/api/lists/${id}/cards`, { items: [] }])),
  "/api/lists/21/cards": document.archive[0],
  "/api/cards/30/comments": document.comments[0],
};

/** A server in the shape of Planka 2, for tests. `onRequest` sees each request and may delay its answer. */
export const createPlankaServer = (onRequest: (request: IncomingMessage) => void | Promise<void> = () => {}): Server =>
  createServer(async (request, response) => {
    await onRequest(request);
    if (request.headers["x-api-key"] !== plankaKey) return response.writeHead(401).end("{}");
    if (request.url === "/moved/api/projects") return response.writeHead(302, { location: "/api/projects" }).end();
    const answer = answers[new URL(request.url ?? "", "http://planka").pathname];
    return response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? {}));
  });
