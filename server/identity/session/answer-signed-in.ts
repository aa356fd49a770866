import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isHttps } from "../../platform/http/cookies";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import type { Translate } from "../../platform/text";
import { sendMailAfterResponse, mailRequestOriginOf } from "./account-mail";
import { newDeviceMail } from "./account-mails";
import { deviceTokenOf, setDeviceCookie } from "./devices";
import type { SignInBrowser, OpenedSession } from "./open-session.service";
import { setFileCookie } from "./session-tokens";

export const browserOf = (request: FastifyRequest): SignInBrowser => ({
  ...mailRequestOriginOf(request),
  device: deviceTokenOf(request),
});

/** Responds to a completed sign-in with a token and two cookies, and sends a mail if the device is new. */
export function answerSignedIn(
  app: FastifyInstance,
  call: { unit: RunTransaction; request: FastifyRequest; reply: FastifyReply; text: Translate },
  { user, session, newDevice, device }: OpenedSession,
  remember: boolean,
) {
  const { request, reply, text } = call;
  const secure = isHttps(request, app.platform.config.publicUrl);
  setFileCookie(reply, session.fileToken, remember, secure);
  setDeviceCookie(reply, device, secure);
  if (newDevice)
    sendMailAfterResponse(
      app.platform,
      call,
      { userId: user.id },
      newDeviceMail(new Date(), mailRequestOriginOf(request)),
    );
  return {
    status: "success" as const,
    message: text("session.signedIn"),
    user,
    access_token: session.token,
    pending: undefined,
  };
}
