import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { environmentNames, readConfig } from "../../server/config";

/** There is no Docker where tests run. What the file says is checked as far as that goes without one. */
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

test("two servers and two workers of our own image, and everything they need", () => {
  const others = ["files", "mail", "postgres", "proxy", "redis"];
  expect(own.map(([name]) => name)).toEqual(["server-1", "server-2", "worker-1", "worker-2"]);
  expect(Object.keys(services).sort()).toEqual([...others, ...own.map(([name]) => name)].sort());
});

test.each(own)("%s knows only variables that the configuration reads", (_name, { environment = {} }) => {
  expect(Object.keys(environment).filter((name) => !environmentNames.includes(name))).toEqual([]);
  expect(environment).toMatchObject({
    DATABASE_URL: expect.stringContaining("@postgres:5432/"),
    REDIS_URL: "redis://redis:6379",
    S3_ENDPOINT: "http://files:7070",
    SMTP_URL: expect.stringContaining("smtp://mail:1025"),
    TRUSTED_PROXIES: 1,
  });
});

test("the configuration accepts what the file sets, with the passwords for trying out", () => {
  const entries = Object.entries(service("server-1").environment ?? {});
  const env = entries.map(([name, value]) => [name, String(value).replace(/\$\{\w+:-(.*?)\}/g, "$1")]);
  const config = readConfig(Object.fromEntries(env) as Record<string, string>);
  expect(config).toMatchObject({ seedDemo: true, trustedProxies: 1, s3: { bucket: "portal" } });
});

test("what is tried out with passwords that everybody knows is published to this computer alone", () => {
  const published = Object.values(services).flatMap(({ ports = [] }) => ports);
  expect(published.length).toBeGreaterThan(1);
  for (const port of published) expect(port).toMatch(/^(?:127\.0\.0\.1|\$\{BIND_ADDRESS:-127\.0\.0\.1\}):/);
  expect(read("Dockerfile")).toContain("HOST=0.0.0.0"); // inside a container that is the container's own address
});

test("the image has a Node that still gets security fixes", () => {
  const versions = [...read("Dockerfile").matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => Number(version));
  expect(versions).toEqual([24, 24]);
});

test("whoever depends on something waits until it is healthy, and it says when it is", () => {
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

test("Redis keeps its jobs on disk and throws none out", () => {
  expect(service("redis").command?.join(" ")).toBe("redis-server --appendonly yes --maxmemory-policy noeviction");
});

test("every volume that is used is declared, and every declared one used", () => {
  const mounted = Object.values(services)
    .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":")[0] ?? ""))
    .filter((name) => !name.startsWith("."));
  expect(mounted.sort()).toEqual(Object.keys(compose.volumes).sort());
});

test("the proxy's configuration is the mounted one, names both servers and passes WebSockets", () => {
  const [mount = ""] = service("proxy").volumes ?? [];
  const nginx = read(mount.split(":")[0] ?? "");
  expect(nginx).toContain("server server-1:1337");
  expect(nginx).toContain("server server-2:1337");
  expect(nginx).toContain("proxy_set_header Upgrade $http_upgrade");
});

test("the image runs as nobody special, builds what it runs, and can tell its health", () => {
  const lines = read("Dockerfile").split("\n");
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
  expect(last).toContain("USER node");
  expect(last).toContain('CMD ["node", ".build/server.js"]');
  expect(last.some((line) => line.startsWith("HEALTHCHECK"))).toBe(true);
  expect(service("worker-1").command).toEqual(["node", ".build/worker.js"]);
  expect(read("scripts/build.mjs")).toMatch(/server: "server\/main.ts"[\s\S]*worker: "workers\/main.ts"/);
});

test("the proxy's log holds no key: neither what stands behind a ?, nor where somebody came from, nor a calendar's address", () => {
  const conf = read("scripts/docker/nginx.conf");
  const [, name, format] = /^log_format (\w+) '([^']+)';$/m.exec(conf) ?? [];
  expect(conf).toContain(`  access_log /var/log/nginx/access.log ${name};`);
  expect(format?.match(/\$\w+/g)).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\$(request|request_uri|uri|args|query_string|is_args|arg_\w+|http_\w+)$/),
    ]),
  );
  for (const folder of ["leave", "room"])
    expect(conf).toMatch(new RegExp(`~\\^/${folder}/calendar/\\s+/${folder}/calendar/-;`));
});
