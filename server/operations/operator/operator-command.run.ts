import { parseArgs } from "node:util";
import type { DataSource } from "typeorm";
import { ValidationError } from "yup";
import { maintenanceSchema } from "../../../shared/operations/operator/notices.contract";
import { translator } from "../../platform/text";
import { clearNotice, setMaintenance } from "./notices.service";
import { logOperator } from "./operator-log.service";
import {
  createOperator,
  listOperators,
  type NewOperator,
  removeOperator,
  resetOperator,
} from "./operator-accounts.service";

export const operatorUsage = `Accounts of the operator's page, /operator, which is reachable from private addresses only, and maintenance.

  npm run operator -- list
  npm run operator -- create --email <address> [--password <password>]
  npm run operator -- reset --email <address> [--password <password>]   new password and authenticator secret
  npm run operator -- remove --email <address>
  npm run operator -- maintenance --until "2026-11-25 14:03" [--text <English text>]   refuse changes; expected end in UTC
  npm run operator -- maintenance --off

Without --password one is made. Password and authenticator secret are printed once.`;

export class OperatorUsageError extends Error {
  constructor(message: string) {
    super(`${message}\n\n${operatorUsage}`);
  }
}

/**
 * Runs one command as the database's owner.
 * @throws OperatorUsageError for invalid arguments; OperatorAccountError for an unknown or taken address.
 */
export async function runOperatorCommand(
  owner: DataSource,
  args: readonly string[],
  print: (text: string) => void,
): Promise<void> {
  const { values, positionals } = parsed(args);
  const { email, password } = values;
  const [command] = positionals;
  if (command === "list") {
    const lines = (await listOperators(owner)).map(
      ({ email: address, used_at }) =>
        `${address}  ${used_at ? `last used ${used_at.toISOString()}` : "not signed in"}`,
    );
    return print(lines.join("\n") || "There is no operator.");
  }
  if (command === "maintenance") return print(await changeMaintenance(owner, values));
  if (!["create", "reset", "remove"].includes(command ?? ""))
    throw new OperatorUsageError(command ? `Unknown command "${command}".` : "No command given.");
  if (!email) throw new OperatorUsageError(`"${command}" requires --email.`);
  if (command === "remove") {
    await removeOperator(owner, email);
    return print(`The operator ${email} was removed.`);
  }
  const newOperator = await (command === "create" ? createOperator : resetOperator)(owner, email, password);
  print(credentials(newOperator, password === undefined));
}

/** Replaces the operator's address in log entries of commands. */
const byCommand = { email: "npm run operator" };

async function changeMaintenance(
  owner: DataSource,
  { off, until, text }: ReturnType<typeof parsed>["values"],
): Promise<string> {
  if (off) {
    if (!(await clearNotice(owner, "maintenance"))) return "There was no maintenance.";
    await logOperator(owner, byCommand, null, "maintenance_ended");
    return "Maintenance has ended. Users can make changes within a second.";
  }
  if (!until) throw new OperatorUsageError('"maintenance" requires --until or --off.');
  const input = await maintenanceSchema.validate({ until, en: text }).catch((error: unknown) => {
    if (error instanceof ValidationError) throw new OperatorUsageError(`--until: ${translator("en")(error.message)}`);
    throw error;
  });
  await setMaintenance(owner, input);
  await logOperator(owner, byCommand, null, "maintenance_set", { about: input.until });
  return 'Changes are refused within a second. End it with "maintenance --off"; it does not end by itself.';
}

const credentials = ({ email, password, secret, uri }: NewOperator, isGenerated: boolean): string =>
  [
    `Operator: ${email}`,
    ...(isGenerated ? [`Password: ${password}`] : []),
    `Authenticator secret: ${secret}`,
    `For the authenticator app: ${uri}`,
    "Add the secret to an authenticator app now: it is not shown again.",
  ].join("\n");

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        email: { type: "string" },
        password: { type: "string" },
        until: { type: "string" },
        text: { type: "string" },
        off: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new OperatorUsageError((error as Error).message);
  }
}
