import { randomUUID } from "node:crypto";
import { generateSync } from "otplib";
import { createOperator } from "../../../server/operations/operator/operator-accounts.service";
import { Api } from "../../support/api";
import type { TestServer } from "../../support/server";

/** Code of the authenticator app, `step` times 30 seconds from now. The server also accepts the next step, because clocks may be ahead. */
export const codeOf = (secret: string, step = 0) => generateSync({ secret, epoch: Date.now() / 1_000 + step * 30 });

export const operatorPassword = "Quiet-Harbor-42";

/** A private host name without a tenant. */
export const operatorHost = "portal.internal";

export function operatorSteps(server: TestServer) {
  const api = (headers: Record<string, string> = {}) => new Api(server.app, operatorHost, null, headers);
  const account = () => createOperator(server.owner, `${randomUUID()}@operator.test`, operatorPassword);
  const cookieOf = (answer: { headers: Record<string, unknown> }) => {
    const [header] = [answer.headers["set-cookie"] ?? ""].flat() as string[];
    return (header as string).split(";")[0] as string;
  };
  async function signedIn() {
    const createdAccount = await account();
    const body = { email: createdAccount.email, password: operatorPassword, code: codeOf(createdAccount.secret) };
    const answer = await api().post("/operator/session", body);
    expect(answer.status).toBe(200);
    const cookie = cookieOf(answer);
    return { ...createdAccount, cookie, setCookie: String(answer.headers["set-cookie"]), api: api({ cookie }) };
  }
  const log = (email: string) =>
    server.owner
      .query<{ action: string; detail: object }[]>(
        "SELECT action, detail FROM operator_log WHERE email = $1 ORDER BY id",
        [email],
      )
      .then((rows) => rows.map(({ action, detail }) => ({ action, ...detail })));
  return { api, account, signedIn, cookieOf, log };
}
