import { setTimeout as delay } from "node:timers/promises";
import { hasRedis, startRedis } from "../support/redis";
import { Embedded } from "./embedded";

/**
 * Kills the whole tree and starts it again, so many times, and nothing else: whether a start works hangs on moments that
 * are rare, and what is compared after each of the other faults takes longer than a hundred starts.
 *
 * @returns the starts that failed.
 */
export async function manyStarts(count: number, chance: () => number): Promise<number> {
  const plain = await startsOf("one process with its database", await Embedded.start(0), count, chance);
  if (!hasRedis) {
    console.log("Not run, because there is no redis-server here: the same with Redis.");
    return plain;
  }
  const redis = await startRedis({ appendOnly: true });
  const withRedis = await startsOf("the same with Redis", await Embedded.start(0, redis), count, chance);
  await redis.stop();
  return plain + withRedis;
}

async function startsOf(name: string, stage: Embedded, count: number, chance: () => number): Promise<number> {
  const took: number[] = [];
  const failures: string[] = [];
  for (let n = 0; n < count; n++) {
    await delay(chance() * 500); // in the middle of whatever it does at first
    await stage.startAgain().then(
      (ms) => took.push(ms),
      (error) => failures.push((error as Error).message),
    );
    if ((n + 1) % 10 === 0) console.log(`  ${name}: ${took.length} of ${n + 1}`);
  }
  took.sort((a, b) => a - b);
  const seconds = (at: number) => ((took[Math.floor((took.length - 1) * at)] ?? Number.NaN) / 1_000).toFixed(1);
  console.log(`${name}: ${took.length} of ${count} starts; median ${seconds(0.5)} s, slowest ${seconds(1)} s`);
  for (const failure of failures.slice(0, 8)) console.log(`    ${failure}`);
  await stage.stop().catch(() => {});
  return failures.length;
}
