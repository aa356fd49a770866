import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, run } from "./processes.mjs";

const stampFile = path.join(root, "node_modules", ".installed-for");

/**
 * Runs `npm install` when the packages do not match the lock file. Not `npm ci`: it refuses a lock file from another platform that lacks
 * this platform's optional binaries, while `npm install` adds them.
 */
export async function installMissingPackages() {
  if (isInstalled()) return;
  console.log("Installing packages (once per version, takes about a minute).");
  const code = await npm(["install", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (code !== 0) {
    console.error("Installing packages failed, see the npm output above. Nothing was started.");
    process.exit(code);
  }
  writeFileSync(stampFile, lockHash());
}

function isInstalled() {
  if (!existsSync(path.join(root, "node_modules"))) return false;
  const hash = lockHash();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash) return true;
  if (!npmHasInstalledSince()) return false;
  writeFileSync(stampFile, hash);
  return true;
}

/** npm writes its own record last. A record newer than package.json and the lock file means that `npm install` was run manually. */
function npmHasInstalledSince() {
  const record = statSync(path.join(root, "node_modules", ".package-lock.json"), { throwIfNoEntry: false });
  const files = ["package.json", "package-lock.json"].map((name) =>
    statSync(path.join(root, name), { throwIfNoEntry: false }),
  );
  return record !== undefined && files.every((file) => file !== undefined && file.mtimeMs <= record.mtimeMs);
}

function lockHash() {
  const hash = createHash("sha256");
  for (const name of ["package.json", "package-lock.json"]) {
    const file = path.join(root, name);
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** @param {string[]} args */
function npm(args) {
  const own = process.env.npm_execpath;
  if (own) return run(process.execPath, [own, ...args]);
  return run("npm", args, { shell: process.platform === "win32" });
}
