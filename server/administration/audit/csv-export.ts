import type { FastifyInstance } from "fastify";
import { localDayIn } from "../../../shared/kernel/days";
import type { Endpoint, QueryOf } from "../../../shared/kernel/endpoint";
import type { Tx } from "../../platform/database/unit-of-work";
import { textFor } from "../../platform/http/reader-language";
import { authorizeCall } from "../../platform/http/serve/guards";
import { validatedInputOf } from "../../platform/http/serve/input";
import {
  type ExportedPeriod,
  exportName,
  generatedFileTypes,
  serveGeneratedFile,
} from "../../platform/http/serve/serve-generated-file";
import { logSecurityInOwnTransaction } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";

export interface CsvFile {
  bytes: Buffer;
  rowCount: number;
  total: number;
}

/** Serves a list as a CSV file with the guards and filters of its endpoint. Each export is written to the security log. */
export function serveCsv<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  name: string,
  csv: (tx: Tx, actor: Actor, query: QueryOf<E>, text: Translate) => Promise<CsvFile>,
): void {
  serveGeneratedFile(app, `${endpoint.path}/export`, async (tenantId, request, reply) => {
    const { bytes, rowCount, total, file } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const actor = await authorizeCall(app, endpoint, tx, request, reply);
      const text = textFor(request);
      const { query } = validatedInputOf(endpoint, request);
      const file = exportName(name, query as ExportedPeriod, localDayIn(actor.timeZone, new Date()));
      return { ...(await csv(tx, actor, query, text)), file };
    });
    await logSecurityInOwnTransaction(app.platform, request.origin, { kind: "exported", facts: { scope: name } });
    if (rowCount < total) reply.header("x-rows", `${rowCount}/${total}`);
    return { bytes, type: generatedFileTypes.csv, name: `${file}.csv` };
  });
}

const limits = { rows: 50_000, page: 1_000 };

/** Reads all rows page by page, up to the limit that fits in memory. */
export async function readAllRows<Row extends { id: number }>(
  page: (count: number, before: number | null) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let hasNextPage = true; hasNextPage && rows.length < limits.rows; ) {
    const next = await page(limits.page, rows.at(-1)?.id ?? null);
    rows.push(...next);
    hasNextPage = next.length === limits.page;
  }
  return rows;
}
