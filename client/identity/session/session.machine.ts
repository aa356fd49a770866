import { assign, type DoneActorEvent, fromPromise, setup } from "xstate";
import type { PendingSignIn } from "../../../shared/identity/session/session.contract";
import { ProblemError } from "../../platform/problem-error";
import type { BodyOf } from "../../../shared/kernel/endpoint";
import type { signInWithPasskey, enterSecondFactor } from "../../../shared/identity/session/second-factor.contract";
import type { finishSignOn } from "../../../shared/identity/session/sign-on.contract";
import type { CurrentUser } from "../../../shared/kernel/current-user";
import type { Tenant } from "../../../shared/kernel/tenant";

interface SessionContext {
  tenant: Tenant | null;
  user: CurrentUser | null;
  pending: PendingSignIn | null;
  failure: Error | null;
}

export type SessionEvent =
  | { type: "signIn"; credentials: SignInInput }
  | { type: "secondStep"; answer: SecondStepAnswer }
  | { type: "startOver" }
  | { type: "signOut" }
  /** The server rejected a call for a reason that concerns the whole session: 401, 402, 423. */
  | { type: "refused"; status: number }
  /** The user's role, the plan or the tenant has changed. */
  | { type: "accessChanged" }
  /** Another tab signed in, signed out, or switched to another user. */
  | { type: "tokenElsewhere"; token: string | null }
  | { type: "tryAgain" };

const nothing = () => undefined;
const unprovided = () => Promise.reject(new Error("not provided"));

const refusedWith =
  (status: number) =>
  ({ event }: { event: SessionEvent }) =>
    event.type === "refused" && event.status === status;

const refusalTransitions = [
  { guard: refusedWith(401), target: "#session.expired" },
  { guard: refusedWith(402), target: "#session.planExpired" },
  { guard: refusedWith(423), target: "#session.tenantInactive" },
] as const;

const followsOtherTab = [
  {
    guard: ({ event }: { event: SessionEvent }) => event.type === "tokenElsewhere" && event.token !== null,
    target: "#session.identifying",
    reenter: true, // restarts the call, because a pending one uses the earlier token
    actions: "forgetAnswers",
  },
  { target: "#session.signedOut", actions: "forgetSession" },
] as const;

const failedWith =
  (status: number) =>
  ({ event }: { event: { error: unknown } }) =>
    event.error instanceof ProblemError && event.error.status === status;

/** States of the session, which the router follows; effects are in `session.effects.ts`. */
export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent, tags: {} as "starting" | "present" },
  actors: {
    checkTenant: fromPromise<Tenant>(unprovided),
    fetchUser: fromPromise<CurrentUser>(unprovided),
    signIn: fromPromise<SignInResult | { pending: PendingSignIn }, SignInInput>(unprovided),
    secondStep: fromPromise<SignInResult, { token: string; answer: SecondStepAnswer }>(unprovided),
    /** Returns the sign-out address of the identity provider, if any. */
    signOut: fromPromise<string | null>(unprovided),
  },
  guards: { hasToken: () => false },
  actions: {
    keepToken: nothing as (_: unknown, params: { token: string }) => void,
    /** Clears storage except drafts, cached queries and the unread count, so that no data of the last user remains. */
    forgetSession: nothing,
    /** Clears the drafts and pending changes too, because the user signed out. */
    forgetDrafts: nothing,
    /** Clears cached queries after a switch to another user. */
    forgetAnswers: nothing,
    leaveForExternal404: nothing,
    /** Users signed in through the tenant's identity provider also sign out there. */
    leaveForIssuer: nothing as (_: unknown, params: { address: string | null }) => void,
    keepUser: assign({ user: ({ event }) => (event as unknown as DoneActorEvent<CurrentUser>).output, failure: null }),
    keepTenant: assign({ tenant: ({ event }) => (event as unknown as DoneActorEvent<Tenant>).output }),
  },
}).createMachine({
  id: "session",
  context: { tenant: null, user: null, pending: null, failure: null },
  initial: "unknown",
  states: {
    unknown: { tags: "starting", always: "checkingTenant" },

    checkingTenant: {
      tags: "starting",
      invoke: {
        src: "checkTenant",
        onDone: [
          { guard: "hasToken", target: "identifying", actions: "keepTenant" },
          { target: "signedOut", actions: "keepTenant" },
        ],
        onError: [
          { guard: failedWith(404), target: "tenantUnknown" },
          { guard: failedWith(423), target: "tenantInactive" },
          { target: "unreachable" },
        ],
      },
    },

    identifying: {
      tags: "starting",
      invoke: {
        src: "fetchUser",
        onDone: { target: "signedIn", actions: "keepUser" },
        onError: [
          { guard: failedWith(401), target: "expired" },
          { guard: failedWith(423), target: "tenantInactive" },
          { target: "unreachable" },
        ],
      },
      on: { refused: [...refusalTransitions], tokenElsewhere: [...followsOtherTab] },
    },

    signedOut: {
      entry: assign({ user: null }),
      on: {
        signIn: "signingIn",
        tokenElsewhere: followsOtherTab[0],
        signOut: { actions: ["forgetSession", "forgetDrafts"] },
      },
    },

    signingIn: {
      invoke: {
        src: "signIn",
        input: ({ event }) => (event as Extract<SessionEvent, { type: "signIn" }>).credentials,
        onDone: [
          {
            guard: ({ event }) => "pending" in event.output,
            target: "secondStep",
            actions: assign({
              pending: ({ event }) => (event.output as { pending: PendingSignIn }).pending,
              failure: null,
            }),
          },
          {
            target: "signedIn",
            actions: [
              { type: "keepToken", params: ({ event }) => ({ token: (event.output as SignInResult).token }) },
              assign({ user: ({ event }) => (event.output as SignInResult).user, failure: null }),
            ],
          },
        ],
        onError: [
          { guard: failedWith(423), target: "tenantInactive" },
          { target: "signedOut", actions: assign({ failure: ({ event }) => event.error as Error }) },
        ],
      },
    },

    secondStep: {
      on: {
        secondStep: "provingSecondStep",
        startOver: { target: "signedOut", actions: assign({ pending: null, failure: null }) },
        tokenElsewhere: followsOtherTab[0],
      },
    },

    provingSecondStep: {
      invoke: {
        src: "secondStep",
        input: ({ context, event }) => ({
          token: context.pending?.token ?? "",
          answer: (event as Extract<SessionEvent, { type: "secondStep" }>).answer,
        }),
        onDone: {
          target: "signedIn",
          actions: [
            { type: "keepToken", params: ({ event }) => ({ token: event.output.token }) },
            assign({ user: ({ event }) => event.output.user, pending: null, failure: null }),
          ],
        },
        onError: [
          { guard: failedWith(423), target: "tenantInactive" },
          {
            guard: ({ event }) => (event.error as Partial<ProblemError>).code === "session.secondStepExpired",
            target: "signedOut",
            actions: assign({ pending: null, failure: ({ event }) => event.error as Error }),
          },
          { target: "secondStep", actions: assign({ failure: ({ event }) => event.error as Error }) },
        ],
      },
    },

    signedIn: {
      tags: "present",
      initial: "upToDate",
      states: {
        upToDate: { on: { accessChanged: "refreshing" } },
        refreshing: {
          invoke: {
            src: "fetchUser",
            onDone: { target: "upToDate", actions: "keepUser" },
            onError: "behind", // a 401 arrives as `refused`; other errors must not interrupt the user
          },
          on: { accessChanged: { target: "refreshing", reenter: true } },
        },
        /** The refresh failed, so the changes aren't known yet. */
        behind: { after: { 4_000: "refreshing" }, on: { accessChanged: "refreshing" } },
      },
      on: { signOut: "signingOut", refused: [...refusalTransitions], tokenElsewhere: [...followsOtherTab] },
    },

    signingOut: {
      invoke: {
        src: "signOut",
        onDone: {
          target: "signedOut",
          actions: [
            "forgetSession",
            "forgetDrafts",
            { type: "leaveForIssuer", params: ({ event }) => ({ address: event.output }) },
          ],
        },
        // Without a network the token stays valid until it expires, but it is removed from this browser.
        onError: { target: "signedOut", actions: ["forgetSession", "forgetDrafts"] },
      },
    },

    /** The user was signed out involuntarily: the login screen states this and returns to the previous screen after sign-in. */
    expired: {
      entry: ["forgetSession", assign({ user: null })],
      on: {
        signIn: "signingIn",
        tokenElsewhere: followsOtherTab[0],
        signOut: { target: "signedOut", actions: ["forgetSession", "forgetDrafts"] },
      },
    },

    planExpired: {
      tags: "present",
      on: {
        tryAgain: "identifying",
        accessChanged: "identifying",
        signOut: "signingOut",
        refused: refusalTransitions.filter(({ target }) => target !== "#session.planExpired"),
        tokenElsewhere: [...followsOtherTab],
      },
    },

    tenantInactive: { on: { tryAgain: "checkingTenant" } },

    tenantUnknown: { type: "final", entry: "leaveForExternal404" },

    unreachable: { on: { tryAgain: "checkingTenant" }, after: { 4_000: "checkingTenant" } },
  },
});

export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

/** A password, a passkey that covers both steps, or the response of the tenant's identity provider. */
export type SignInInput = Credentials | BodyOf<typeof signInWithPasskey> | BodyOf<typeof finishSignOn>;
export type SecondStepAnswer = Partial<Omit<BodyOf<typeof enterSecondFactor>, "token">>;

export interface SignInResult {
  user: CurrentUser;
  token: string;
}
