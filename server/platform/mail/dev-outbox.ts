import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { languages } from "../../../shared/kernel/languages";
import { Problem } from "../../../shared/kernel/problems";
import type { Config } from "../../config";
import { cameThroughProxy, isLoopback, isLoopbackHost } from "../addresses";
import { languageFor } from "../http/reader-language";
import { type StoredMail, outboxFolder } from "./mail";
import { translator } from "../text";

const mailName = /^[\w.-]{1,80}\.json$/;

/**
 * Key of the outbox page, new at each start. Null unless the page is enabled (DEV_OUTBOX or a demo), and null if mails are sent by SMTP or
 * the database is external.
 */
export function newOutboxKey(config: Config, demo: boolean): string | null {
  const isNeeded = (config.devOutbox ?? demo) && !config.smtpUrl && !config.databaseUrl;
  return isNeeded ? randomBytes(18).toString("base64url") : null;
}

/**
 * `GET /dev/outbox`: mails that weren't sent, for trying out the product. They contain password links, so they are shown only on this
 * computer, with the key from its console.
 */
export function serveOutbox(app: FastifyInstance, key: string | null): void {
  if (key === null) return;
  const folder = outboxFolder(app.platform.config);
  const addressOf = (name = "") => `/dev/outbox${name && `/${name}`}?key=${key}`;
  const answer = (request: FastifyRequest, reply: FastifyReply, list: string) =>
    reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(page(request, addressOf(), list));
  app.get("/dev/outbox", async (request, reply) => {
    requireHere(request, key);
    const names = (await readdir(folder).catch(() => [])).filter((name) => mailName.test(name));
    const newest = names.sort().reverse().slice(0, 100);
    const mails = await Promise.all(newest.map(async (name) => ({ name, mail: await read(folder, name) })));
    const items = mails.map(
      ({ name, mail }) =>
        `<li><a href="${addressOf(name)}">${escape(mail.subject)}</a> <span>${escape(mail.to)}, ${escape(mail.at)}</span></li>`,
    );
    return answer(request, reply, items.join(""));
  });
  app.get("/dev/outbox/:name", async (request, reply) => {
    requireHere(request, key);
    const { name } = request.params as { name: string };
    if (!mailName.test(name)) throw new Problem("notFound");
    const mail = await read(folder, name).catch(() => {
      throw new Problem("notFound");
    });
    const body = escape(mail.text).replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`);
    const html = `<li><strong>${escape(mail.subject)}</strong> <span>${escape(mail.to)}, ${escape(mail.at)}</span></li><pre dir="auto">${body}</pre>`;
    return answer(request, reply, html);
  });
}

/**
 * Requires a direct request from this computer to a loopback name. Behind a local proxy or tunnel all requests look local, and a public web
 * page can use a name that resolves to this computer.
 */
function requireHere(request: FastifyRequest, key: string): void {
  const { remoteAddress = "" } = request.socket;
  const isLocal = isLoopback(remoteAddress) && isLoopbackHost(request.headers.host ?? "");
  const sentKey = (request.query as { key?: unknown }).key;
  if (!isLocal || cameThroughProxy(request.headers) || !isKey(sentKey, key)) throw new Problem("notFound");
}

function isKey(sentKey: unknown, key: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return typeof sentKey === "string" && timingSafeEqual(hash(sentKey), hash(key));
}

async function read(folder: string, name: string): Promise<StoredMail> {
  return JSON.parse(await readFile(join(folder, name), "utf8")) as StoredMail;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function page(request: FastifyRequest, home: string, list: string): string {
  const language = languageFor(request);
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
<body><h1><a href="${home}">${title}</a></h1>${list ? `<ul>${list}</ul>` : `<p>${text("dev.outbox.empty")}</p>`}</body></html>
`;
}
