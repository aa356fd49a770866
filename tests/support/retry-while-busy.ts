import type { Answer } from "./api";

/** Maximum number of attempts: enough for a thousand concurrent calls; more would indicate a bug. */
const most = 500;

/**
 * Repeats a call while it returns 503, as clients do.
 * @throws when every attempt gets 503
 */
export async function retryWhileBusy(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; tries < most; tries++) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
  throw new Error(`Asked ${most} times, and never heard`);
}
