import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { environmentWithout } from "../../config";

const signals = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs the release in `folder` until it ends, with the environment and working folder of this process (to which DATA_DIR may be relative).
 * @returns its exit code
 */
export async function startPreviousRelease(folder: string, args: string[]): Promise<number> {
  process.stderr.write(`Starting the previous version in ${folder}.\n`);
  const program = [path.join(folder, "scripts", "start.mjs"), "server", ...args];
  // Removes the variable, so that a folder that names itself isn't started repeatedly.
  return runUntilEnd(program, environmentWithout("PREVIOUS_RELEASE"));
}

/** Runs this program again until it ends; everything must have been stopped before. @returns its exit code */
export const startAgain = (): Promise<number> => runUntilEnd(process.argv.slice(1), environmentWithout());

async function runUntilEnd(program: string[], env: Record<string, string | undefined>): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ...program], { env, stdio: "inherit" });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  const [code] = (await once(child, "exit")) as [number | null];
  for (const signal of signals) process.off(signal, forward);
  return code ?? 1;
}
