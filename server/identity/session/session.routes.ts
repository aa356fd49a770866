import type { FastifyInstance, FastifyRequest } from "fastify";
import * as session from "../../../shared/identity/session/session.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import {
  serveMultiTransaction,
  servePublicMultiTransaction,
  type RunTransaction,
} from "../../platform/http/serve/serve-multi-transaction";
import { currentUserOf, projectPermissionsOf } from "./current-user";
import { isSignOnSession, issuerSignOutUrl, signOnSeal } from "./sign-on/sign-on.service";
import { changePassword, requestPasswordReset, resetPassword } from "./password.service";
import { confirmRegistration, storeRegistration } from "./register.service";
import { sendMailAfterResponse, mailRequestOriginOf } from "./account-mail";
import { alreadyRegisteredMail, confirmMail, passwordChangedMail, resetMail } from "./account-mails";
import { relyingPartyOf } from "./relying-party";
import { requireSessionId } from "../../platform/session";
import { clearFileCookie } from "./session-tokens";
import { endSession, saveSessionSettings, sessionsOf } from "./sessions.service";
import { signIn } from "./sign-in.service";
import { answerSignedIn, browserOf } from "./answer-signed-in";

export function registerSessionRoutes(app: FastifyInstance): void {
  for (const endpoint of [session.login, session.legacyAuthenticate]) {
    servePublicMultiTransaction(app, endpoint, async (call) => {
      const { unit, body, text, request } = call;
      const party = relyingPartyOf(app.platform, request);
      const done = await signIn(unit, { ...body, ...browserOf(request), party });
      if (!("pending" in done)) return answerSignedIn(app, call, done, body.remember);
      const { pending } = done;
      return { status: "second_step" as const, message: text("session.secondStep"), pending, user: undefined };
    });
  }

  servePublicMultiTransaction(app, session.legacyRegister, async ({ unit, body, text, request, reply }) => {
    const fullname = body.fullname || [body.firstName, body.lastName].filter(Boolean).join(" ");
    const { email } = body;
    const { token, userId } = await storeRegistration(unit, { email, fullname, address: request.ip });
    const newcomer = { email, fullname: null, acceptLanguage: request.headers["accept-language"] };
    if (userId) sendMailAfterResponse(app.platform, { unit, reply }, { userId }, alreadyRegisteredMail);
    else sendMailAfterResponse(app.platform, { unit, reply }, newcomer, confirmMail(token));
    return { message: text("session.registered") };
  });

  servePublicMultiTransaction(app, session.confirmRegistration, async ({ unit, body, text, request }) => {
    await confirmRegistration(unit, { ...body, address: request.ip });
    return { message: text("session.registrationConfirmed") };
  });

  serveMultiTransaction(app, session.logout, async ({ unit, actor, text, request, reply }) => {
    const id = requireSessionId(actor);
    const cameFromIssuer = await isSignOnSession(unit, id);
    await unit((tx) => endSession(tx, actor, id));
    clearFileCookie(reply);
    // Clears cached images, since the computer may be shared. The client clears its own storage, except language and theme.
    reply.header("clear-site-data", '"cache"');
    return { message: text("session.signedOut"), continue_at: cameFromIssuer ? await goOnTo(unit, request) : null };
  });

  const { config, database } = app.platform;
  /** The provider's sign-out URL. The provider redirects the browser back to the login page. */
  const goOnTo = async (unit: RunTransaction, request: FastifyRequest) => {
    const { origin } = await unit(relyingPartyOf(app.platform, request));
    const world = { unit, seal: await signOnSeal(database), origins: config.signOnOrigins };
    return issuerSignOutUrl(world, `${origin}/login`);
  };

  servePublicMultiTransaction(app, session.sendResetToken, async ({ unit, body, text, request, reply }) => {
    const reset = await unit((tx) => requestPasswordReset(tx, { email: body.email, address: request.ip }));
    if (reset) sendMailAfterResponse(app.platform, { unit, reply }, reset, resetMail(reset.token));
    return { message: text("session.resetSent") };
  });

  servePublicMultiTransaction(app, session.resetPassword, async ({ unit, body, text, request, reply }) => {
    const changed = await resetPassword(unit, { ...body, address: request.ip });
    sendMailAfterResponse(
      app.platform,
      { unit, reply },
      changed,
      passwordChangedMail(new Date(), mailRequestOriginOf(request)),
    );
    return { message: text(changed.first ? "session.passwordChosen" : "session.passwordReset") };
  });

  serveMultiTransaction(app, session.changePassword, async ({ unit, actor, body, text, request, reply }) => {
    const { current_password: current, password } = body;
    await changePassword(unit, actor, { current, password, address: request.ip });
    const to = { userId: actor.id };
    sendMailAfterResponse(
      app.platform,
      { unit, reply },
      to,
      passwordChangedMail(new Date(), mailRequestOriginOf(request)),
    );
    return { message: text("session.passwordChanged") };
  });

  serveEndpoint(app, session.readCurrentUser, async ({ tx, actor }) => ({ data: await currentUserOf(tx, actor) }));

  serveEndpoint(app, session.listUserProjectPermissions, async ({ tx, actor }) => ({
    data: await projectPermissionsOf(tx, actor),
  }));

  serveEndpoint(app, session.listUserPermissions, async ({ actor }) => ({ data: [...actor.permissions] }));

  serveEndpoint(app, session.updateSettings, async ({ tx, actor, body }) => ({
    data: await saveSessionSettings(tx, actor, body),
  }));

  serveEndpoint(app, session.listSessions, async ({ tx, actor }) => ({ data: await sessionsOf(tx, actor) }));

  serveEndpoint(app, session.endSession, async ({ tx, actor, params, text }) => {
    await endSession(tx, actor, params.id);
    return { message: text("session.ended"), id: params.id };
  });
}
