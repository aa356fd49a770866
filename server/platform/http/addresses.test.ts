import { cameThroughProxy, isLoopback, isLoopbackHost, isPrivateAddress, isPrivateHost, networkOf } from "./addresses";

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
  ["::", "0:0:0::/48"],
  ["1::", "1:0:0::/48"],
  ["not one", "not one"],
])("%s is counted with %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
