import {
  cameThroughProxy,
  isLoopback,
  isLoopbackHost,
  isPrivateAddress,
  isPrivateHost,
  networkPrefixOf,
} from "./addresses";

test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])("%s is a loopback address", (address) => {
  expect([isLoopback(address), isPrivateAddress(address)]).toEqual([true, true]);
});

test.each(["10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "::ffff:10.0.0.1", "fd00::1"])(
  "%s is a private address",
  (address) => {
    expect([isLoopback(address), isPrivateAddress(address)]).toEqual([false, true]);
  },
);

test.each(["8.8.8.8", "172.32.0.1", "2001:db8::1", "::ffff:8.8.8.8", "localhost", "", "127.0.0.1.evil.test"])(
  "%s is neither loopback nor private",
  (address) => {
    expect([isLoopback(address), isPrivateAddress(address)]).toEqual([false, false]);
  },
);

test.each(["localhost", "LOCALHOST:1337", "127.0.0.1:80", "[::1]", "[::1]:1337"])(
  "Host %s names the local computer",
  (host) => {
    expect([isLoopbackHost(host), isPrivateHost(host)]).toEqual([true, true]);
  },
);

test.each(["server-1:1337", "portal.internal", "globex.localhost:1337", "10.1.2.3:1337", "[fd00::1]:1337"])(
  "Host %s can't exist on the internet",
  (host) => {
    expect([isLoopbackHost(host), isPrivateHost(host)]).toEqual([false, true]);
  },
);

test.each([
  "0x7f000001",
  "0x7f000001:1337",
  "2130706433",
  "127.1",
  "0177.0.0.1",
  "0x7f.1",
  "127.0.0.1.",
  "017700000001",
])("Host %s is an address in another notation and isn't private", (host) => {
  expect([isLoopbackHost(host), isPrivateHost(host)]).toEqual([false, false]);
});

test.each(["rebind.attacker.example", "localhost.evil.test", "127.0.0.1.evil.test", "8.8.8.8", "portal.acme.com:443"])(
  "Host %s may be public",
  (host) => {
    expect([isLoopbackHost(host), isPrivateHost(host)]).toEqual([false, false]);
  },
);

test.each(["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-anything"])(
  "the header %s shows that the request came through a proxy",
  (name) => {
    expect(cameThroughProxy({ host: "localhost", [name]: "" })).toBe(true);
    expect(cameThroughProxy({ host: "localhost", "user-agent": name })).toBe(false);
  },
);

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2::9", "2001:db8:1::/48"],
  ["2001:DB8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1::/48"],
  ["2001:db8:1:02:0:0:0:1", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0::/48"],
  ["2001:db8:1:ffff::9", "2001:db8:1::/48"],
  ["2001:db8:2:2::9", "2001:db8:2::/48"],
  ["::1", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["fe80::1%br-3f2a", "fe80:0:0::/48"],
  ["::", "0:0:0::/48"],
  ["1::", "1:0:0::/48"],
  ["not one", "not one"],
])("rate limits for the address %s are counted under %s", (address, network) => {
  expect(networkPrefixOf(address)).toBe(network);
});
