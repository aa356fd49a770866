import type { Logger } from "pino";
import type { Config } from "../../config";
import { planRestore, RestoreError, restore, undoRestore } from "./restore";
import { type RestoreRequest, readRequest, updateRequest, writeResult } from "./restore-request";
import { serveWaitingPage } from "./waiting-page";

/** Limits the attempts, so that starts killed while restoring, for example for lack of memory, don't keep the product down forever. */
const mostAttempts = 3;

/**
 * Carries out a restore that was requested on the operator's page. A page on the product's port shows its progress. If it fails, the database
 * is as before, and the product starts with it.
 */
export async function carryOutRequest(config: Config, log: Logger): Promise<void> {
  const request = readRequest(config.dataDir);
  if (!request) return;
  const page = await serveWaitingPage(config).catch((error) => {
    log.warn({ err: error }, "the progress of the restore is only logged");
    return { show: () => {}, close: async () => {} };
  });
  const progress = (sentence: string) => {
    log.info(sentence);
    page.show(sentence);
  };
  let problem: string | null = null;
  try {
    await attempt(config, request, progress);
  } catch (error) {
    problem = (error as Error).message;
    log.error({ err: error }, "the restore failed; the database is as before");
  }
  await page.close();
  const { kind, backup, email } = request;
  writeResult(config.dataDir, { at: new Date().toISOString(), kind, backup, problem, email, logged: false });
}

async function attempt(config: Config, request: RestoreRequest, progress: (sentence: string) => void): Promise<void> {
  if (request.attempts >= mostAttempts) throw new RestoreError(`It was interrupted ${mostAttempts} times.`);
  updateRequest(config.dataDir, { ...request, attempts: request.attempts + 1 });
  if (request.kind === "undo") {
    if (!(await undoRestore(config))) throw new RestoreError("There is nothing to undo.");
    return;
  }
  const plan = await planRestore(config, "latest", request.backup);
  await restore(config, { ...plan, to: request.until ? new Date(request.until) : plan.to }, progress);
}
