import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { prefersHtml } from "./negotiation";

/** Paths for which the client's page is never returned. */
const notScreens = /^\/(assets|files|docs|healthz|readyz|metrics|socket\.io|external-404|dev)(\/|$|\?)/;

const missing = "The client has not been built. Run `npm run build`, or open the address that `npm run dev` prints.\n";

/**
 * Serves the client's page for navigations, because some paths are both a screen and a call. Scripts and fonts are served under `/assets`,
 * with names that change with their content.
 */
export async function serveClient(app: FastifyInstance, folder = resolve(".build/client")): Promise<void> {
  const page = pageOf(join(folder, "index.html"), app.platform.config.development);
  app.addHook("onRequest", async (request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return;
    reply.header("vary", "Accept");
    // `/` always returns the client: no call has that path.
    const front = /^\/($|\?)/.test(request.url);
    if (notScreens.test(request.url) || !(front || prefersHtml(request.headers.accept))) return;
    const html = await page();
    reply.header("cache-control", "no-store");
    if (html === null) return reply.status(503).type("text/plain; charset=utf-8").send(missing);
    return reply.status(200).type("text/html; charset=utf-8").send(html);
  });
  if (!existsSync(folder)) return;
  await app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: "/assets/",
    index: false,
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
    allowedPath: (path) => !/\.map(?:\.|$)/.test(path), // source maps are excluded
  });
  const single = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/\.(html|br|gz|map)$/.test(entry.name),
  );
  for (const { name } of single) {
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, folder, { maxAge: "1h", immutable: false }));
  }
}

/** The page is cached; in development it is read each time, because it may have been rebuilt. */
function pageOf(file: string, always: boolean): () => Promise<string | null> {
  let cachedPage: string | null = null;
  return async () => {
    if (cachedPage === null || always) cachedPage = await readFile(file, "utf8").catch(() => null);
    return cachedPage;
  };
}
