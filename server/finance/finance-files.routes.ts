import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { object } from "yup";
import { string } from "../../shared/kernel/schemas";
import { financeListQuery } from "../../shared/finance/finance.schema";
import { pathId } from "../../shared/kernel/fields";
import { languageOf } from "../../shared/kernel/languages";
import { logSecurityApart } from "../platform/security-log";
import { admit, tenantFor } from "../platform/serve";
import type { Actor } from "../platform/session";
import { type Translate, translator } from "../platform/text";
import { sql, type Tx } from "../platform/unit-of-work";
import { validate, validateParams } from "../platform/validate";
import { type Exported, exportFinance, exportFormats } from "./finance.export";
import { financePdf } from "./finance.pdf";
import { presentFinanceDetail } from "./finance.present";
import { visibleFinance } from "./finance-requests.service";

const guards = { feature: "payment", permission: "payment-list" } as const;
const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
} as const;

const params = object({ id: pathId("financeRequest") });
const exported = object({
  ...financeListQuery,
  format: string()
    .oneOf([...exportFormats], "field.oneOf")
    .required("field.required"),
});

const here = sql(
  "finance.paperHead",
  "SELECT name, tenant_today()::text AS today FROM tenant WHERE id = current_tenant()",
);

interface Asked {
  tx: Tx;
  actor: Actor;
  text: Translate;
  request: FastifyRequest;
}

/**
 * `GET /finance/export` and `GET /finance/finance-request/:id/pdf`: the guards of every call, in their
 * order. Not in the contract, since their answers are no JSON. A list that was cut says in `x-rows` how many of how many
 * it has.
 */
export function registerFinanceFilesRoutes(app: FastifyInstance): void {
  const serveFile = (
    path: string,
    fileFor: (
      asked: Asked,
    ) => Promise<{ bytes: Buffer; kind: keyof typeof types; name: string; cut?: Exported["cut"] }>,
  ) =>
    app.get(path, async (request, reply) => {
      const tenantId = await tenantFor(app, request);
      const file = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
        const actor = await admit(app, guards, tx, request, reply);
        const text = translator(languageOf(request.headers["accept-language"] ?? actor.language ?? undefined));
        return fileFor({ tx, actor, text, request });
      });
      if (file.kind !== "pdf") {
        const facts = { scope: "finance" };
        await logSecurityApart(app.platform, request.origin, { kind: "exported", facts });
      }
      if (file.cut) reply.header("x-rows", `${file.cut.shown}/${file.cut.total}`);
      return send(reply, file.bytes, types[file.kind], `${file.name}.${file.kind}`);
    });
  serveFile("/finance/export", async ({ tx, actor, text, request }) => {
    const { format, ...query } = validate(exported, filled(request.query));
    const today = (await headOf(tx)).today;
    const file = await exportFinance(tx, actor, query, format, text);
    return { ...file, kind: format, name: `finance-${today}` };
  });
  serveFile("/finance/finance-request/:id/pdf", async ({ tx, actor, text, request }) => {
    const { id } = validateParams(params, request.params);
    const detail = await presentFinanceDetail(tx, actor, await visibleFinance(tx, actor, id));
    const { name, today } = await headOf(tx);
    return { bytes: await financePdf(detail, name, today, text), kind: "pdf", name: detail.number ?? `request-${id}` };
  });
}

/** The organisation, and what day it is there. */
async function headOf(tx: Tx): Promise<{ name: string; today: string }> {
  return (await tx.one<{ name: string; today: string }>(here)) ?? { name: "", today: "" };
}

/** Empty filter values count as absent. */
const filled = (query: unknown) =>
  Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ""));

function send(reply: FastifyReply, bytes: Buffer, type: string, name: string) {
  return reply
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="${name}"`)
    .type(type)
    .send(bytes);
}
