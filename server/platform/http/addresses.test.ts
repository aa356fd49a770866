import { cameThroughProxy, isLoopback, isLoopbackHost, isPrivateAddress, isPrivateHost } from "./addresses";

test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])("%s is this computer", (address) => {
  expect([isLoopback(address), isPrivateAddress(address)]).toEqual([true, true]);
});

test.each(["10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "::ffff:10.0.0.1", "fd00::1"])(
  "%s is private",
  (address) => {
    expect([isLoopback(address), isPrivateAddress(address)]).toEqual([false, true]);
  },
);

test.each(["8.8.8.8", "172.32.0.1", "2001:db8::1", "::ffff:8.8.8.8", "localhost", "", "127.0.0.1.evil.test"])(
  "%s is neither",
  (address) => {
    expect([isLoopback(address), isPrivateAddress(address)]).toEqual([false, false]);
  },
);

test.each(["localhost", "LOCALHOST:1337", "127.0.0.1:80", "[::1]", "[::1]:1337"])(
  "Host %s is this computer",
  (host) => {
    expect([isLoopbackHost(host), isPrivateHost(host)]).toEqual([true, true]);
  },
);

test.each(["server-1:1337", "portal.internal", "globex.localhost:1337", "10.1.2.3:1337", "[fd00::1]:1337"])(
  "Host %s is nobody's in the internet",
  (host) => {
    expect([isLoopbackHost(host), isPrivateHost(host)]).toEqual([false, true]);
  },
);

test.each(["rebind.attacker.example", "localhost.evil.test", "127.0.0.1.evil.test", "8.8.8.8", "portal.acme.com:443"])(
  "Host %s may be anybody's",
  (host) => {
    expect([isLoopbackHost(host), isPrivateHost(host)]).toEqual([false, false]);
  },
);

test.each(["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-anything"])(
  "%s is written by somebody in between",
  (name) => {
    expect(cameThroughProxy({ host: "localhost", [name]: "" })).toBe(true);
    expect(cameThroughProxy({ host: "localhost", "user-agent": name })).toBe(false);
  },
);
