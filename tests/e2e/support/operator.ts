import { randomUUID } from "node:crypto";
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { listRoles } from "../../../shared/administration/roles/roles.contract";
import { changePassword, login } from "../../../shared/identity/session/session.contract";
import { createUser } from "../../../shared/people/people/user-changes.contract";
import type { Api } from "./api";
import { demoPassword, type PersonFactory } from "./people";

const run = promisify(execFile);
const root = path.resolve(__dirname, "../../..");

export async function runTenantCommand(command: string): Promise<string> {
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

/** Creates an account for the operator's page with `npm run operator`. */
export async function createOperator(
  dataDir = process.env.E2E_DATA_DIR,
): Promise<{ email: string; password: string; secret: string }> {
  const email = `${randomUUID().slice(0, 8)}@operator.test`;
  const password = "Quiet-Harbor-42";
  const args = [path.join(root, "scripts/start.mjs"), "operator", "create", "--email", email, "--password", password];
  const { stdout } = await run(process.execPath, args, { cwd: root, env: { ...process.env, DATA_DIR: dataDir } });
  return { email, password, secret: /Authenticator secret: (\S+)/.exec(stdout)?.[1] ?? "" };
}

export async function openTenant(baseURL: string, plan: "team" | "business" = "team") {
  const host = `t${randomUUID().slice(0, 8)}.localhost`;
  const email = `admin@${host.replace("localhost", "test")}`;
  const facts = `--name Harbour --domain ${host} --email ${email} --password Demo1234 --plan ${plan} --days 20`;
  await runTenantCommand(`create ${facts}`);
  const url = new URL(baseURL);
  url.hostname = host;
  return { host, email, url: url.origin };
}

/** Creates a user with the demo's password. */
export async function addPerson(
  people: PersonFactory,
  admin: Api,
  { role, ...facts }: { fullname: string; email: string; role: string; parent_id?: number },
): Promise<number> {
  const { data: roles } = await admin.call(listRoles);
  const role_id = roles.find(({ code }) => code === role)?.id ?? 0;
  // Users must change a password that another user has set.
  const initialPassword = "Quiet-Harbor-42";
  const body = { ...facts, role_id, password: initialPassword, password_confirmation: initialPassword };
  const { data } = await admin.call(createUser, { body });
  const { email } = facts;
  const { access_token } = await people
    .visitorApi(email)
    .call(login, { body: { email, password: initialPassword, remember: false } });
  await people.apiWith(email, access_token ?? "").call(changePassword, {
    body: { current_password: initialPassword, password: demoPassword, password_confirmation: demoPassword },
  });
  return data.id;
}
