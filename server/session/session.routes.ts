import type { FastifyInstance } from "fastify";
import { languageOf, languages } from "../../shared/kernel/languages";
import * as session from "../../shared/session/session.contract";
import { serve } from "../platform/serve";
import { serveInSteps, servePublicInSteps } from "../platform/serve-in-steps";
import { translator } from "../platform/text";
import { currentUserOf, projectPermissionsOf } from "./current-user";
import { changePassword, requestReset, resetPassword } from "./password.service";
import { register } from "./register.service";
import { originOf, resetMail } from "./reset-mail";
import { clearFileCookie, setFileCookie } from "./session-tokens";
import { endSession, rememberSettings, sessionsOf } from "./sessions.service";
import { signIn } from "./sign-in.service";

export function registerSessionRoutes(app: FastifyInstance): void {
  for (const endpoint of [session.login, session.legacyAuthenticate]) {
    servePublicInSteps(app, endpoint, async ({ unit, body, text, request, reply }) => {
      const { remember } = body;
      const visitor = { address: request.ip, userAgent: request.headers["user-agent"] };
      const { user, session } = await signIn(unit, { ...body, ...visitor });
      setFileCookie(request, reply, session.fileToken, remember);
      return { status: "success" as const, message: text("session.signedIn"), user, access_token: session.token };
    });
  }

  servePublicInSteps(app, session.legacyRegister, async ({ unit, body, text, request }) => {
    const fullname = body.fullname || [body.firstName, body.lastName].filter(Boolean).join(" ");
    await register(unit, { email: body.email, password: body.password, fullname, address: request.ip });
    return { message: text("session.registered") };
  });

  serve(app, session.logout, async ({ tx, actor, text, reply }) => {
    await endSession(tx, actor, actor.sessionId);
    clearFileCookie(reply);
    return { message: text("session.signedOut") };
  });

  servePublicInSteps(app, session.sendResetToken, async ({ unit, body, text, request }) => {
    const asked = await unit((tx) => requestReset(tx, { email: body.email, address: request.ip }));
    if (asked) {
      const language = languageOf(asked.language ?? request.headers["accept-language"]);
      const { mailer, config } = app.platform;
      const mail = resetMail(translator(language), {
        to: body.email,
        fullname: asked.fullname,
        token: asked.token,
        origin: originOf(config, request),
        rightToLeft: languages[language].direction === "rtl",
      });
      void mailer.send(mail); // not waited for: the time would tell that the account exists
    }
    return { message: text("session.resetSent") };
  });

  servePublicInSteps(app, session.resetPassword, async ({ unit, body, text, request }) => {
    await resetPassword(unit, { ...body, address: request.ip });
    return { message: text("session.passwordChanged") };
  });

  serveInSteps(app, session.changePassword, async ({ unit, actor, body, text, request }) => {
    const { current_password: current, password } = body;
    await changePassword(unit, actor, { current, password, address: request.ip });
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
