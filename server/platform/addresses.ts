import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";

const privateRanges = new BlockList();
privateRanges.addSubnet("127.0.0.0", 8, "ipv4");
privateRanges.addSubnet("10.0.0.0", 8, "ipv4");
privateRanges.addSubnet("172.16.0.0", 12, "ipv4");
privateRanges.addSubnet("192.168.0.0", 16, "ipv4");
privateRanges.addAddress("::1", "ipv6");
privateRanges.addSubnet("fc00::", 7, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Networks that aren't public: private ones and reserved ranges. */
const notPublic = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  notPublic.addSubnet(net, prefix, "ipv4");
/** IPv6 global unicast (2000::/3), minus ranges that map to IPv4 or are unassigned. */
const givenOut = new BlockList();
givenOut.addSubnet("2000::", 3, "ipv6");
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  notPublic.addSubnet(net, prefix, "ipv6");

/** Whether an address is public: server-side requests must not reach the internal network. */
export function isPublicAddress(address: string): boolean {
  const plain = withoutMapping(address);
  if (isIP(plain) === 6 && !isIn(givenOut, plain)) return false;
  return isIP(plain) !== 0 && !isIn(notPublic, plain);
}

/** Loopback, or a network that isn't routed on the internet. */
export function isPrivateAddress(address: string): boolean {
  return isIn(privateRanges, address);
}

export function isLoopback(address: string): boolean {
  return isIn(loopback, address);
}

export function cameThroughProxy(headers: IncomingHttpHeaders): boolean {
  const names = Object.keys(headers);
  return names.some((name) => ["forwarded", "via", "x-real-ip"].includes(name) || name.startsWith("x-forwarded-"));
}

/** The client address as reported by the last `trustedProxies` proxies; entries before those are ignored because anyone can add them. */
export function clientAddressOf({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  const known = forwarded.map((each) => each.trim()).filter(Boolean);
  const client = trustedProxies > 0 ? known.slice(-trustedProxies)[0] : undefined;
  return client ?? socket.remoteAddress ?? "";
}

/**
 * Whether the request comes from the private network, according to the configured proxies. An unconfigured proxy would make every client
 * look private, so its requests don't count.
 */
export function isFromPrivateNetwork(request: FastifyRequest): boolean {
  const unannounced = request.ips === undefined && cameThroughProxy(request.headers);
  return !unannounced && isPrivateAddress(request.ip);
}

/** Whether a `Host` names this computer. Other names aren't accepted even if they resolve to it (DNS rebinding). */
export function isLoopbackHost(host: string): boolean {
  const name = nameIn(host);
  return name === "localhost" || isLoopback(name);
}

/** Whether a `Host` header is a name or address that can't exist on the internet. */
export function isPrivateHost(host: string): boolean {
  const name = nameIn(host);
  if (isIP(name)) return isPrivateAddress(name);
  // A numeric last label makes the name an IPv4 address in another notation (URL standard), such as 0x7f000001 or 127.1.
  if (/(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/.test(name)) return false;
  return !name.includes(".") || /\.(?:localhost|local|internal|lan)$/.test(name);
}

/**
 * Whether a request comes from the private network and names a private host. Without the host, a public web page could read what only the
 * private network may by DNS rebinding.
 */
export function isWithinPrivateNetwork(request: FastifyRequest): boolean {
  return isFromPrivateNetwork(request) && isPrivateHost(request.host);
}

const nameIn = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1");

const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * Rate-limit key of an IP address. IPv6 addresses are grouped by /48, which a home or office may own entirely: with a key per address, one
 * client would have an unlimited number of keys.
 */
export function networkPrefixOf(address: string): string {
  const plain = withoutMapping(address).replace(/%.*$/, "");
  if (isIP(plain) !== 6) return plain;
  const [head = [], tail = []] = plain.split("::").map((part) => part.split(":").filter(Boolean));
  const between = plain.includes("::") ? Array<string>(8).fill("0") : [];
  const network = [...head, ...between, ...tail].slice(0, 3);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/48`;
}

function isIn(ranges: BlockList, address: string): boolean {
  const plain = withoutMapping(address);
  const version = isIP(plain);
  return version !== 0 && ranges.check(plain, version === 6 ? "ipv6" : "ipv4");
}
