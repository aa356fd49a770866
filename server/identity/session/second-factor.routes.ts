import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as contract from "../../../shared/identity/session/second-factor.contract";
import * as ruleContract from "../../../shared/identity/session/second-factor-rule.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import {
  serveMultiTransaction,
  servePublicMultiTransaction,
  type RunTransaction,
} from "../../platform/http/serve/serve-multi-transaction";
import { sendMailAfterResponse, mailRequestOriginOf } from "./account-mail";
import { type FactorChange, factorMail } from "./account-mails";
import { factorKeys } from "./factor-keys";
import { relyingPartyOf } from "./relying-party";
import * as factors from "./second-factor.service";
import * as rule from "./second-factor-rule.service";
import { beginPasskeySignIn, finishSecondStep, signInByPasskey } from "./second-step.service";
import { answerSignedIn, browserOf } from "./answer-signed-in";

interface MailedCall {
  unit: RunTransaction;
  reply: FastifyReply;
  request: FastifyRequest;
}

/** Emails a user about a change of their factors, after the response. */
const mailFactorChange = (app: FastifyInstance, call: MailedCall, userId: number, change: FactorChange) =>
  sendMailAfterResponse(
    app.platform,
    call,
    { userId },
    factorMail(change, new Date(), mailRequestOriginOf(call.request)),
  );

export function registerSecondFactorRoutes(app: FastifyInstance): void {
  registerSignInRoutes(app);
  registerOwnFactorRoutes(app);
  registerFactorRuleRoutes(app);
}

/** Calls of users who aren't signed in yet. */
function registerSignInRoutes(app: FastifyInstance): void {
  servePublicMultiTransaction(app, contract.enterSecondFactor, async (call) => {
    const { unit, body, request } = call;
    const input = { ...body, ...browserOf(request) };
    const done = await finishSecondStep(
      unit,
      await factorKeys(app.platform.database),
      relyingPartyOf(app.platform, request),
      input,
    );
    if (done.proof === "recovery_code") mailFactorChange(app, call, done.user.id, "recoveryUsed");
    return answerSignedIn(app, call, done, done.remember);
  });

  servePublicMultiTransaction(app, contract.createPasskeySignInOptions, async ({ unit, request, text }) => ({
    message: text("session.passkeyAsked"),
    data: await unit(async (tx) => beginPasskeySignIn(tx, await relyingPartyOf(app.platform, request)(tx), request.ip)),
  }));

  servePublicMultiTransaction(app, contract.signInWithPasskey, async (call) => {
    const { unit, body, request } = call;
    const done = await signInByPasskey(unit, relyingPartyOf(app.platform, request), { ...body, ...browserOf(request) });
    return answerSignedIn(app, call, done, body.remember);
  });
}

function registerOwnFactorRoutes(app: FastifyInstance): void {
  const keys = () => factorKeys(app.platform.database);

  serveEndpoint(app, contract.readSecondFactor, async ({ tx, actor }) => ({
    data: await factors.readSecondFactors(tx, actor),
  }));

  serveMultiTransaction(app, contract.confirmPassword, async ({ unit, actor, body, request, text }) => {
    await factors.confirmPassword(unit, actor, { password: body.password, address: request.ip });
    return { message: text("session.confirmed") };
  });

  serveEndpoint(app, contract.beginTotp, async ({ tx, actor, text }) => ({
    message: text("session.totpBegun"),
    data: await factors.beginAuthenticatorApp(tx, await keys(), actor),
  }));

  serveMultiTransaction(app, contract.confirmTotp, async (call) => {
    const { unit, actor, body, request, text } = call;
    const input = { code: body.code, address: request.ip };
    const recovery_codes = await factors.confirmAuthenticatorApp(unit, await keys(), actor, input);
    mailFactorChange(app, call, actor.id, "totpAdded");
    return { message: text("session.totpAdded"), recovery_codes };
  });

  serveMultiTransaction(app, contract.removeTotp, async (call) => {
    await call.unit((tx) => factors.removeAuthenticatorApp(tx, call.actor));
    mailFactorChange(app, call, call.actor.id, "totpRemoved");
    return { message: call.text("session.totpRemoved") };
  });

  serveEndpoint(app, contract.createPasskeyOptions, async ({ tx, actor, request, text }) => ({
    message: text("session.passkeyAsked"),
    data: await factors.beginPasskey(tx, await relyingPartyOf(app.platform, request)(tx), actor),
  }));

  serveMultiTransaction(app, contract.addPasskey, async (call) => {
    const { unit, actor, body, request, text } = call;
    const currentKeys = await keys();
    const recovery_codes = await unit(async (tx) =>
      factors.finishPasskey(tx, currentKeys, await relyingPartyOf(app.platform, request)(tx), actor, {
        ...body,
        name: body.name || text("session.passkeyName"),
      }),
    );
    mailFactorChange(app, call, actor.id, "passkeyAdded");
    return { message: text("session.passkeyAdded"), recovery_codes };
  });

  serveMultiTransaction(app, contract.removePasskey, async (call) => {
    await call.unit((tx) => factors.removePasskey(tx, call.actor, call.params.id));
    mailFactorChange(app, call, call.actor.id, "passkeyRemoved");
    return { message: call.text("session.passkeyRemoved"), id: call.params.id };
  });

  serveMultiTransaction(app, contract.replaceRecoveryCodes, async (call) => {
    const { unit, actor, text } = call;
    const currentKeys = await keys();
    const recovery_codes = await unit((tx) => factors.renewRecoveryCodes(tx, currentKeys, actor));
    mailFactorChange(app, call, actor.id, "codesMade");
    return { message: text("session.codesMade"), recovery_codes };
  });
}

function registerFactorRuleRoutes(app: FastifyInstance): void {
  serveEndpoint(app, ruleContract.readSecondFactorRule, async ({ tx }) => ({ data: await rule.secondFactorRule(tx) }));

  serveEndpoint(app, ruleContract.changeSecondFactorRule, async ({ tx, actor, body, text }) => ({
    message: text("session.ruleSaved"),
    data: await rule.changeSecondFactorRule(tx, actor, body),
  }));

  serveEndpoint(app, ruleContract.listSecondFactors, async ({ tx, actor }) => ({
    data: await rule.secondFactorPeople(tx, actor),
  }));

  serveMultiTransaction(app, ruleContract.resetSecondFactor, async (call) => {
    const { id } = call.params;
    const hadFactors = await call.unit((tx) => rule.resetSecondFactor(tx, call.actor, id));
    if (hadFactors) mailFactorChange(app, call, id, "reset");
    return { message: call.text("session.factorsReset"), id };
  });
}
