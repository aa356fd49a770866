import type { Answer } from "./api";

/** Of a thousand at once each is heard long before; a server that has no time for anybody is a failure, not a loop. */
const most = 500;

/** Too many at once are asked to come again, as clients do. @throws when it is never heard. */
export async function untilHeard(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; tries < most; tries++) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
  throw new Error(`Asked ${most} times, and never heard`);
}
