import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../support/redis";
import { isAnswering } from "./is-answering";
import { newFolder } from "./bench-server";

export interface StartupTimes {
  firstMs: number;
  secondMs: number;
}

/** Measures the time between the start command and the first response of an already built product, without npm. */
export async function measureStartup(): Promise<StartupTimes> {
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
  while (!(await isAnswering(port))) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode} instead of starting`);
    await delay(5);
  }
  const took = performance.now() - began;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return Math.round(took);
}
