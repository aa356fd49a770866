import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { staleTargets } from "./build.mjs";
import { installWhatIsMissing } from "./install.mjs";
import { root, runNode } from "./processes.mjs";

/**
 * Starts the product, installing and building first what is missing or out of date.
 *
 *   node scripts/start.mjs [server | worker | tenant] [arguments…]
 *
 * The program then runs in this very process: signals and exit codes are its own, and nothing stands in between. That
 * is also why the package's scripts `exec` it: npm would send its signals to a shell, which ends at once and
 * leaves the server running. (Where there is no `exec`, as on Windows, run this file instead of `npm start`.)
 */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node.js ${process.versions.node} is too old: 20.19 or newer is needed.`);
  process.exit(1);
}

// Without a name it is the whole product in one process.
const [name = "server", ...args] = process.argv.length > 2 ? process.argv.slice(2) : ["server", "--with-workers"];
const program = path.join(root, ".build", `${name}.js`);

await installWhatIsMissing();
// Only what this program serves: the worker has no screens, and the tenant command neither.
const stale = staleTargets().filter((target) => target === "node" || (target === "client" && name === "server"));
if (stale.length > 0) {
  console.log(`Building ${stale.join(" and ")}.`);
  // In a process of its own, whose memory is gone afterwards.
  const code = await runNode("scripts/build.mjs", stale);
  if (code !== 0) process.exit(code);
}
if (!existsSync(program)) {
  console.error(`There is no program called "${name}". Known are server, worker and tenant.`);
  process.exit(1);
}
endWithNpm();
process.argv = [process.execPath, program, ...args];
createRequire(import.meta.url)(program);

/** npm killed with -9 can't tell us. Whoever stops npm means the server, so a lost parent is taken for a SIGTERM. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  timer.unref();
}
