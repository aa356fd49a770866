import { statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const clientFolder = path.join(import.meta.dirname, "client");

export default defineConfig({
  root: clientFolder,
  plugins: [react()],
  build: {
    outDir: path.join(import.meta.dirname, ".build", "client"),
    emptyOutDir: true,
    target: "es2022",
    sourcemap: true,
    assetsInlineLimit: 0, // the content security policy allows no data: scripts, styles or fonts
    chunkSizeWarningLimit: 900,
  },
  server: {
    host: process.env.HOST ?? "127.0.0.1", // the demo's passwords are known to everybody
    allowedHosts: true, // tenants are told apart by host name
    proxy: process.env.API_URL
      ? {
          "/socket.io": { target: process.env.API_URL, ws: true },
          "^/": { target: process.env.API_URL, bypass: servedByVite },
        }
      : {},
  },
});

/** Screens and calls share paths, so a path alone doesn't say who answers. Returns it if Vite does. */
function servedByVite(request: IncomingMessage): string | undefined {
  const url = request.url ?? "/";
  const file = url.split("?")[0] ?? "/";
  if (/^\/(@|node_modules\/)/.test(file)) return url;
  if (file !== "/" && isFile(path.join(clientFolder, file))) return url;
  if (file !== "/" && isFile(path.join(clientFolder, "public", file))) return url;
  const isScreen = request.method === "GET" && (request.headers.accept ?? "").includes("text/html");
  const isServersPage = /^\/(assets|dev|docs|external-404|files|healthz|metrics|readyz)\b/.test(file);
  return isScreen && !isServersPage ? "/index.html" : undefined;
}

/** `/comments` is a call, and a folder of ours. */
function isFile(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isFile() ?? false;
}
