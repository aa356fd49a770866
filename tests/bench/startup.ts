import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../support/redis";
import { answers } from "./answers";
import { newFolder } from "./stage";

export interface Startup {
  /** On an empty data folder: database made, migrated, filled with the demo. */
  firstMs: number;
  secondMs: number;
}

/** From the command to the first answer, built already: what `npm start` runs, without npm. */
export async function measureStartup(): Promise<Startup> {
  const folder = newFolder();
  const [firstMs, secondMs] = [await start(folder), await start(folder)];
  rmSync(folder, { recursive: true, force: true });
  return { firstMs, secondMs };
}

async function start(folder: string): Promise<number> {
  const port = await freePort();
  const root = path.resolve(__dirname, "../..");
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), HOST: "127.0.0.1", LOG_LEVEL: "warn" };
  const began = performance.now();
  const child = spawn(process.execPath, ["scripts/start.mjs"], { cwd: root, env, stdio: "ignore" });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode} instead of starting`);
    await delay(5);
  }
  const took = performance.now() - began;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return Math.round(took);
}
