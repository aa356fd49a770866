import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import { tellPeople } from "./tell.service";

/** Of one person in a minute: each goes to all their browsers. */
export const testsAMinute = 5;
const tests = new RateLimiterMemory({ points: testsAMinute, duration: 60 });

/**
 * In every way there is, whatever has been chosen: to see whether it arrives.
 * @throws Problem 429 with the seconds to wait, after too many.
 */
export async function tellTest(tx: Tx, userId: number): Promise<void> {
  await tests.consume(`${tx.tenantId}/${userId}`).catch(({ msBeforeNext }: RateLimiterRes) => {
    throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) });
  });
  const people = [{ id: userId, reason: null }];
  const path = "/profile/notifications/settings";
  const about = { values: {}, path, subject: "", taskId: null, projectId: null };
  await tellPeople(tx, { eventId: null, sender: null, atOnce: true }, [{ kind: "test", people, ...about }]);
}
