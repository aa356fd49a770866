import { checkFolders } from "./folders.mjs";
import { checkStyles } from "./styles.mjs";
import { programs, root, runNode, typeAware } from "../processes.mjs";

/** `npm run lint`: oxlint with the project's own rules and with types, then style sheets and folders. */
const code = await runNode(programs.oxlint, ["--type-aware", "--deny-warnings", ...process.argv.slice(2)], typeAware);
const findings = [...checkStyles(root), ...checkFolders(root)];
for (const finding of findings) console.error(finding);
if (code !== 0 || findings.length > 0) process.exit(code || 1);
