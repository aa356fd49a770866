import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as contract from "../../shared/session/second-factor.contract";
import * as ruleContract from "../../shared/session/second-factor-rule.contract";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps, servePublicInSteps, type Unit } from "../platform/http/serve/serve-in-steps";
import { mailAfterAnswer, visitorOf } from "./account-mail";
import { type FactorChange, factorMail } from "./account-mails";
import { factorKeys } from "./factor-keys";
import { partyOf } from "./relying-party";
import * as factors from "./second-factor.service";
import * as rule from "./second-factor-rule.service";
import { beginPasskeySignIn, finishSecondStep, signInByPasskey } from "./second-step.service";
import { answerSignedIn, browserOf } from "./signed-in";

export function registerSecondFactorRoutes(app: FastifyInstance): void {
  const keys = () => factorKeys(app.platform.database);
  const tell = (
    call: { unit: Unit; reply: FastifyReply; request: FastifyRequest },
    userId: number,
    change: FactorChange,
  ) => mailAfterAnswer(app.platform, call, { userId }, factorMail(change, new Date(), visitorOf(call.request)));

  servePublicInSteps(app, contract.secondStep, async (call) => {
    const { unit, body, request } = call;
    const input = { ...body, ...browserOf(request) };
    const done = await finishSecondStep(unit, await keys(), partyOf(app.platform, request), input);
    if (done.proof === "recovery_code") tell(call, done.user.id, "recoveryUsed");
    return answerSignedIn(app, call, done, done.remember);
  });

  servePublicInSteps(app, contract.passkeySignInOptions, async ({ unit, request, text }) => ({
    message: text("session.passkeyAsked"),
    data: await unit(async (tx) => beginPasskeySignIn(tx, await partyOf(app.platform, request)(tx), request.ip)),
  }));

  servePublicInSteps(app, contract.passkeySignIn, async (call) => {
    const { unit, body, request } = call;
    const done = await signInByPasskey(unit, partyOf(app.platform, request), { ...body, ...browserOf(request) });
    return answerSignedIn(app, call, done, body.remember);
  });

  serve(app, contract.readSecondFactor, async ({ tx, actor }) => ({ data: await factors.secondFactorOf(tx, actor) }));

  serveInSteps(app, contract.confirmPassword, async ({ unit, actor, body, request, text }) => {
    await factors.confirmPassword(unit, actor, { password: body.password, address: request.ip });
    return { message: text("session.confirmed") };
  });

  serve(app, contract.beginTotp, async ({ tx, actor, text }) => ({
    message: text("session.totpBegun"),
    data: await factors.beginApp(tx, await keys(), actor),
  }));

  serveInSteps(app, contract.confirmTotp, async (call) => {
    const { unit, actor, body, request, text } = call;
    const input = { code: body.code, address: request.ip };
    const recovery_codes = await factors.confirmApp(unit, await keys(), actor, input);
    tell(call, actor.id, "totpAdded");
    return { message: text("session.totpAdded"), recovery_codes };
  });

  serveInSteps(app, contract.removeTotp, async (call) => {
    await call.unit((tx) => factors.removeApp(tx, call.actor));
    tell(call, call.actor.id, "totpRemoved");
    return { message: call.text("session.totpRemoved") };
  });

  serve(app, contract.passkeyOptions, async ({ tx, actor, request, text }) => ({
    message: text("session.passkeyAsked"),
    data: await factors.beginPasskey(tx, await partyOf(app.platform, request)(tx), actor),
  }));

  serveInSteps(app, contract.addPasskey, async (call) => {
    const { unit, actor, body, request, text } = call;
    const kept = await keys();
    const recovery_codes = await unit(async (tx) =>
      factors.finishPasskey(tx, kept, await partyOf(app.platform, request)(tx), actor, {
        ...body,
        name: body.name || text("session.passkeyName"),
      }),
    );
    tell(call, actor.id, "passkeyAdded");
    return { message: text("session.passkeyAdded"), recovery_codes };
  });

  serveInSteps(app, contract.removePasskey, async (call) => {
    await call.unit((tx) => factors.removePasskey(tx, call.actor, call.params.id));
    tell(call, call.actor.id, "passkeyRemoved");
    return { message: call.text("session.passkeyRemoved"), id: call.params.id };
  });

  serveInSteps(app, contract.newRecoveryCodes, async (call) => {
    const { unit, actor, text } = call;
    const kept = await keys();
    const recovery_codes = await unit((tx) => factors.renewRecoveryCodes(tx, kept, actor));
    tell(call, actor.id, "codesMade");
    return { message: text("session.codesMade"), recovery_codes };
  });

  serve(app, ruleContract.readSecondFactorRule, async ({ tx }) => ({ data: await rule.secondFactorRule(tx) }));

  serve(app, ruleContract.changeSecondFactorRule, async ({ tx, actor, body, text }) => ({
    message: text("session.ruleSaved"),
    data: await rule.changeSecondFactorRule(tx, actor, { ...body, role_ids: body.role_ids ?? [] }),
  }));

  serve(app, ruleContract.listSecondFactors, async ({ tx, actor }) => ({
    data: await rule.secondFactorPeople(tx, actor),
  }));

  serveInSteps(app, ruleContract.resetSecondFactor, async (call) => {
    const { id } = call.params;
    const there = await call.unit((tx) => rule.resetSecondFactor(tx, call.actor, id));
    if (there) tell(call, id, "reset");
    return { message: call.text("session.factorsReset"), id };
  });
}
