import { randomUUID } from "node:crypto";
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

/** A tenant of the test's own, with one administrator. */
export async function openTenant(baseURL: string) {
  const host = `t${randomUUID().slice(0, 8)}.localhost`;
  const email = `admin@${host.replace("localhost", "test")}`;
  const facts = `--name Harbour --domain ${host} --email ${email} --password Demo1234 --plan team --days 20`;
  await operator(`create ${facts}`);
  const url = new URL(baseURL);
  url.hostname = host;
  return { host, email, url: url.origin };
}
