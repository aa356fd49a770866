import { readFile } from "node:fs/promises";

/** URL of the product's outgoing mail, read from its log, or from E2E_OUTBOX for a product at E2E_URL. */
export async function outboxPage(): Promise<string> {
  const { E2E_OUTBOX: configuredUrl } = process.env;
  if (configuredUrl) return configuredUrl;
  const log = await readFile(".build/reports/e2e-server.log", "utf8");
  const path = /\/dev\/outbox\?key=\S+/.exec(log)?.[0];
  if (!path) throw new Error("The product didn't say where its outgoing mail is.");
  return path;
}
