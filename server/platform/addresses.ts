import { BlockList, isIP } from "node:net";

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

/** Loopback, or a network that the internet doesn't route to. */
export function isPrivateAddress(address: string): boolean {
  return isIn(privateRanges, address);
}

/** This computer. */
export function isLoopback(address: string): boolean {
  return isIn(loopback, address);
}

function isIn(ranges: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(plain);
  return version !== 0 && ranges.check(plain, version === 6 ? "ipv6" : "ipv4");
}
