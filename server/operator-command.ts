import { OperatorAccountError } from "./operations/operator/operator-accounts.service";
import { operatorUsage, OperatorUsageError, runOperatorCommand } from "./operations/operator/operator-command.run";
import { print, runOwnerCommand } from "./owner-command";

/** `npm run operator -- …`: accounts of the operator's page, and maintenance. */
runOwnerCommand({
  applicationName: "portal-operator",
  usageText: operatorUsage,
  errors: { usage: OperatorUsageError, expected: [OperatorAccountError] },
  run: (args, owner) => runOperatorCommand(owner, args, print),
});
