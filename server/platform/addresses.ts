import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import ipaddr, { IPv4, IPv6 } from "ipaddr.js";

/** Parses an IP address without its zone; null for other text. An IPv4-mapped address counts as IPv4. */
const parse = (address: string) => (isIP(address) ? ipaddr.process(address.replace(/%.*$/, "")) : null);
const rangeOf = (address: string) => parse(address)?.range();

/**
 * Whether an address is public: server-side requests must not reach the internal network. Public IPv6 addresses are those of global unicast
 * (2000::/3); ipaddr.js counts unassigned ones as unicast as well.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  const isAssigned = parsed instanceof IPv6 ? parsed.match(IPv6.parse("2000::"), 3) : true;
  return parsed?.range() === "unicast" && isAssigned;
}

export const isLoopback = (address: string): boolean => rangeOf(address) === "loopback";

/** Loopback, or a network that isn't routed on the internet. */
export const isPrivateAddress = (address: string): boolean =>
  ["loopback", "private", "uniqueLocal"].includes(rangeOf(address) ?? "");

export function cameThroughProxy(headers: IncomingHttpHeaders): boolean {
  const names = Object.keys(headers);
  return names.some((name) => ["forwarded", "via", "x-real-ip"].includes(name) || name.startsWith("x-forwarded-"));
}

/** The client address as reported by the last `trustedProxies` proxies; entries before those are ignored because anyone can add them. */
export function clientAddressOf({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  const addresses = forwarded.map((each) => each.trim()).filter(Boolean);
  const client = trustedProxies > 0 ? addresses.slice(-trustedProxies)[0] : undefined;
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

/**
 * Rate-limit key of an IP address. IPv6 addresses are grouped by /48, which a home or office may own entirely: with a key per address, one
 * client would have an unlimited number of keys.
 */
export function networkPrefixOf(address: string): string {
  const parsed = parse(address);
  if (parsed === null) return address;
  if (parsed instanceof IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 3).map((group) => group.toString(16));
  return `${network.join(":")}::/48`;
}
