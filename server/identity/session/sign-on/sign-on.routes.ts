import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../../../shared/identity/session/sign-on.contract";
import { serveEndpoint } from "../../../platform/http/serve/serve";
import {
  serveMultiTransaction,
  servePublicMultiTransaction,
  type RunTransaction,
} from "../../../platform/http/serve/serve-multi-transaction";
import type { Tx } from "../../../platform/database/unit-of-work";
import { relyingPartyOf } from "../relying-party";
import { answerSignedIn, browserOf } from "../answer-signed-in";
import { discoverIssuer } from "./issuer";
import { createTestClient, presentSignOn, removeSignOn, saveSignOn, signOnSeal } from "./sign-on.service";
import { beginSignOn, finishSignOn } from "./sign-on-login.service";

/** Path of the redirect URI, where the client has a screen. */
const returnPath = "/auth/sign-on";

export function registerSignOnRoutes(app: FastifyInstance): void {
  const { config, database } = app.platform;
  const seal = () => signOnSeal(database);
  const worldOf = async (unit: RunTransaction) => ({ unit, seal: await seal(), origins: config.signOnOrigins });
  const addressFor = async (tx: Tx, request: FastifyRequest, path: string) =>
    (await relyingPartyOf(app.platform, request)(tx)).origin + path;

  serveEndpoint(app, contract.readSignOn, async ({ tx, request }) => ({
    ...(await presentSignOn(tx, await seal())),
    redirect_uri: await addressFor(tx, request, returnPath),
    sign_out_uri: await addressFor(tx, request, "/login"),
  }));

  serveMultiTransaction(app, contract.changeSignOn, async ({ unit, actor, body, text }) => {
    const secretSeal = await seal();
    const client = await unit((tx) => createTestClient(tx, secretSeal, actor, body));
    await discoverIssuer(client, config.signOnOrigins);
    await unit((tx) => saveSignOn(tx, secretSeal, actor, body, client));
    return { message: text("signOn.saved") };
  });

  serveEndpoint(app, contract.removeSignOn, async ({ tx, actor, text }) => {
    await removeSignOn(tx, actor);
    return { message: text("signOn.removed") };
  });

  servePublicMultiTransaction(app, contract.beginSignOn, async ({ unit, body, request }) => {
    const redirect = await unit((tx) => addressFor(tx, request, returnPath));
    return { data: await beginSignOn(await worldOf(unit), { address: request.ip, redirect, remember: body.remember }) };
  });

  servePublicMultiTransaction(app, contract.finishSignOn, async (call) => {
    const { unit, body, request, text } = call;
    const party = relyingPartyOf(app.platform, request);
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
