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

/** What isn't everybody's to ask: one's own networks, and addresses that are kept for something else. */
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
/** Of IPv6 only what is given out to the internet; and in it what leads to an IPv4 address, or nowhere. */
const givenOut = new BlockList();
givenOut.addSubnet("2000::", 3, "ipv6");
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  notPublic.addSubnet(net, prefix, "ipv6");

/** An address in the internet: what our own network has besides isn't asked for anybody. */
export function isPublicAddress(address: string): boolean {
  const plain = withoutMapping(address);
  if (isIP(plain) === 6 && !isIn(givenOut, plain)) return false;
  return isIP(plain) !== 0 && !isIn(notPublic, plain);
}

/** Loopback, or a network that the internet doesn't route to. */
export function isPrivateAddress(address: string): boolean {
  return isIn(privateRanges, address);
}

/** This computer. */
export function isLoopback(address: string): boolean {
  return isIn(loopback, address);
}

/** Whether somebody stands in between who says so. */
export function cameThroughProxy(headers: IncomingHttpHeaders): boolean {
  const names = Object.keys(headers);
  return names.some((name) => ["forwarded", "via", "x-real-ip"].includes(name) || name.startsWith("x-forwarded-"));
}

/** Who stands behind so many proxies, as the last of them says; whoever says more than that isn't believed. */
export function clientAddressOf({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const said = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  const known = said.map((each) => each.trim()).filter(Boolean);
  const client = trustedProxies > 0 ? known.slice(-trustedProxies)[0] : undefined;
  return client ?? socket.remoteAddress ?? "";
}

/**
 * Whether somebody asks out of the private network, as the proxies that were announced say. One that nobody announced
 * would make everyone look private.
 */
export function isFromPrivateNetwork(request: FastifyRequest): boolean {
  const unannounced = request.ips === undefined && cameThroughProxy(request.headers);
  return !unannounced && isPrivateAddress(request.ip);
}

/** Whether a `Host` names this computer. Other names lead here as well when whoever owns them says so (DNS rebinding). */
export function isLoopbackHost(host: string): boolean {
  const name = nameIn(host);
  return name === "localhost" || isLoopback(name);
}

/** Whether a `Host` is a name or an address that nobody can have in the internet. */
export function isPrivateHost(host: string): boolean {
  const name = nameIn(host);
  if (isIP(name)) return isPrivateAddress(name);
  return !name.includes(".") || /\.(?:localhost|local|internal|lan)$/.test(name);
}

const nameIn = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1");

const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * Whose an address is, where something is counted for each: of IPv6 a home or an office has up to a /48, which are 65,536 networks of as
 * many addresses as they like. Were those counted one by one, a single stranger would have as many lines as they have networks.
 */
export function networkOf(address: string): string {
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
