import type { FastifyInstance } from "fastify";
import type { AnyObjectSchema, InferType } from "yup";
import type { Endpoint } from "../../shared/kernel/endpoint";
import type { Tx } from "../platform/database/unit-of-work";
import { textFor } from "../platform/http/reader-language";
import { admit, inputOf } from "../platform/http/serve/serve";
import { madeTypes, serveMade } from "../platform/http/serve/serve-made";
import { logSecurityApart } from "../platform/security-log";
import type { Actor } from "../platform/session";
import type { Translate } from "../platform/text";

/** A file, and what it leaves out. */
export interface CsvFile {
  bytes: Buffer;
  shown: number;
  total: number;
}

/** A list as a file, under the guards and filters of the call that shows it. Taking it along stands in the security log. */
export function serveCsv<
  P extends AnyObjectSchema,
  Q extends AnyObjectSchema,
  B extends AnyObjectSchema,
  R extends AnyObjectSchema,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  name: string,
  csv: (tx: Tx, actor: Actor, query: InferType<Q>, text: Translate) => Promise<CsvFile>,
): void {
  serveMade(app, `${endpoint.path}/export`, async (tenantId, request, reply) => {
    const { bytes, shown, total } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const actor = await admit(app, endpoint, tx, request, reply);
      const text = textFor(request);
      return csv(tx, actor, inputOf(endpoint, request).query, text);
    });
    await logSecurityApart(app.platform, request.origin, { kind: "exported", facts: { scope: name } });
    if (shown < total) reply.header("x-rows", `${shown}/${total}`);
    return { bytes, type: madeTypes.csv, name: `${name}.csv` };
  });
}

const limits = { rows: 50_000, page: 1_000 };

/** All rows, a page after the other, up to a number that memory holds. */
export async function allRows<Row extends { id: number }>(
  page: (count: number, before: number | null) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let more = true; more && rows.length < limits.rows; ) {
    const next = await page(limits.page, rows.at(-1)?.id ?? null);
    rows.push(...next);
    more = next.length === limits.page;
  }
  return rows;
}
