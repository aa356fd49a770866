import type { Tx } from "../database/unit-of-work";
import { addressAt, addressOf } from "./origin";

const originOf = (publicUrl: string | null, port: number, domains: string[]) =>
  addressOf({ publicUrl, port }, domains).origin;

test("without PUBLIC_URL: the tenant's main name, and the port that is listened on", () => {
  expect(originOf(null, 1337, ["acme.test", "other.test"])).toBe("http://acme.test:1337");
  expect(originOf(null, 80, ["acme.test"])).toBe("http://acme.test");
});

test("PUBLIC_URL gives scheme and port to every tenant, and its name to whose it is", () => {
  expect(originOf("https://portal.test", 1337, ["acme.test"])).toBe("https://acme.test");
  expect(originOf("https://portal.test:8443/x", 1337, ["acme.test"])).toBe("https://acme.test:8443");
  expect(originOf("http://portal.test:8080", 1337, ["acme.test", "portal.test"])).toBe("http://portal.test:8080");
});

test("what is named after the tenant is named after its main host name", () => {
  expect(addressOf({ publicUrl: "https://portal.test", port: 1 }, ["acme.test", "portal.test"]).domain).toBe(
    "acme.test",
  );
});

test("a page is where it says that it is, if the tenant has that name; otherwise at the tenant's main one", async () => {
  const domains = ["acme.test", "other.test"];
  const tx = {
    one: (_: unknown, [asked]: string[]) =>
      Promise.resolve(domains.includes(asked as string) ? { domain: asked } : undefined),
    rows: () => Promise.resolve(domains.map((domain) => ({ domain }))),
  } as unknown as Tx;
  const at = async (hostname: string) => (await addressAt(tx, { publicUrl: null, port: 80 }, hostname)).origin;
  expect([await at("other.test"), await at("OTHER.test"), await at("acme.test")]).toEqual([
    "http://other.test",
    "http://other.test",
    "http://acme.test",
  ]);
  expect(await at("evil.test")).toBe("http://acme.test");
});
