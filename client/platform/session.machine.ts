import { assign, type DoneActorEvent, fromPromise, setup } from "xstate";
import type { PendingSignIn } from "../../shared/session/session.contract";
import { ProblemError } from "./problem-error";
import type { CurrentUser, Entered, SecondStepAnswer, SignInBy, Tenant } from "./session.types";

interface SessionContext {
  tenant: Tenant | null;
  user: CurrentUser | null;
  /** What the second step wants, after the right password. */
  pending: PendingSignIn | null;
  /** Why the last attempt to sign in failed. */
  failure: Error | null;
}

export type SessionEvent =
  | { type: "signIn"; credentials: SignInBy }
  | { type: "secondStep"; answer: SecondStepAnswer }
  /** Back to the password. */
  | { type: "startOver" }
  | { type: "signOut" }
  /** The server refused a call for a reason that concerns the whole session: 401, 402, 423. */
  | { type: "refused"; status: number }
  /** Role, plan or tenant changed. */
  | { type: "accessChanged" }
  /** Another tab signed in, out, or as someone else. */
  | { type: "tokenElsewhere"; token: string | null }
  | { type: "tryAgain" };

const nothing = () => undefined;
const unprovided = () => Promise.reject(new Error("not provided"));

const refusedWith =
  (status: number) =>
  ({ event }: { event: SessionEvent }) =>
    event.type === "refused" && event.status === status;

/** What refusals lead to, wherever someone is signed in or about to be. */
const leavesOnRefusal = [
  { guard: refusedWith(401), target: "#session.expired" },
  { guard: refusedWith(402), target: "#session.planExpired" },
  { guard: refusedWith(423), target: "#session.tenantInactive" },
] as const;

const followsOtherTab = [
  {
    guard: ({ event }: { event: SessionEvent }) => event.type === "tokenElsewhere" && event.token !== null,
    target: "#session.identifying",
    reenter: true, // what is being asked already is asked with the earlier token
    actions: "forgetAnswers",
  },
  { target: "#session.signedOut", actions: "forgetSession" },
] as const;

const failedWith =
  (status: number) =>
  ({ event }: { event: { error: unknown } }) =>
    event.error instanceof ProblemError && event.error.status === status;

/** The modes that a person could name. The router follows them; effects are in `session.effects.ts`. */
export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent, tags: {} as "starting" | "present" },
  actors: {
    checkTenant: fromPromise<Tenant>(unprovided),
    fetchUser: fromPromise<CurrentUser>(unprovided),
    signIn: fromPromise<Entered | { pending: PendingSignIn }, SignInBy>(unprovided),
    secondStep: fromPromise<Entered, { token: string; answer: SecondStepAnswer }>(unprovided),
    /** Where to sign out as well. */
    signOut: fromPromise<string | null>(unprovided),
  },
  guards: { hasToken: () => false },
  actions: {
    keepToken: nothing as (_: unknown, params: { token: string }) => void,
    /** Storage, cached answers, the unread count: nothing of the last person may stay. */
    forgetSession: nothing,
    /** Somebody else is in by now: what was read for the last person isn't theirs. */
    forgetAnswers: nothing,
    leaveForExternal404: nothing,
    /** Whoever came in by the organisation's issuer signs out there as well. */
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

    /** There is a token; whose it is, and whether it is still good, the server knows. */
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
      on: { refused: [...leavesOnRefusal], tokenElsewhere: [...followsOtherTab] },
    },

    signedOut: {
      entry: assign({ user: null }),
      on: { signIn: "signingIn", tokenElsewhere: followsOtherTab[0] },
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
              { type: "keepToken", params: ({ event }) => ({ token: (event.output as Entered).token }) },
              assign({ user: ({ event }) => (event.output as Entered).user, failure: null }),
            ],
          },
        ],
        onError: [
          { guard: failedWith(423), target: "tenantInactive" },
          { target: "signedOut", actions: assign({ failure: ({ event }) => event.error as Error }) },
        ],
      },
    },

    /** The password was right; a code or a passkey is asked for. */
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
        /** Work goes on with what is known until the answer is there. */
        refreshing: {
          invoke: {
            src: "fetchUser",
            onDone: { target: "upToDate", actions: "keepUser" },
            onError: "behind", // a 401 arrives as a refusal; anything else is no reason to stop anyone
          },
          on: { accessChanged: { target: "refreshing", reenter: true } },
        },
        /** What changed isn't known yet: the server couldn't say. */
        behind: { after: { 4_000: "refreshing" }, on: { accessChanged: "refreshing" } },
      },
      on: { signOut: "signingOut", refused: [...leavesOnRefusal], tokenElsewhere: [...followsOtherTab] },
    },

    signingOut: {
      invoke: {
        src: "signOut",
        onDone: {
          target: "signedOut",
          actions: ["forgetSession", { type: "leaveForIssuer", params: ({ event }) => ({ address: event.output }) }],
        },
        // Without a network the token stays good until it runs out, but this browser forgets it.
        onError: { target: "signedOut", actions: "forgetSession" },
      },
    },

    /** Signed out against one's will: the login screen says so and leads back. */
    expired: {
      entry: ["forgetSession", assign({ user: null })],
      on: { signIn: "signingIn", tokenElsewhere: followsOtherTab[0] },
    },

    planExpired: {
      tags: "present",
      on: {
        tryAgain: "identifying",
        accessChanged: "identifying",
        signOut: "signingOut",
        refused: leavesOnRefusal.filter(({ target }) => target !== "#session.planExpired"),
        tokenElsewhere: [...followsOtherTab],
      },
    },

    tenantInactive: { on: { tryAgain: "checkingTenant" } },

    /** No tenant lives at this host name. */
    tenantUnknown: { type: "final", entry: "leaveForExternal404" },

    unreachable: { on: { tryAgain: "checkingTenant" }, after: { 4_000: "checkingTenant" } },
  },
});
