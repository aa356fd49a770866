import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { object } from "yup";
import { pathId } from "../../shared/kernel/fields";
import { Problem } from "../../shared/kernel/problems";
import type { ByteRange } from "../platform/files/file-store";
import { tenantFor } from "../platform/http/serve/serve";
import { seesThroughPersonFiles } from "../people/person-files.service";
import { bearerToken, fileTokenOf, findActor, requireReady } from "../platform/session";
import { validateParams } from "../platform/http/validate";
import { seesThroughExport } from "../exports/exports.service";
import { seesEntryFile } from "../employment/entry.service";
import { seesThroughNews } from "../news/news-talk.service";
import { photoAtDoor, seesThroughPlace } from "../places/photos.service";
import { seesThroughRequest } from "../requests/request-talk.service";
import { seesThroughTrip } from "../trips/trips.service";
import { rangeOf } from "./byte-range";
import { publicLogo, type SeesFile, type VisibleFile, visibleFile } from "./files.service";

const params = object({ id: pathId("file") });

/** Types a browser shows by itself without running anything of ours. Everything else is downloaded. */
const shown = new Set(["image/jpeg", "image/png", "image/gif", "image/webp", "image/svg+xml", "application/pdf"]);

/** What is sent: a file, or the small picture of it. */
interface Sent extends Pick<VisibleFile, "name" | "type" | "size" | "storageKey"> {}

/**
 * `GET /files/:id/:name` and `GET /files/:id/preview`, authorised on each request: by the bearer token, or by the cookie
 * that is good for this alone, so that `<img>` works. Not in the contract, since their answers are no JSON.
 */
export function registerFilesRoutes(app: FastifyInstance): void {
  const serveAs = (path: string, choose: (file: VisibleFile) => Sent) =>
    app.get(path, { compress: false }, async (request, reply) => {
      const { id } = validateParams(params, request.params);
      const tenantId = await tenantFor(app, request);
      const file = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
        const logo = await publicLogo(tx, id);
        if (logo) return logo;
        const credential = credentialOf(request);
        const found = await findActor(tx, ...credential);
        if (!found) {
          const photo = await photoAtDoor(tx, id, (request.query as { door?: unknown }).door);
          if (!photo) throw new Problem("session.required");
          return photo;
        }
        app.callers.know(credential[0], found.actor);
        Object.assign(request.origin, { userId: found.actor.id, sessionId: found.actor.sessionId });
        requireReady(found.actor);
        if (found.stale) app.platform.sessionUsed(found.actor);
        const visible = await visibleFile(tx, found.actor, id, seesThroughAny);
        if (found.actor.planExpired && !visible.portrait) throw new Problem("plan.expired");
        return visible;
      });
      return send(app, choose(file), request, reply);
    });
  serveAs("/files/:id/:name", (file) => file);
  serveAs("/files/:id/preview", previewOf);
}

const seesThroughAny: SeesFile = async (tx, actor, fileId) =>
  (await seesThroughExport(tx, actor, fileId)) ||
  (await seesThroughRequest(tx, actor, fileId)) ||
  (await seesThroughNews(tx, actor, fileId)) ||
  (await seesThroughTrip(tx, actor, fileId)) ||
  (await seesThroughPersonFiles(tx, actor, fileId)) ||
  (await seesThroughPlace(tx, actor, fileId)) ||
  seesEntryFile(tx, actor, fileId);

/** While a worker is at it the picture itself; of what can't be pictured there is nothing. */
function previewOf(file: VisibleFile): Sent {
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

async function send(app: FastifyInstance, file: Sent, request: FastifyRequest, reply: FastifyReply) {
  const etag = `"${file.storageKey.slice(-20)}"`; // bytes under a key never change
  reply
    .header("etag", etag)
    .header("cache-control", keptBy(file.type))
    .header("vary", "authorization, cookie")
    .header("accept-ranges", "bytes")
    .header("content-disposition", dispositionOf(file))
    .header("content-security-policy", policyFor(file.type));
  if (file.type === "application/pdf") reply.header("x-frame-options", "SAMEORIGIN"); // shown in a dialog of ours
  if (names(request.headers["if-none-match"], etag)) return reply.status(304).send();
  // With `If-Range` a part is wanted of the very same bytes, else the whole.
  const wanted = request.headers["if-range"] ?? etag;
  const range = wanted === etag ? rangeOf(request.headers.range, file.size) : null;
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
 * Pictures are kept by the browser and asked for each time, since access may have been lost: screens are full of them, and
 * signing out clears them away. Documents are opened now and then, and stay on no shared computer's disk.
 */
const keptBy = (type: string) => (type.startsWith("image/") ? "private, no-cache" : "no-store");

/** Whether a list of tags names this one. */
function names(list: string | undefined, etag: string): boolean {
  return (list ?? "").split(",").some((each) => ["*", etag].includes(each.trim().replace(/^W\//, "")));
}

function dispositionOf(file: Sent): string {
  const kind = shown.has(file.type) ? "inline" : "attachment";
  const plain = file.name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(file.name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/**
 * A picture opened by itself runs nothing. The viewer of PDF doesn't work in a sandbox, runs nothing either, and may stand
 * in a page of ours.
 */
function policyFor(type: string): string {
  const nothing = "default-src 'none'; style-src 'unsafe-inline'";
  return type === "application/pdf"
    ? `${nothing}; object-src 'self'; frame-ancestors 'self'`
    : `${nothing}; frame-ancestors 'none'; sandbox`;
}
