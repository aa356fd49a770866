import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = path.resolve(__dirname, "../../..");

/** What an operator types after `npm run tenant --`, on the folder of the product under test. */
export async function operator(command: string): Promise<string> {
  if (!process.env.E2E_DATA_DIR) throw new Error("The operator's command needs E2E_DATA_DIR, the product's folder.");
  const { stdout } = await run(
    process.execPath,
    [path.join(root, "scripts", "start.mjs"), "tenant", ...command.split(" ")],
    {
      cwd: root,
      env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
    },
  );
  return stdout;
}
