import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../../shared/session/sign-on.contract";
import { serve } from "../../platform/http/serve/serve";
import { serveInSteps, servePublicInSteps, type Unit } from "../../platform/http/serve/serve-in-steps";
import type { Tx } from "../../platform/database/unit-of-work";
import { partyOf } from "../relying-party";
import { answerSignedIn, browserOf } from "../signed-in";
import { issuerOf } from "./issuer";
import { clientOf, presentSignOn, removeSignOn, saveSignOn, signOnSeal } from "./sign-on.service";
import { beginSignOn, finishSignOn } from "./sign-on-enter.service";

/** Where the issuer leads people back to; the client has a screen there. */
const returnPath = "/auth/sign-on";

export function registerSignOnRoutes(app: FastifyInstance): void {
  const { config, database } = app.platform;
  const seal = () => signOnSeal(database);
  const worldOf = async (unit: Unit) => ({ unit, seal: await seal(), origins: config.signOnOrigins });
  const addressFor = async (tx: Tx, request: FastifyRequest, path: string) =>
    (await partyOf(app.platform, request)(tx)).origin + path;

  serve(app, contract.readSignOn, async ({ tx, request }) => ({
    ...(await presentSignOn(tx, await seal())),
    redirect_uri: await addressFor(tx, request, returnPath),
    sign_out_uri: await addressFor(tx, request, "/login"),
  }));

  serveInSteps(app, contract.changeSignOn, async ({ unit, actor, body, text }) => {
    const kept = await seal();
    const client = await unit((tx) => clientOf(tx, kept, actor, body));
    await issuerOf(client, config.signOnOrigins);
    await unit((tx) => saveSignOn(tx, kept, actor, body, client));
    return { message: text("signOn.saved") };
  });

  serve(app, contract.removeSignOn, async ({ tx, actor, text }) => {
    await removeSignOn(tx, actor);
    return { message: text("signOn.removed") };
  });

  servePublicInSteps(app, contract.beginSignOn, async ({ unit, body, request }) => {
    const redirect = await unit((tx) => addressFor(tx, request, returnPath));
    return { data: await beginSignOn(await worldOf(unit), { address: request.ip, redirect, remember: body.remember }) };
  });

  servePublicInSteps(app, contract.finishSignOn, async (call) => {
    const { unit, body, request, text } = call;
    const party = partyOf(app.platform, request);
    const done = await finishSignOn(await worldOf(unit), { ...body, ...browserOf(request), party });
    if (!("pending" in done)) return answerSignedIn(app, call, done, done.remember);
    return {
      status: "second_step" as const,
      message: text("session.secondStep"),
      pending: done.pending,
      user: undefined,
    };
  });
}
