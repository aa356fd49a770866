import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { environmentNames, readConfig } from "../../server/config";

/** Docker is not available where these tests run, so they check the compose file statically. */
interface Service {
  build?: string;
  image?: string;
  command?: string[];
  environment?: Record<string, string | number>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  ports?: string[];
  volumes?: string[];
}

const root = path.resolve(__dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const compose = parse(read("docker-compose.yml"), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const { services } = compose;
const own = Object.entries(services).filter(([, service]) => service.build === ".");
const service = (name: string): Service => services[name] ?? {};

test("compose starts two servers, two workers and the services they need", () => {
  const others = ["files", "mail", "postgres", "proxy", "redis"];
  expect(own.map(([name]) => name)).toEqual(["server-1", "server-2", "worker-1", "worker-2"]);
  expect(Object.keys(services).sort()).toEqual([...others, ...own.map(([name]) => name)].sort());
});

test.each(own)("%s sets only variables that the configuration reads", (_name, { environment = {} }) => {
  expect(Object.keys(environment).filter((name) => !environmentNames.includes(name))).toEqual([]);
  expect(environment).toMatchObject({
    DATABASE_URL: expect.stringContaining("@postgres:5432/"),
    REDIS_URL: "redis://redis:6379",
    S3_ENDPOINT: "http://files:7070",
    SMTP_URL: expect.stringContaining("smtp://mail:1025"),
    TRUSTED_PROXIES: 1,
  });
});

test("the configuration accepts the compose file's values and trial passwords", () => {
  const entries = Object.entries(service("server-1").environment ?? {});
  const env = entries.map(([name, value]) => [name, String(value).replace(/\$\{\w+:-(.*?)\}/g, "$1")]);
  const config = readConfig(Object.fromEntries(env) as Record<string, string>);
  expect(config).toMatchObject({ seedDemo: true, trustedProxies: 1, s3: { bucket: "portal" } });
});

test("services with default passwords are published on localhost only", () => {
  const published = Object.values(services).flatMap(({ ports = [] }) => ports);
  expect(published.length).toBeGreaterThan(1);
  for (const port of published) expect(port).toMatch(/^(?:127\.0\.0\.1|\$\{BIND_ADDRESS:-127\.0\.0\.1\}):/);
  expect(read("Dockerfile")).toContain("HOST=0.0.0.0"); // all interfaces of the container
});

test("the image uses a Node version with security support", () => {
  const versions = [...read("Dockerfile").matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => Number(version));
  expect(versions).toEqual([24, 24]);
});

test("services wait for healthy dependencies, and each dependency has a check", () => {
  for (const [name, { depends_on = {} }] of Object.entries(services)) {
    for (const [needed, { condition }] of Object.entries(depends_on)) {
      expect({ name, needed, condition }).toEqual({ name, needed, condition: "service_healthy" });
      const checksItself = service(needed).healthcheck?.test !== undefined || service(needed).build === ".";
      expect({ needed, checksItself }).toEqual({ needed, checksItself: true });
    }
  }
  expect(Object.keys(service("proxy").depends_on ?? {})).toEqual(["server-1", "server-2"]);
  expect(Object.keys(service("worker-1").depends_on ?? {})).toEqual(["postgres", "redis", "files", "mail"]);
});

test("Redis persists jobs and evicts none", () => {
  expect(service("redis").command?.join(" ")).toBe("redis-server --appendonly yes --maxmemory-policy noeviction");
});

test("the compose file declares exactly the volumes that services mount", () => {
  const mounted = Object.values(services)
    .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":")[0] ?? ""))
    .filter((name) => !name.startsWith("."));
  expect(mounted.sort()).toEqual(Object.keys(compose.volumes).sort());
});

test("the mounted proxy configuration lists both servers and upgrades WebSockets", () => {
  const [mount = ""] = service("proxy").volumes ?? [];
  const nginx = read(mount.split(":")[0] ?? "");
  expect(nginx).toContain("server server-1:1337");
  expect(nginx).toContain("server server-2:1337");
  expect(nginx).toContain("proxy_set_header Upgrade $http_upgrade");
});

test("the proxy limits connections, requests, bodies and times per client address", () => {
  const nginx = read("scripts/docker/nginx.conf");
  for (const directive of [
    "limit_conn connections",
    "limit_req zone=requests",
    "client_header_timeout",
    "client_body_timeout",
    "client_max_body_size",
  ])
    expect(nginx).toMatch(new RegExp(`^  ${directive} `, "m"));
});

test("the image runs the built server as an unprivileged user with a health check", () => {
  const lines = read("Dockerfile").split("\n");
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
  expect(last).toContain("USER node");
  expect(last).toContain('CMD ["node", ".build/server.js"]');
  expect(last.some((line) => line.startsWith("HEALTHCHECK"))).toBe(true);
  expect(service("worker-1").command).toEqual(["node", ".build/worker.js"]);
  expect(read("scripts/build.mjs")).toMatch(/server: "server\/main.ts"[\s\S]*worker: "workers\/main.ts"/);
});

test("the proxy's access log omits query strings, referrers and calendar URLs", () => {
  const conf = read("scripts/docker/nginx.conf");
  const [, name, format] = /^log_format (\w+) '([^']+)';$/m.exec(conf) ?? [];
  expect(conf).toContain(`  access_log /var/log/nginx/access.log ${name};`);
  expect(format?.match(/\$\w+/g)).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\$(request|request_uri|uri|args|query_string|is_args|arg_\w+|http_\w+)$/),
    ]),
  );
  expect(conf).toContain("$path_without_keys");
});
