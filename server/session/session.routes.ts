import type { FastifyInstance, FastifyRequest } from "fastify";
import * as session from "../../shared/session/session.contract";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps, servePublicInSteps, type Unit } from "../platform/http/serve/serve-in-steps";
import { currentUserOf, projectPermissionsOf } from "./current-user";
import { isSignOnSession, issuersSignOut } from "./sign-on/sign-on-leave.service";
import { signOnSeal } from "./sign-on/sign-on.service";
import { changePassword, requestReset, resetPassword } from "./password.service";
import { confirmRegistration, register } from "./register.service";
import { mailAfterAnswer, visitorOf } from "./account-mail";
import { alreadyRegisteredMail, confirmMail, passwordChangedMail, resetMail } from "./account-mails";
import { partyOf } from "./relying-party";
import { sessionOf } from "../platform/session";
import { clearFileCookie } from "./session-tokens";
import { endSession, rememberSettings, sessionsOf } from "./sessions.service";
import { signIn } from "./sign-in.service";
import { answerSignedIn, browserOf } from "./signed-in";

export function registerSessionRoutes(app: FastifyInstance): void {
  for (const endpoint of [session.login, session.legacyAuthenticate]) {
    servePublicInSteps(app, endpoint, async (call) => {
      const { unit, body, text, request } = call;
      const party = partyOf(app.platform, request);
      const done = await signIn(unit, { ...body, ...browserOf(request), party });
      if (!("pending" in done)) return answerSignedIn(app, call, done, body.remember);
      const { pending } = done;
      return { status: "second_step" as const, message: text("session.secondStep"), pending, user: undefined };
    });
  }

  servePublicInSteps(app, session.legacyRegister, async ({ unit, body, text, request, reply }) => {
    const fullname = body.fullname || [body.firstName, body.lastName].filter(Boolean).join(" ");
    const { email } = body;
    const { token, userId } = await register(unit, { email, fullname, address: request.ip });
    const newcomer = { email, fullname: null, acceptLanguage: request.headers["accept-language"] };
    if (userId) mailAfterAnswer(app.platform, { unit, reply }, { userId }, alreadyRegisteredMail);
    else mailAfterAnswer(app.platform, { unit, reply }, newcomer, confirmMail(token));
    return { message: text("session.registered") };
  });

  servePublicInSteps(app, session.confirmRegistration, async ({ unit, body, text, request }) => {
    await confirmRegistration(unit, { ...body, address: request.ip });
    return { message: text("session.registrationConfirmed") };
  });

  serveInSteps(app, session.logout, async ({ unit, actor, text, request, reply }) => {
    const id = sessionOf(actor);
    const cameFromIssuer = await isSignOnSession(unit, id);
    await unit((tx) => endSession(tx, actor, id));
    clearFileCookie(reply);
    // Pictures that a shared computer has kept; what the client stores it clears itself, language and theme stay.
    reply.header("clear-site-data", '"cache"');
    return { message: text("session.signedOut"), continue_at: cameFromIssuer ? await goOnTo(unit, request) : null };
  });

  const { config, database } = app.platform;
  /** The login page is where the issuer leads back to. */
  const goOnTo = async (unit: Unit, request: FastifyRequest) => {
    const { origin } = await unit(partyOf(app.platform, request));
    const world = { unit, seal: await signOnSeal(database), origins: config.signOnOrigins };
    return issuersSignOut(world, `${origin}/login`);
  };

  servePublicInSteps(app, session.sendResetToken, async ({ unit, body, text, request, reply }) => {
    const asked = await unit((tx) => requestReset(tx, { email: body.email, address: request.ip }));
    if (asked) mailAfterAnswer(app.platform, { unit, reply }, asked, resetMail(asked.token));
    return { message: text("session.resetSent") };
  });

  servePublicInSteps(app, session.resetPassword, async ({ unit, body, text, request, reply }) => {
    const changed = await resetPassword(unit, { ...body, address: request.ip });
    mailAfterAnswer(app.platform, { unit, reply }, changed, passwordChangedMail(new Date(), visitorOf(request)));
    return { message: text(changed.first ? "session.passwordChosen" : "session.passwordReset") };
  });

  serveInSteps(app, session.changePassword, async ({ unit, actor, body, text, request, reply }) => {
    const { current_password: current, password } = body;
    await changePassword(unit, actor, { current, password, address: request.ip });
    const to = { userId: actor.id };
    mailAfterAnswer(app.platform, { unit, reply }, to, passwordChangedMail(new Date(), visitorOf(request)));
    return { message: text("session.passwordChanged") };
  });

  serve(app, session.currentUser, async ({ tx, actor }) => ({ data: await currentUserOf(tx, actor) }));

  serve(app, session.userProjectPermissions, async ({ tx, actor }) => ({
    data: await projectPermissionsOf(tx, actor),
  }));

  serve(app, session.userPermissions, async ({ actor }) => ({ data: [...actor.permissions] }));

  serve(app, session.updateSettings, async ({ tx, actor, body }) => ({
    data: await rememberSettings(tx, actor, body),
  }));

  serve(app, session.listSessions, async ({ tx, actor }) => ({ data: await sessionsOf(tx, actor) }));

  serve(app, session.endSession, async ({ tx, actor, params, text }) => {
    await endSession(tx, actor, params.id);
    return { message: text("session.ended"), id: params.id };
  });
}
