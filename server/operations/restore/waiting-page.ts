import { once } from "node:events";
import { createServer } from "node:http";
import { languageOf, languages } from "../../../shared/kernel/languages";
import type { ProblemCode } from "../../../shared/kernel/problems";
import type { Config } from "../../config";
import { translator } from "../../platform/text";

export interface WaitingPage {
  /** `progress` is a sentence in English, as in the log. */
  show(progress: string): void;
  close(): Promise<void>;
}

/**
 * Answers all calls with 503 until the product opens the port itself: browsers with a page that shows the progress and reloads, calls of an
 * open page with a problem whose data is the progress.
 */
export async function serveWaitingPage({ port, host }: Pick<Config, "port" | "host">): Promise<WaitingPage> {
  let progress = "";
  const server = createServer((request, response) => {
    const alive = request.url === "/healthz";
    const isPage = request.headers.accept?.includes("text/html") === true;
    response.writeHead(alive ? 200 : 503, {
      "content-type": isPage ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "retry-after": "5",
      connection: "close", // the port is needed as soon as the restore is done
    });
    const language = request.headers["accept-language"];
    response.end(isPage ? pageIn(language, progress) : problemIn(language, progress));
  });
  server.listen(port, host ?? "0.0.0.0");
  await once(server, "listening");
  return {
    show: (sentence) => void (progress = sentence),
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function problemIn(header: string | undefined, progress: string): string {
  const message = translator(languageOf(header))("problem.restore.running");
  return JSON.stringify({ code: "restore.running" satisfies ProblemCode, message, data: { progress } });
}

function pageIn(header: string | undefined, progress: string): string {
  const language = languageOf(header);
  const text = translator(language);
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5">
<meta name="color-scheme" content="light dark">
<title>${escape(text("restore.waiting"))}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1rem; }
  main { max-width: 30rem; } h1 { font-size: 1.25rem; margin: 0; } small { opacity: 0.7; }
</style>
<main><h1>${escape(text("restore.waiting"))}</h1><p>${escape(text("restore.waiting.lead"))}</p>
<small lang="en" dir="ltr" role="status">${escape(progress)}</small></main>
</html>`;
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
