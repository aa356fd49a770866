import { fromPromise } from "xstate";
import { login, logout } from "../../shared/session/session.contract";
import { checkTenant } from "../../shared/tenants/check-tenant.contract";
import { call, setUnreadCount } from "./api";
import { endPush } from "./push";
import { queryClient } from "./query";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { sessionMachine } from "./session.machine";
import type { CurrentUser, Tenant } from "./session.types";
import { whoIsIn } from "./who-is-in";
import { clearStored, readStored, storedKeys, writeStored } from "./stored";

/** Calls that few make: they aren't loaded before the first screen, and the screens that lead there have them. */
const factorCalls = () => import("../../shared/session/second-factor.contract");
const signOnCalls = () => import("../../shared/session/sign-on.contract");

/** Whoever is in now, and their token. */
function entered({ user, access_token: token }: ReplyOf<typeof login>) {
  if (!user || !token) throw new Error("Signed in without a person");
  setUnreadCount(user.unread_notifications);
  return { user: user as CurrentUser, token };
}

function forgetAnswers(): void {
  queryClient.clear();
  setUnreadCount(0);
}

/** The session machine with its hands: calls, storage, cache, the address bar. */
export const sessionLogic = sessionMachine.provide({
  guards: { hasToken: () => readStored(storedKeys.token) !== null },
  actors: {
    checkTenant: fromPromise<Tenant>(async ({ signal }) => (await call(checkTenant, { signal })).data as Tenant),
    fetchUser: fromPromise<CurrentUser>(({ signal }) => whoIsIn(signal)),
    signIn: fromPromise(async ({ input, signal }) => {
      if ("passkey" in input) {
        const { passkeySignIn } = await factorCalls();
        return entered(await call(passkeySignIn, { body: input, signal }));
      }
      const answer =
        "answer" in input
          ? await call((await signOnCalls()).finishSignOn, { body: input, signal })
          : await call(login, { body: input, signal });
      return answer.pending ? { pending: answer.pending } : entered(answer);
    }),
    secondStep: fromPromise(async ({ input: { token, answer }, signal }) => {
      const { secondStep } = await factorCalls();
      return entered(await call(secondStep, { body: { ...answer, token }, signal }));
    }),
    signOut: fromPromise(async ({ signal }) => {
      // The browser first: it can be done without a network, and whoever signs in next must not read these messages.
      await endPush().catch(() => {});
      return (await call(logout, { signal })).continue_at;
    }),
  },
  actions: {
    keepToken: (_, { token }) => writeStored(storedKeys.token, token),
    forgetSession: () => {
      clearStored();
      forgetAnswers();
    },
    forgetAnswers,
    leaveForIssuer: (_, { address }) => {
      if (address) window.location.assign(address);
    },
    // The server knows where that is (EXTERNAL_404_URL) and sends us on.
    leaveForExternal404: () => window.location.assign("/external-404"),
  },
});
