/** Characters that a domain can't contain, but that `URL` would drop, decode or treat as a separator instead of refusing them. */
const beyondHost = /[\s/\\?#@:[\]%]/;
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const validDomain = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+(?!\\d+$)${label}$`);

/** Converts a domain to lower case and ASCII (IDNA, `xn--…`), so that all spellings are equal. Returns null if invalid. */
export function asciiDomain(domain: string): string | null {
  if (beyondHost.test(domain)) return null;
  try {
    const { hostname } = new URL(`https://${domain}`);
    return validDomain.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

/** Converts an email address to lower case with an ASCII domain. An invalid address is only converted to lower case. */
export function canonicalEmail(address: string): string {
  const typed = address.trim().toLowerCase();
  const at = typed.lastIndexOf("@");
  const domain = at > 0 ? asciiDomain(typed.slice(at + 1)) : null;
  return domain === null ? typed : `${typed.slice(0, at)}@${domain}`;
}

/** Local part without separators, display name or invisible characters. Dots may only be between other characters. */
const localPart = /^(?!\.)(?!.*\.\.)(?!.*\.$)[^\s@,;:<>()[\]\\"\u200b-\u200f\u202a-\u202e\u2066-\u2069]+$/;

/** Whether a canonical address is well-formed. */
export function isEmail(address: string): boolean {
  const at = address.lastIndexOf("@");
  return at > 0 && localPart.test(address.slice(0, at)) && asciiDomain(address.slice(at + 1)) === address.slice(at + 1);
}
