import { type LookupAddress, lookup as systemLookup, type LookupOptions } from "node:dns";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { isPublicAddress } from "../addresses";
import { jsonLimitViolation } from "./json-limits";

const longestMs = 8_000;

export interface ExternalLimits {
  bytes: number;
  /** Limit of a JSON body. Half a megabyte of brackets would block the event loop. */
  depth: number;
  values: number;
}

/** Above what any identity provider sends. */
const defaultLimits: ExternalLimits = { bytes: 512 * 1024, depth: 50, values: 20_000 };

/** Thrown for an address that isn't fetched because of its scheme, or because its network isn't public. */
export class NotExternalError extends Error {}

/** Thrown for a response beyond the limits. */
export class TooLargeError extends Error {}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves a name and rejects private addresses during the connection's own lookup: a separate check could get a different DNS answer. */
function lookupExternal(hostname: string, options: LookupOptions, done: LookupCallback): void {
  systemLookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    const inside = found.find(({ address }) => !isPublicAddress(address));
    const [first] = found;
    if (inside || !first) return done(new NotExternalError(`${hostname} isn't outside`), []);
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
}

/**
 * `fetch` for addresses entered by users of a tenant: only over https and to public addresses, unless the origin is in `allowed`, which the
 * operator configures. It follows no redirects and reads at most half a megabyte by default.
 * @throws NotExternalError for addresses that aren't fetched; Error after eight seconds without a response.
 */
export const fetchExternal =
  (allowed: readonly string[], limits = defaultLimits) =>
  (address: string, { method = "GET", headers = {}, body, signal }: ExternalRequest = {}): Promise<Response> => {
    const url = new URL(address);
    const isAllowedOrigin = allowed.includes(url.origin);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (!isAllowedOrigin && (url.protocol !== "https:" || (isIP(host) && !isPublicAddress(host)))) {
      return Promise.reject(new NotExternalError(`${url.origin} isn't outside`));
    }
    return new Promise((resolve, reject) => {
      const send = url.protocol === "https:" ? httpsRequest : httpRequest;
      const limit = AbortSignal.timeout(longestMs);
      const request = send(url, {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(isAllowedOrigin ? {} : { lookup: lookupExternal as never }),
      });
      request.on("error", reject);
      // After a switch of protocols (101) neither a response nor an error event follows.
      request.on("close", () => reject(new Error("No answer")));
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > limits.bytes) request.destroy(new TooLargeError("Too much"));
          else chunks.push(chunk);
        });
        response.on("error", reject);
        response.on("end", () => {
          // An exception in this event handler would be uncaught and end the process.
          try {
            resolve(answerOf(response, Buffer.concat(chunks), limits));
          } catch (error) {
            reject(error);
          }
        });
      });
      // Response converts any kind of body to bytes.
      new Response(body as BodyInit).arrayBuffer().then((bytes) => request.end(Buffer.from(bytes)), reject);
    });
  };

/** @throws for statuses that Response doesn't accept, such as 999, and for JSON so large that parsing it would block the event loop. */
function answerOf(
  { headers, statusCode: status = 502 }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
  { depth, values }: ExternalLimits,
): Response {
  if (jsonLimitViolation(body.toString("latin1"), depth, values)) throw new TooLargeError("Too deep, or too much");
  const answered = new Headers();
  for (const [name, value] of Object.entries(headers)) answered.set(name, String(value));
  return new Response(bodilessStatuses.has(status) ? null : body, { status, headers: answered });
}

/** Statuses without a body; whatever the server sends after them is ignored. */
const bodilessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

interface ExternalRequest {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInit | Uint8Array | null | undefined;
  signal?: AbortSignal | undefined;
}
