import { addressOf } from "./origin";

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
