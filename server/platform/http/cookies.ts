import type { FastifyRequest } from "fastify";

/** Whether cookies can be marked Secure: the call came over https according to the configured proxies, or PUBLIC_URL is https. */
export function isHttps(request: Pick<FastifyRequest, "protocol">, publicUrl: string | null): boolean {
  return request.protocol === "https" || (publicUrl?.startsWith("https:") ?? false);
}

export interface Cookie {
  name: string;
  value: string;
  path: string;
  maxAge?: number;
}

/**
 * An HttpOnly, SameSite cookie. Over https its name has a prefix, so that a plain http connection can't set it. With the path `/` the
 * prefix is `__Host-`, so that a sibling host can't set it either.
 */
export function cookieText({ name, value, path, maxAge }: Cookie, secure: boolean): string {
  const parts = [`${secure ? prefixOf(path) : ""}${name}=${value}`, `Path=${path}`, "HttpOnly", "SameSite=Strict"];
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
  if (secure) parts.push("Secure");
  return parts.join("; ");
}

const prefixOf = (path: string) => (path === "/" ? "__Host-" : "__Secure-");

/** The value of a cookie; the prefixed name, which can't be forged, takes precedence. */
export function cookieValue(header: string | undefined, name: string, path: string): string | null {
  const cookies = new Map(
    (header ?? "").split(";").map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
    }),
  );
  const value = cookies.get(prefixOf(path) + name) ?? cookies.get(name);
  return value !== undefined && /^[\w-]{20,200}$/.test(value) ? value : null;
}
