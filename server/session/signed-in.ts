import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { comesByHttps } from "../platform/http/cookies";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import type { Translate } from "../platform/text";
import { mailAfterAnswer, visitorOf } from "./account-mail";
import { newDeviceMail } from "./account-mails";
import { deviceOf, setDeviceCookie } from "./devices.service";
import type { Browser, SignedIn } from "./open-session.service";
import { setFileCookie } from "./session-tokens";

/** The browser that a request comes from: known by its cookie, or new. */
export const browserOf = (request: FastifyRequest): Browser => ({ ...visitorOf(request), device: deviceOf(request) });

/** What whoever has signed in gets: the token, two cookies, and a mail when the device is new. */
export function answerSignedIn(
  app: FastifyInstance,
  call: { unit: Unit; request: FastifyRequest; reply: FastifyReply; text: Translate },
  { user, session, newDevice, device }: SignedIn,
  remember: boolean,
) {
  const { request, reply, text } = call;
  const secure = comesByHttps(request, app.platform.config.publicUrl);
  setFileCookie(reply, session.fileToken, remember, secure);
  setDeviceCookie(reply, device, secure);
  if (newDevice)
    mailAfterAnswer(app.platform, call, { userId: user.id }, newDeviceMail(new Date(), visitorOf(request)));
  return {
    status: "success" as const,
    message: text("session.signedIn"),
    user,
    access_token: session.token,
    pending: undefined,
  };
}
