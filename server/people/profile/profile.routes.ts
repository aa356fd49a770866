import type { FastifyInstance } from "fastify";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import * as contract from "../../../shared/people/profile/profile.contract";
import { changeOwnProfile } from "./own-profile.service";
import { checkPicture } from "../../platform/files/pictures";
import { setPicture } from "../people/pictures.service";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { readPerformance } from "./performance.service";

export function registerProfileRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.changeProfile, async ({ tx, actor, body, text }) => ({
    data: await changeOwnProfile(tx, actor, body),
    message: text("profile.saved"),
  }));
  serveEndpoint(app, contract.readPerformance, async ({ tx, actor, params }) => ({
    data: await readPerformance(tx, actor, params.id),
  }));
  serveMultiTransaction(app, contract.uploadSignature, async ({ unit, actor, text, request }) => {
    const upload = request.uploads?.find(({ field }) => field === "signature");
    if (!upload) throw invalidFieldProblem("signature", "file.missing");
    const checked = await checkPicture(app.platform.childProcesses, actor, "signature", upload);
    const { files } = app.platform;
    const signature = await setPicture(unit, actor, files, { kind: "signature", userId: actor.id, upload: checked });
    return { message: text("profile.signatureSaved"), signature };
  });
}
