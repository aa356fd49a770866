import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { languageOf, languages } from "../../shared/kernel/languages";
import { Problem } from "../../shared/kernel/problems";
import type { Config } from "../config";
import { isLoopback } from "./addresses";
import { type KeptMail, outboxFolder } from "./mail";
import { translator } from "./text";

const mailName = /^[\w.-]{1,80}\.json$/;

/**
 * `GET /dev/outbox`: the mails that would have been sent, for whoever tries the product out. They hold links that set
 * passwords, so they are shown only where there is neither a mail server nor a database of one's own, and only to this
 * computer.
 */
export function serveOutbox(app: FastifyInstance): void {
  const { config } = app.platform;
  if (config.smtpUrl || config.databaseUrl) return;
  const folder = outboxFolder(config);
  app.get("/dev/outbox", async (request, reply) => {
    requireHere(request, config);
    const names = (await readdir(folder).catch(() => [])).filter((name) => mailName.test(name));
    const newest = names.sort().reverse().slice(0, 100);
    const mails = await Promise.all(newest.map(async (name) => ({ name, mail: await read(folder, name) })));
    const items = mails.map(
      ({ name, mail }) =>
        `<li><a href="/dev/outbox/${name}">${escape(mail.subject)}</a> <span>${escape(mail.to)}, ${escape(mail.at)}</span></li>`,
    );
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(page(request, items.join("")));
  });
  app.get("/dev/outbox/:name", async (request, reply) => {
    requireHere(request, config);
    const { name } = request.params as { name: string };
    if (!mailName.test(name)) throw new Problem("notFound");
    const mail = await read(folder, name).catch(() => {
      throw new Problem("notFound");
    });
    const body = escape(mail.text).replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`);
    const html = `<li><strong>${escape(mail.subject)}</strong> <span>${escape(mail.to)}, ${escape(mail.at)}</span></li><pre dir="auto">${body}</pre>`;
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(page(request, html));
  });
}

function requireHere(request: FastifyRequest, config: Config): void {
  const forwarded = request.headers["x-forwarded-for"] !== undefined;
  if (!config.development && (forwarded || !isLoopback(request.ip))) throw new Problem("notFound");
}

async function read(folder: string, name: string): Promise<KeptMail> {
  return JSON.parse(await readFile(join(folder, name), "utf8")) as KeptMail;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function page(request: FastifyRequest, list: string): string {
  const language = languageOf(request.headers["accept-language"]);
  const text = translator(language);
  const title = text("dev.outbox.title");
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>
  :root { color-scheme: light dark; }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; }
  ul { padding: 0; list-style: none; } li { padding-block: 0.5rem; border-block-end: 1px solid #8884; }
  span { opacity: 0.7; } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
</style></head>
<body><h1><a href="/dev/outbox">${title}</a></h1>${list ? `<ul>${list}</ul>` : `<p>${text("dev.outbox.empty")}</p>`}</body></html>
`;
}
