import { readFileSync, statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const clientFolder = path.join(import.meta.dirname, "client");
// The package's default entry is its development build, which prints warnings.
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
    assetsInlineLimit: 0, // the content security policy forbids data: URLs for scripts, styles and fonts
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: { codeSplitting: { groups: sharedChunks() } },
      treeshake: { manualPureFunctions: ["endpoint"] }, // drops endpoints that no screen calls
    },
  },
  server: {
    host: process.env.HOST ?? "127.0.0.1", // localhost only, because the demo passwords are public
    allowedHosts: true, // tenants are identified by host name
    proxy: process.env.API_URL
      ? {
          "/socket.io": { target: process.env.API_URL, ws: true },
          "^/": { target: process.env.API_URL, bypass: servedByVite },
        }
      : {},
  },
});

/**
 * Groups modules shared by several screens into a few chunks. By default each combination of screens has its own chunk, which causes 200
 * requests for the dashboard. A group imports only from itself and earlier groups.
 */
function sharedChunks() {
  const imported = new Map<string, Set<string>>();
  const isImportedBy = (file: string, id: string, graph: ModuleGraph): boolean => {
    const known = imported.get(file) ?? importsOf([path.join(clientFolder, file)], graph);
    imported.set(file, known);
    return known.has(id);
  };
  let live: Set<string> | undefined;
  const isLive = (id: string, graph: ModuleGraph): boolean => {
    live ??= importsOf(liveUpdates(graph), graph);
    return live.has(id);
  };
  let icons: Set<string> | undefined;
  /** Icons are matched by name, because a manifest imports the index of the package, which imports all icons. */
  const isManifest = (id: string, graph: ModuleGraph): boolean => {
    if (!isImportedBy("app/pages.ts", id, graph)) return false;
    icons ??= iconsIn([...(imported.get("app/pages.ts") ?? [])].filter((each) => each.startsWith(clientFolder)));
    return !id.includes("/node_modules/") || icons.has(path.parse(id).name);
  };
  const partOf = (name: string, file: string) => ({
    name: (id: string, graph: ModuleGraph) => (isImportedBy(file, id, graph) ? name : null),
    debugName: name,
  });
  return [
    { name: "first", tags: ["$initial" as const], priority: 4 },
    // Loaded with the texts before the first render: the manifests of all features and the icons of their menu entries.
    {
      name: (id: string, graph: ModuleGraph) => (isManifest(id, graph) ? "manifests" : null),
      debugName: "manifests",
      priority: 3.5,
    },
    { ...partOf("sign-in", "identity/session/session.pages.tsx"), minShareCount: 2, priority: 3 },
    { ...partOf("shell", "app/AdminLayout.tsx"), minShareCount: 2, priority: 2 },
    // Loaded together with the socket: the live updates of all features.
    { name: (id: string, graph: ModuleGraph) => (isLive(id, graph) ? "live" : null), debugName: "live", priority: 1.5 },
    { name: "shared", minShareCount: 5, priority: 1 },
  ];
}

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const iconsIn = (files: readonly string[]) =>
  new Set(files.flatMap((file) => readFileSync(file, "utf8").match(/\bIcon[A-Z]\w*/g) ?? []));

/** The modules that the manifests of the features load for live updates. */
function liveUpdates(graph: ModuleGraph): string[] {
  const features = [...importsOf([path.join(clientFolder, "app/features.ts")], graph)];
  return features
    .flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    .filter((id) => id.endsWith(".live.ts"));
}

function importsOf(files: readonly string[], graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const waiting = [...files];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Screens and API calls share paths, so the path alone is ambiguous. Returns the URL if Vite serves it. */
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

/** Directories do not count, because `/comments` is an API call and also a source folder. */
function isFile(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isFile() ?? false;
}
