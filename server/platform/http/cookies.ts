import type { FastifyRequest } from "fastify";

/**
 * Whether cookies can be marked for https alone: the call came by it as the announced proxies say, or the operator says
 * that everybody comes by it.
 */
export function comesByHttps(request: Pick<FastifyRequest, "protocol">, publicUrl: string | null): boolean {
  return request.protocol === "https" || (publicUrl?.startsWith("https:") ?? false);
}

export interface Cookie {
  name: string;
  value: string;
  path: string;
  maxAge?: number;
}

/**
 * A cookie out of reach for scripts and other sites. By https it has a name that a browser takes from this very host and
 * by https alone: whoever has a sibling host, or the line without https, can't plant one.
 */
export function cookieText({ name, value, path, maxAge }: Cookie, secure: boolean): string {
  const parts = [`${secure ? prefixOf(path) : ""}${name}=${value}`, `Path=${path}`, "HttpOnly", "SameSite=Strict"];
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
  if (secure) parts.push("Secure");
  return parts.join("; ");
}

const prefixOf = (path: string) => (path === "/" ? "__Host-" : "__Secure-");

/** The value of a cookie of ours; the one that can't have been planted first. */
export function cookieValue(header: string | undefined, name: string, path: string): string | null {
  const given = new Map(
    (header ?? "").split(";").map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
    }),
  );
  const value = given.get(prefixOf(path) + name) ?? given.get(name);
  return value !== undefined && /^[\w-]{20,200}$/.test(value) ? value : null;
}
