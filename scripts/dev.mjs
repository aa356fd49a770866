import { spawn } from "node:child_process";
import { createServer as createProbe } from "node:net";
import path from "node:path";
import { build, staleTargets } from "./build.mjs";
import { installMissingPackages } from "./install.mjs";
import { programs, root } from "./processes.mjs";

/**
 * Development server: Vite serves the client with hot reload on PORT and proxies other requests to the API server, which restarts when its
 * sources change. The programs of child processes are built only at start.
 */
await installMissingPackages();
await build(staleTargets().filter((target) => target === "child"));
const { createServer } = await import("vite");

const port = Number(process.env.PORT ?? 1337);
const apiPort = await freePort();
process.env.API_URL = `http://127.0.0.1:${apiPort}`;

const server = spawn(
  process.execPath,
  [path.join(root, programs.tsx), "watch", "--clear-screen=false", "--include=migrations/**", "server/main.ts"],
  {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      PUBLIC_URL: `http://localhost:${port}`, // Vite's port: links in emails point to it
      ...process.env,
      PORT: String(apiPort),
      HOST: "127.0.0.1",
      NODE_ENV: "development",
    },
  },
);
const vite = await createServer({
  root: path.join(root, "client"),
  configFile: path.join(root, "vite.config.mts"),
  server: { port, strictPort: true },
});
await vite.listen();
vite.printUrls();

const stop = async () => {
  server.kill("SIGTERM");
  await vite.close();
};
process.once("SIGINT", stop).once("SIGTERM", stop);
server.once("exit", async (code) => {
  await vite.close();
  process.exit(code ?? 0);
});

/** @returns {Promise<number>} */
function freePort() {
  const probe = createProbe();
  return new Promise((resolve, reject) => {
    probe.once("error", reject).listen(0, "127.0.0.1", () => {
      const address = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => resolve(address.port));
    });
  });
}
