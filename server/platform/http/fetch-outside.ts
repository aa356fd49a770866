import { type LookupAddress, lookup as systemLookup, type LookupOptions } from "node:dns";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { isPublicAddress } from "./addresses";
import { jsonBeyond } from "./json-depth";

/** What an answer from outside may cost us. */
const longestMs = 8_000;
const mostBytes = 512 * 1024;
/** Deeper, or with more values, than anything an issuer has to say. Its half a megabyte of nothing but brackets kept others waiting. */
const deepest = 50;
const mostValues = 20_000;

/** An address that isn't asked: another scheme, or a network that isn't everybody's. */
export class NotOutside extends Error {}

type LookedUp = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** Looks a name up and refuses what leads inside: between a look of ours and a second one the answer may change. */
function lookupOutside(hostname: string, options: LookupOptions, done: LookedUp): void {
  systemLookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    const inside = found.find(({ address }) => !isPublicAddress(address));
    const [first] = found;
    if (inside || !first) return done(new NotOutside(`${hostname} isn't outside`), []);
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
}

/**
 * `fetch` for addresses that somebody of a tenant has typed: by https and outside of our own network only, unless their
 * origin is among `allowed`, which the operator has named. It follows no redirects and reads no more than half a megabyte.
 * @throws NotOutside for addresses that aren't asked; Error for those that don't answer in eight seconds.
 */
export const fetchOutside =
  (allowed: readonly string[]) =>
  (address: string, { method = "GET", headers = {}, body, signal }: OutsideRequest = {}): Promise<Response> => {
    const url = new URL(address);
    const named = allowed.includes(url.origin);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (!named && (url.protocol !== "https:" || (isIP(host) && !isPublicAddress(host)))) {
      return Promise.reject(new NotOutside(`${url.origin} isn't outside`));
    }
    return new Promise((resolve, reject) => {
      const send = url.protocol === "https:" ? httpsRequest : httpRequest;
      const limit = AbortSignal.timeout(longestMs);
      const request = send(url, {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(named ? {} : { lookup: lookupOutside as never }),
      });
      request.on("error", reject);
      // Answered with another protocol (101) it ends without a word: neither an answer nor an error.
      request.on("close", () => reject(new Error("No answer")));
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > mostBytes) request.destroy(new Error("Too much"));
          else chunks.push(chunk);
        });
        response.on("error", reject);
        response.on("end", () => {
          // Thrown out of this event it would end the process: nobody stands around it.
          try {
            resolve(answerOf(response, Buffer.concat(chunks)));
          } catch (error) {
            reject(error);
          }
        });
      });
      // A Response knows how any kind of body becomes bytes.
      new Response(body as BodyInit).arrayBuffer().then((bytes) => request.end(Buffer.from(bytes)), reject);
    });
  };

/**
 * @throws for what no Response can be: of the numbers that a server may write there, 999 is none of a status. And for JSON that would
 * take long to read: whoever has asked reads it at once.
 */
function answerOf({ headers, statusCode: status = 502 }: IncomingMessage, body: Buffer<ArrayBuffer>): Response {
  if (jsonBeyond(body.toString("latin1"), deepest, mostValues)) throw new Error("Too deep, or too much");
  const answered = new Headers();
  for (const [name, value] of Object.entries(headers)) answered.set(name, String(value));
  return new Response(bodiless.has(status) ? null : body, { status, headers: answered });
}

/** Statuses that come without a body, whatever was sent after them. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

interface OutsideRequest {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInit | Uint8Array | null | undefined;
  signal?: AbortSignal | undefined;
}
