import { checkStyles } from "./styles.mjs";
import { programs, root, runNode, typeAware } from "../processes.mjs";

/** Implements `npm run lint`: runs oxlint with the project's own rules and type information, then checks the style sheets. */
const code = await runNode(programs.oxlint, ["--type-aware", "--deny-warnings", ...process.argv.slice(2)], typeAware);
const findings = checkStyles(root);
for (const finding of findings) console.error(finding);
if (code !== 0 || findings.length > 0) process.exit(code || 1);
