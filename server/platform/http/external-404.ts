import type { FastifyInstance } from "fastify";
import { languages } from "../../../shared/kernel/languages";
import { translator } from "../text";
import { languageFor } from "./reader-language";

/** Page to which the client sends visitors of a host name without a tenant: a configured address, or a built-in page. */
export function serveExternal404(app: FastifyInstance): void {
  app.get("/external-404", async (request, reply) => {
    const { external404Url } = app.platform.config;
    reply.header("cache-control", "no-store");
    if (external404Url) return reply.redirect(external404Url, 302);
    const language = languageFor(request);
    reply.header("vary", "Accept-Language").header("content-language", language);
    return reply.status(404).type("text/html; charset=utf-8").send(page(language));
  });
}

function page(language: keyof typeof languages): string {
  const text = translator(language);
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text("external404.title")}</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; gap: 0.75rem; padding: 1.5rem;
         text-align: center; font: 1rem/1.6 system-ui, sans-serif; color: #18272d; background: #f6f8f8; }
  h1 { margin: 0; font-size: 1.5rem; line-height: 1.3; }
  p { margin: 0; }
  .code { font-size: 3.5rem; font-weight: 700; line-height: 1; color: #17697a; }
  @media (prefers-color-scheme: dark) { body { color: #e6eeef; background: #10191d; } .code { color: #6fc3d3; } }
</style>
</head>
<body>
<main>
<p class="code" aria-hidden="true">404</p>
<h1>${text("external404.title")}</h1>
<p>${text("external404.text")}</p>
</main>
</body>
</html>
`;
}
