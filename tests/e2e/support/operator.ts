import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = path.resolve(__dirname, "../../..");

/** What an operator types: `npm run tenant -- …`, on the folder of the product under test. */
export async function operator(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [path.join(root, "scripts", "start.mjs"), "tenant", ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
  });
  return stdout;
}
