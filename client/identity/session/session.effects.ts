import { fromPromise } from "xstate";
import { readCurrentUser, login, logout } from "../../../shared/identity/session/session.contract";
import { checkTenant } from "../../../shared/identity/session/check-tenant.contract";
import { call, setUnreadCount } from "../../platform/api";
import { deletePushSubscription } from "../../communication/notifications/push";
import { clearPendingChanges } from "../../platform/pending/pending-queue";
import { queryClient } from "../../platform/query";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { CurrentUser } from "../../../shared/kernel/current-user";
import type { Tenant } from "../../../shared/kernel/tenant";
import { sessionMachine } from "./session.machine";
import { clearStored, readStored, storedKeys, writeStored } from "../../platform/browser-storage";

/** Rarely used calls, loaded lazily to keep them out of the first load. */
const factorCalls = () => import("../../../shared/identity/session/second-factor.contract");
const signOnCalls = () => import("../../../shared/identity/session/sign-on.contract");

function storeSession({ user, access_token: token }: ReplyOf<typeof login>) {
  if (!user || !token) throw new Error("Signed in without a person");
  setUnreadCount(user.unread_notifications);
  return { user: user as CurrentUser, token };
}

function forgetAnswers(): void {
  queryClient.clear();
  setUnreadCount(0);
}

export const sessionLogic = sessionMachine.provide({
  guards: { hasToken: () => readStored(storedKeys.token) !== null },
  actors: {
    checkTenant: fromPromise<Tenant>(async ({ signal }) => (await call(checkTenant, { signal })).data as Tenant),
    fetchUser: fromPromise<CurrentUser>(({ signal }) => fetchCurrentUser(signal)),
    signIn: fromPromise(async ({ input, signal }) => {
      if ("passkey" in input) {
        const { signInWithPasskey: passkeySignIn } = await factorCalls();
        return storeSession(await call(passkeySignIn, { body: input, signal }));
      }
      const answer =
        "answer" in input
          ? await call((await signOnCalls()).finishSignOn, { body: input, signal })
          : await call(login, { body: input, signal });
      return answer.pending ? { pending: answer.pending } : storeSession(answer);
    }),
    secondStep: fromPromise(async ({ input: { token, answer }, signal }) => {
      const { enterSecondFactor: secondStep } = await factorCalls();
      return storeSession(await call(secondStep, { body: { ...answer, token }, signal }));
    }),
    signOut: fromPromise(async ({ signal }) => {
      // Unsubscribes in the browser first: it works without a network, and the next user must not see these messages.
      await deletePushSubscription().catch(() => {});
      return (await call(logout, { signal })).continue_at;
    }),
  },
  actions: {
    keepToken: (_, { token }) => writeStored(storedKeys.token, token),
    forgetSession: () => {
      clearStored({ keepDrafts: true });
      forgetAnswers();
    },
    forgetDrafts: () => {
      clearStored({ keepDrafts: false });
      clearPendingChanges();
    },
    forgetAnswers,
    leaveForIssuer: (_, { address }) => {
      if (address) window.location.assign(address);
    },
    // The server knows the address (EXTERNAL_404_URL) and redirects.
    leaveForExternal404: () => window.location.assign("/external-404"),
  },
});

/**
 * Returns the user of the stored token. If another tab signs in as another user during the call, the response belongs to a session that
 * this browser no longer has, and the call is repeated. The unread count is set as with any response.
 */
export async function fetchCurrentUser(signal: AbortSignal): Promise<CurrentUser> {
  const token = readStored(storedKeys.token);
  const isOfAnother = () => ![token, null].includes(readStored(storedKeys.token));
  try {
    const { data } = await call(readCurrentUser, { signal });
    return isOfAnother() ? await fetchCurrentUser(signal) : (data as CurrentUser);
  } catch (error) {
    if (!isOfAnother()) throw error;
    return fetchCurrentUser(signal);
  }
}
