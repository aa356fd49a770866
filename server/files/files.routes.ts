import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { object } from "yup";
import { pathId } from "../../shared/kernel/fields";
import { Problem } from "../../shared/kernel/problems";
import type { ByteRange } from "../platform/file-store";
import { bearerToken, fileCookie, findActor } from "../platform/session";
import { validateParams } from "../platform/validate";
import { rangeOf } from "./byte-range";
import { type VisibleFile, visibleFile } from "./files.service";

const params = object({ id: pathId("file") });

/** Types a browser shows by itself without running anything of ours. Everything else is downloaded. */
const shown = new Set(["image/jpeg", "image/png", "image/gif", "image/svg+xml", "application/pdf"]);

/**
 * `GET /files/:id/:name`, authorised on each request: by the bearer token, or by the cookie that is good for this alone,
 * so that `<img>` works. Not in the contract, since its answer is no JSON.
 */
export function registerFilesRoutes(app: FastifyInstance): void {
  app.get("/files/:id/:name", { compress: false }, async (request, reply) => {
    const { id } = validateParams(params, request.params);
    const tenantId = await app.platform.tenants.tenantOf(request.hostname);
    const file = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const found = await findActor(tx, ...credentialOf(request));
      if (!found) throw new Problem("session.required");
      if (found.stale) app.platform.sessionUsed(found.actor);
      const visible = await visibleFile(tx, found.actor, id);
      if (found.actor.planExpired && !visible.portrait) throw new Problem("plan.expired");
      return visible;
    });
    return send(app, file, request, reply);
  });
}

function credentialOf(request: FastifyRequest): [token: string | null, kind: "bearer" | "file"] {
  const bearer = bearerToken(request.headers.authorization);
  if (bearer) return [bearer, "bearer"];
  const cookie = new RegExp(`(?:^|;\\s*)${fileCookie}=([\\w-]{20,200})(?:;|$)`).exec(request.headers.cookie ?? "");
  return [cookie?.[1] ?? null, "file"];
}

async function send(app: FastifyInstance, file: VisibleFile, request: FastifyRequest, reply: FastifyReply) {
  const etag = `"${file.storageKey.slice(-20)}"`; // bytes under a key never change
  reply
    .header("etag", etag)
    .header("cache-control", "private, no-cache") // kept, but asked for each time: access may have been lost
    .header("accept-ranges", "bytes")
    .header("content-disposition", dispositionOf(file))
    .header("content-security-policy", policyFor(file.type));
  if (request.headers["if-none-match"] === etag) return reply.status(304).send();
  const range = rangeOf(request.headers.range, file.size);
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

function dispositionOf(file: Pick<VisibleFile, "name" | "type">): string {
  const kind = shown.has(file.type) ? "inline" : "attachment";
  const plain = file.name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(file.name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** A picture opened by itself runs nothing. The viewer of PDF doesn't work in a sandbox, and runs nothing either. */
function policyFor(type: string): string {
  const nothing = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  return type === "application/pdf" ? nothing : `${nothing}; sandbox`;
}
