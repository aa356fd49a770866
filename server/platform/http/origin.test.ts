import type { Tx } from "../database/unit-of-work";
import { tenantAddressAtHost, chooseTenantAddress } from "./origin";

const originOf = (publicUrl: string | null, port: number, domains: string[]) =>
  chooseTenantAddress({ publicUrl, port }, domains).origin;

test("without PUBLIC_URL uses the tenant's main host name and the listening port", () => {
  expect(originOf(null, 1337, ["acme.test", "other.test"])).toBe("http://acme.test:1337");
  expect(originOf(null, 80, ["acme.test"])).toBe("http://acme.test");
});

test("PUBLIC_URL sets scheme and port for all tenants", () => {
  expect(originOf("https://portal.test", 1337, ["acme.test"])).toBe("https://acme.test");
  expect(originOf("https://portal.test:8443/x", 1337, ["acme.test"])).toBe("https://acme.test:8443");
  expect(originOf("http://portal.test:8080", 1337, ["acme.test", "portal.test"])).toBe("http://portal.test:8080");
});

test("the tenant's domain is its main host name", () => {
  expect(chooseTenantAddress({ publicUrl: "https://portal.test", port: 1 }, ["acme.test", "portal.test"]).domain).toBe(
    "acme.test",
  );
});

test("uses the page's host name if it belongs to the tenant, else the main one", async () => {
  const domains = ["acme.test", "other.test"];
  const tx = {
    one: (_: unknown, [asked]: string[]) =>
      Promise.resolve(domains.includes(asked as string) ? { domain: asked } : undefined),
    rows: () => Promise.resolve(domains.map((domain) => ({ domain }))),
  } as unknown as Tx;
  const at = async (hostname: string) =>
    (await tenantAddressAtHost(tx, { publicUrl: null, port: 80 }, hostname)).origin;
  expect([await at("other.test"), await at("OTHER.test"), await at("acme.test")]).toEqual([
    "http://other.test",
    "http://other.test",
    "http://acme.test",
  ]);
  expect(await at("evil.test")).toBe("http://acme.test");
});
