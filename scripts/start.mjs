import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { staleTargets } from "./build.mjs";
import { installMissingPackages } from "./install.mjs";
import { root, runNode } from "./processes.mjs";

/**
 * Starts the product; first installs missing packages and builds outdated targets.
 *
 * node scripts/start.mjs [--fresh]
 * node scripts/start.mjs [server | worker | tenant | backup | restore | operator | doctor] [arguments…]
 *
 * The program runs in this process, so that it receives signals and sets the exit code. The package scripts `exec` this file for the same
 * reason: npm sends signals to a shell, which would exit and leave the server running. (Without `exec`, as on Windows, run this file
 * instead of `npm start`.)
 */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node.js ${process.versions.node} is too old. Version 20.19 or newer is required.`);
  process.exit(1);
}

// The default is the server with the workers in one process.
const commandArguments = process.argv.slice(2);
const isNamed = commandArguments[0] !== undefined && !commandArguments[0].startsWith("--");
const [name = "server", ...args] = isNamed ? commandArguments : ["server", "--with-workers", ...commandArguments];
const program = path.join(root, ".build", `${name}.js`);

await installMissingPackages();
// The worker and the commands have no screens, so the client is built for the server only.
const stale = staleTargets().filter((target) => target === "node" || (target === "client" && name === "server"));
if (stale.length > 0) {
  console.log(`Building ${stale.join(" and ")}.`);
  // In a separate process, to release its memory afterwards.
  const code = await runNode("scripts/build.mjs", stale);
  if (code !== 0) process.exit(code);
}
if (!existsSync(program)) {
  console.error(
    `Unknown program "${name}". Programs are server, worker, tenant, backup, restore, operator and doctor.`,
  );
  process.exit(1);
}
endWithNpm();
// The reader of a pipe has read enough, as in `npm run doctor | head`.
process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code !== "EPIPE") throw error;
  if (name !== "server" && name !== "worker") process.exit(0);
});
process.argv = [process.execPath, program, ...args];
createRequire(import.meta.url)(program);

/** If npm is killed with SIGKILL, it forwards no signal. The loss of the parent process is therefore treated as a SIGTERM. */
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
