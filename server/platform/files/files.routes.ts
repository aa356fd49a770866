import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { object } from "yup";
import { pathId } from "../../../shared/kernel/fields";
import { Problem } from "../../../shared/kernel/problems";
import type { ByteRange } from "./file-store";
import { resolveTenantOfCall } from "../http/serve/guards";
import { bearerToken, fileTokenOf, findActor, requirePreconditionsMet } from "../session";
import { validateParams } from "../http/validate";
import { parseByteRange } from "./byte-range";
import { findPublicLogo, type VisibleFile, findVisibleFile } from "./files.service";
import { doorScreenFile } from "./files.slots";

const params = object({ id: pathId("file") });

/** Types that browsers display without executing scripts. Files of other types are downloaded. */
const inlineTypes = new Set(["image/jpeg", "image/png", "image/gif", "image/webp", "image/svg+xml", "application/pdf"]);

interface SentFile extends Pick<VisibleFile, "name" | "type" | "size" | "storageKey"> {}

/**
 * `GET /files/:id/:name` and `GET /files/:id/preview`, authorized on each request with the bearer token or, for `<img>`, with a cookie
 * valid only for files. Not in the contract, because responses aren't JSON.
 */
export function registerFilesRoutes(app: FastifyInstance): void {
  const serveAs = (path: string, choose: (file: VisibleFile) => SentFile) =>
    app.get(path, { compress: false }, async (request, reply) => {
      const { id } = validateParams(params, request.params);
      const tenantId = await resolveTenantOfCall(app, request);
      const file = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
        const logo = await findPublicLogo(tx, id);
        if (logo) return logo;
        const credential = credentialOf(request);
        const found = await findActor(tx, ...credential);
        if (!found) {
          const photo = await doorScreenFile.filling(tx, id, (request.query as { door?: unknown }).door);
          if (!photo) throw new Problem("session.required");
          return photo;
        }
        app.callers.know(credential[0], found.actor);
        Object.assign(request.origin, { userId: found.actor.id, sessionId: found.actor.sessionId });
        requirePreconditionsMet(found.actor);
        if (found.stale) app.platform.sessionUsed(found.actor);
        const visible = await findVisibleFile(tx, found.actor, id);
        if (found.actor.planExpired && !visible.portrait) throw new Problem("plan.expired");
        return visible;
      });
      return send(app, choose(file), request, reply);
    });
  serveAs("/files/:id/:name", (file) => file);
  serveAs("/files/:id/preview", previewOf);
}

/** Returns the original while the preview is being rendered. @throws Problem 404 when there is no preview. */
function previewOf(file: VisibleFile): SentFile {
  const { preview } = file;
  if (preview.state === "waiting") return file;
  if (preview.state !== "ready") throw new Problem("notFound");
  const name = `${file.name.replace(/\.[^.]*$/, "")}.webp`;
  return { name, type: "image/webp", size: preview.size, storageKey: preview.storageKey };
}

function credentialOf(request: FastifyRequest): [token: string | null, kind: "bearer" | "file"] {
  const bearer = bearerToken(request.headers.authorization);
  if (bearer) return [bearer, "bearer"];
  return [fileTokenOf(request.headers.cookie), "file"];
}

async function send(app: FastifyInstance, file: SentFile, request: FastifyRequest, reply: FastifyReply) {
  const etag = `"${file.storageKey.slice(-20)}"`; // bytes under a key never change
  reply
    .header("etag", etag)
    .header("cache-control", cacheControlFor(file.type))
    .header("vary", "authorization, cookie")
    .header("accept-ranges", "bytes")
    .header("content-disposition", dispositionOf(file))
    .header("content-security-policy", policyFor(file.type));
  if (file.type === "application/pdf") reply.header("x-frame-options", "SAMEORIGIN"); // displayed in an iframe of the client
  if (matchesEtag(request.headers["if-none-match"], etag)) return reply.status(304).send();
  // With `If-Range`, the range applies only if the ETag still matches.
  const rangeEtag = request.headers["if-range"] ?? etag;
  const range = rangeEtag === etag ? parseByteRange(request.headers.range, file.size) : null;
  if (range === "unsatisfiable") return reply.status(416).header("content-range", `bytes */${file.size}`).send();
  const stream = await app.platform.files.get(file.storageKey, range ?? undefined);
  if (!stream) throw new Problem("notFound");
  const { start, end }: ByteRange = range ?? { start: 0, end: file.size - 1 };
  if (range) reply.status(206).header("content-range", `bytes ${start}-${end}/${file.size}`);
  return reply
    .type(file.type)
    .header("content-length", end - start + 1)
    .send(stream);
}

/**
 * Images are cached but revalidated each time, because access may be lost; signing out clears them. Documents are not cached, so that none
 * remain on shared computers.
 */
const cacheControlFor = (type: string) => (type.startsWith("image/") ? "private, no-cache" : "no-store");

function matchesEtag(list: string | undefined, etag: string): boolean {
  return (list ?? "").split(",").some((each) => ["*", etag].includes(each.trim().replace(/^W\//, "")));
}

function dispositionOf(file: SentFile): string {
  const kind = inlineTypes.has(file.type) ? "inline" : "attachment";
  const plain = file.name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(file.name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/**
 * Content security policy for files opened directly. The PDF viewer doesn't work in a sandbox but runs no scripts, and PDFs may be embedded
 * in the client.
 */
function policyFor(type: string): string {
  const nothing = "default-src 'none'; style-src 'unsafe-inline'";
  return type === "application/pdf"
    ? `${nothing}; object-src 'self'; frame-ancestors 'self'`
    : `${nothing}; frame-ancestors 'none'; sandbox`;
}
