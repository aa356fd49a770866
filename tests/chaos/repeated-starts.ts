import { setTimeout as delay } from "node:timers/promises";
import { hasRedis, startRedis } from "../support/redis";
import { EmbeddedDeployment } from "./embedded";

/**
 * Only kills and restarts everything, `count` times: failing starts depend on rare timing, and the checks after other faults take longer
 * than a hundred starts.
 *
 * @returns the number of failed starts
 */
export async function restartRepeatedly(count: number, chance: () => number): Promise<number> {
  const plain = await startsOf("one process with its database", await EmbeddedDeployment.start(0), count, chance);
  if (!hasRedis) {
    console.log("Not run, because there is no redis-server here: the same with Redis.");
    return plain;
  }
  const redis = await startRedis({ appendOnly: true });
  const withRedis = await startsOf("the same with Redis", await EmbeddedDeployment.start(0, redis), count, chance);
  await redis.stop();
  return plain + withRedis;
}

async function startsOf(name: string, stage: EmbeddedDeployment, count: number, chance: () => number): Promise<number> {
  const took: number[] = [];
  const failures: string[] = [];
  for (let n = 0; n < count; n++) {
    await delay(chance() * 500);
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
