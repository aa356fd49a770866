import type { FastifyInstance } from "fastify";
import { localDayIn } from "../../../shared/kernel/days";
import { readProjectExport } from "../../../shared/work/project-export/project-export.contract";
import { authorizeCall } from "../../platform/http/serve/guards";
import { validatedInputOf } from "../../platform/http/serve/input";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { exportName, serveGeneratedFile } from "../../platform/http/serve/serve-generated-file";
import { logSecurityInOwnTransaction } from "../../platform/security-log";
import { readExport, readExportSummary } from "./project-export.read";
import { streamZip } from "./write-zip";

export function registerProjectExportRoutes(app: FastifyInstance): void {
  serveEndpoint(app, readProjectExport, async ({ tx, actor, params }) => ({
    data: await readExportSummary(tx, actor, params.id),
  }));

  // The transaction ends before the ZIP is sent, so that slow clients hold no database connection.
  serveGeneratedFile(app, `${readProjectExport.path}/file`, async (tenantId, request, reply) => {
    const { id, name, source } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const actor = await authorizeCall(app, readProjectExport, tx, request, reply);
      const { params } = validatedInputOf(readProjectExport, request);
      const now = new Date();
      const read = await readExport(tx, actor, params.id, now);
      const file = exportName(read.content.project.code, {}, localDayIn(actor.timeZone, now));
      return { id: params.id, name: `${file}.zip`, source: read };
    });
    await logSecurityInOwnTransaction(app.platform, request.origin, { kind: "exported", facts: { project: id } });
    return { bytes: streamZip(source, app.platform.files), type: "application/zip", name };
  });
}
