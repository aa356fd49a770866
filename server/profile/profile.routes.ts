import type { FastifyInstance } from "fastify";
import { invalid } from "../../shared/kernel/problems";
import * as contract from "../../shared/profile/profile.contract";
import { changeOwnProfile } from "../people/own-profile.service";
import { checkPicture, setPicture } from "../people/pictures.service";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import { performanceOf } from "./performance.service";

export function registerProfileRoutes(app: FastifyInstance): void {
  serve(app, contract.changeProfile, async ({ tx, actor, body, text }) => ({
    data: await changeOwnProfile(tx, actor, body),
    message: text("profile.saved"),
  }));
  serve(app, contract.readPerformance, async ({ tx, actor, params }) => ({
    data: await performanceOf(tx, actor, params.id),
  }));
  serveInSteps(app, contract.uploadSignature, async ({ unit, actor, text, request }) => {
    const upload = request.uploads?.find(({ field }) => field === "signature");
    if (!upload) throw invalid("signature", "file.missing");
    const checked = await checkPicture(app.platform.childProcesses, actor, "signature", upload);
    const { files } = app.platform;
    const signature = await setPicture(unit, actor, files, { kind: "signature", userId: actor.id, upload: checked });
    return { message: text("profile.signatureSaved"), signature };
  });
}
