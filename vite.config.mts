import { statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const clientFolder = path.join(import.meta.dirname, "client");
// What the package leads to by itself has its warnings for developers in it.
const routerFolder = path.join(import.meta.dirname, "node_modules/react-router/dist/production");

export default defineConfig({
  root: clientFolder,
  plugins: [react()],
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: path.join(clientFolder, "platform/intl/message-parser.ts"),
      },
      { find: /^react-router$/, replacement: path.join(routerFolder, "index.mjs") },
      { find: /^react-router\/dom$/, replacement: path.join(routerFolder, "dom-export.mjs") },
    ],
  },
  build: {
    outDir: path.join(import.meta.dirname, ".build", "client"),
    emptyOutDir: true,
    target: "es2022",
    sourcemap: true,
    assetsInlineLimit: 0, // the content security policy allows no data: scripts, styles or fonts
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: { codeSplitting: { groups: sharedChunks() } },
      treeshake: { manualPureFunctions: ["endpoint"] }, // a call that no screen makes isn't in a file
    },
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

/**
 * What several screens need comes in a few files. By itself each set of modules that the same screens share would be a file of its own:
 * a dashboard of two hundred requests. Each group is closed: what its modules import is in it, or in one before it.
 */
function sharedChunks() {
  const imported = new Map<string, Set<string>>();
  const isImportedBy = (file: string, id: string, graph: ModuleGraph): boolean => {
    const known = imported.get(file) ?? importsOf(path.join(clientFolder, file), graph);
    imported.set(file, known);
    return known.has(id);
  };
  const partOf = (name: string, file: string) => ({
    name: (id: string, graph: ModuleGraph) => (isImportedBy(file, id, graph) ? name : null),
    debugName: name,
  });
  return [
    { name: "first", tags: ["$initial" as const], priority: 4 },
    { ...partOf("sign-in", "session/session.pages.tsx"), minShareCount: 2, priority: 3 },
    { ...partOf("shell", "app/AdminLayout.tsx"), minShareCount: 2, priority: 2 },
    // Comes with the socket: the calls of every feature.
    { ...partOf("live", "requests/live-answers.ts"), priority: 1.5 },
    { name: "shared", minShareCount: 8, priority: 1 },
  ];
}

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** A file and all that it imports, not counting what is loaded later. */
function importsOf(file: string, graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const waiting = [file];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

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
