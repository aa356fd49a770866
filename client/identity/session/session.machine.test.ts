import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { PendingSignIn } from "../../../shared/identity/session/session.contract";
import { OfflineError, ProblemError } from "../../platform/problem-error";
import type { CurrentUser } from "../../../shared/kernel/current-user";
import type { Tenant } from "../../../shared/kernel/tenant";
import { type SignInResult, type SessionEvent, sessionMachine } from "./session.machine";

const tenant = { id: 1, name: "Acme", tenant_name: "Acme", domain: "localhost", active: true } as Tenant;
const amira = { id: 1, fullname: "Amira Nasser", permissions: ["project-list"] } as unknown as CurrentUser;
const omar = { ...amira, id: 2, fullname: "Omar Haddad" };

const refusal = (status: number) => new ProblemError(status, "session.required", "no");

const pending: PendingSignIn = { token: "first", totp: true, passkey: null };

function world(start: { token?: string | null } = {}) {
  const outside = {
    token: start.token ?? null,
    checkTenant: () => Promise.resolve(tenant),
    fetchUser: () => Promise.resolve(amira),
    signIn: (): Promise<SignInResult | { pending: PendingSignIn }> => Promise.resolve({ user: amira, token: "new" }),
    secondStep: (_token: string): Promise<SignInResult> => Promise.resolve({ user: amira, token: "new" }),
    signOut: () => Promise.resolve<string | null>(null),
    left: false,
    forgotten: 0,
    answersForgotten: 0,
  };
  const clock = new SimulatedClock();
  const logic = sessionMachine.provide({
    guards: { hasToken: () => outside.token !== null },
    actors: {
      checkTenant: fromPromise(() => outside.checkTenant()),
      fetchUser: fromPromise(() => outside.fetchUser()),
      signIn: fromPromise(() => outside.signIn()),
      secondStep: fromPromise(({ input }) => outside.secondStep(input.token)),
      signOut: fromPromise(() => outside.signOut()),
    },
    actions: {
      keepToken: (_, { token }) => {
        outside.token = token;
      },
      forgetSession: () => {
        outside.token = null;
        outside.forgotten += 1;
      },
      forgetAnswers: () => {
        outside.answersForgotten += 1;
      },
      leaveForExternal404: () => {
        outside.left = true;
      },
    },
  });
  const session = createActor(logic, { clock });
  const send = (event: SessionEvent) => session.send(event);
  const reaches = (state: Parameters<ReturnType<typeof session.getSnapshot>["matches"]>[0]) =>
    waitFor(session, (snapshot) => snapshot.matches(state), { timeout: 500 });
  return { outside, session, send, reaches, clock };
}

const credentials = { email: "amira@acme.test", password: "Demo1234", remember: true };

async function signedIn(start = { token: "old" }) {
  const context = world(start);
  context.session.start();
  await context.reaches({ signedIn: "upToDate" });
  return context;
}

describe("second sign-in step", () => {
  async function requestedUsers() {
    const context = world();
    context.outside.signIn = () => Promise.resolve({ pending });
    context.session.start();
    await context.reaches("signedOut");
    context.send({ type: "signIn", credentials });
    await context.reaches("secondStep");
    return context;
  }
  const answer = { code: "123456" };

  test("a required second step keeps the user signed out and stores nothing", async () => {
    const { outside, session } = await requestedUsers();
    expect(session.getSnapshot().hasTag("present")).toBe(false);
    expect([outside.token, session.getSnapshot().context.user]).toEqual([null, null]);
  });

  test("the second step uses the first step's token", async () => {
    const { outside, session, send, reaches } = await requestedUsers();
    outside.secondStep = (token) => Promise.resolve({ user: { ...amira, fullname: token }, token: "new" });
    send({ type: "secondStep", answer });
    await reaches("signedIn");
    const { user, pending: left } = session.getSnapshot().context;
    expect([outside.token, user?.fullname, left]).toEqual(["new", "first", null]);
  });

  test("a wrong code stays at the second step", async () => {
    const { outside, send, session, reaches } = await requestedUsers();
    outside.secondStep = () => Promise.reject(new ProblemError(422, "session.wrongCode", "no"));
    send({ type: "secondStep", answer });
    await reaches("provingSecondStep");
    await reaches("secondStep");
    expect(session.getSnapshot().context.failure).toMatchObject({ code: "session.wrongCode" });
    expect(outside.token).toBeNull();
  });

  test.each([
    ["session.secondStepExpired", 422, "signedOut"],
    ["tenant.inactive", 423, "tenantInactive"],
  ] as const)("the sign-in restarts after %s", async (code, status, where) => {
    const { outside, send, session, reaches } = await requestedUsers();
    outside.secondStep = () => Promise.reject(new ProblemError(status, code, "no"));
    send({ type: "secondStep", answer });
    await reaches(where);
    expect(outside.token).toBeNull();
    if (where === "signedOut") expect(session.getSnapshot().context.pending).toBeNull();
  });

  test("starting over returns from the second step to the password", async () => {
    const { send, session, reaches } = await requestedUsers();
    send({ type: "startOver" });
    await reaches("signedOut");
    expect(session.getSnapshot().context.pending).toBeNull();
  });
});

describe("starting", () => {
  test("without a token the session is signed out and contains the tenant", async () => {
    const { session, reaches } = world();
    session.start();
    expect(session.getSnapshot().hasTag("starting")).toBe(true);
    expect((await reaches("signedOut")).context.tenant).toEqual(tenant);
  });

  test("with a valid token the session is signed in as its user", async () => {
    const { session } = await signedIn();
    expect(session.getSnapshot().context.user).toEqual(amira);
    expect(session.getSnapshot().hasTag("present")).toBe(true);
  });

  test("an invalid token expires the session and is removed", async () => {
    const { session, outside, reaches } = world({ token: "old" });
    outside.fetchUser = () => Promise.reject(refusal(401));
    session.start();
    await reaches("expired");
    expect(outside.token).toBeNull();
  });

  test("an unknown tenant redirects to the external 404 page", async () => {
    const { session, outside, reaches } = world({ token: "old" });
    outside.checkTenant = () => Promise.reject(refusal(404));
    session.start();
    await reaches("tenantUnknown");
    expect(outside.left).toBe(true);
  });

  test("an inactive tenant shows its page until it is active again", async () => {
    const { session, outside, reaches, send } = world();
    outside.checkTenant = () => Promise.reject(refusal(423));
    session.start();
    await reaches("tenantInactive");
    outside.checkTenant = () => Promise.resolve(tenant);
    send({ type: "tryAgain" });
    await reaches("signedOut");
  });

  test("without a network the start is retried automatically", async () => {
    const { session, outside, reaches, clock } = world({ token: "old" });
    outside.checkTenant = () => Promise.reject(new OfflineError());
    session.start();
    await reaches("unreachable");
    expect(outside.token).toBe("old");
    outside.checkTenant = () => Promise.resolve(tenant);
    clock.increment(4_000);
    await reaches("signedIn");
  });
});

describe("signing in and out", () => {
  test("signing in stores the token and the user", async () => {
    const { session, outside, reaches, send } = world();
    session.start();
    await reaches("signedOut");
    send({ type: "signIn", credentials });
    await reaches("signedIn");
    expect(outside.token).toBe("new");
  });

  test("a failed sign-in reports the reason and stays signed out", async () => {
    const { session, outside, reaches, send } = world();
    const wrong = refusal(422);
    outside.signIn = () => Promise.reject(wrong);
    session.start();
    await reaches("signedOut");
    send({ type: "signIn", credentials });
    await reaches("signingIn");
    expect((await reaches("signedOut")).context.failure).toBe(wrong);
    expect(outside.token).toBeNull();
  });

  test.each([true, false])(
    "signing out clears everything, whether the server is reached (%s) or not",
    async (heard) => {
      const { session, outside, reaches, send } = await signedIn();
      if (!heard) outside.signOut = () => Promise.reject(new OfflineError());
      send({ type: "signOut" });
      await reaches("signedOut");
      expect(outside.token).toBeNull();
      expect(session.getSnapshot().context.user).toBeNull();
    },
  );
});

describe("while signed in", () => {
  test.each([
    [401, "expired"],
    [402, "planExpired"],
    [423, "tenantInactive"],
  ] as const)("a response with %d leads to the session state %s", async (status, state) => {
    const { send, reaches } = await signedIn();
    send({ type: "refused", status });
    await reaches(state);
  });

  test("a 403 of a single call doesn't change the session", async () => {
    const { session, send } = await signedIn();
    send({ type: "refused", status: 403 });
    expect(session.getSnapshot().matches("signedIn")).toBe(true);
  });

  test("changed access is refetched while the session stays signed in", async () => {
    const { session, outside, send, reaches } = await signedIn();
    outside.fetchUser = () => Promise.resolve({ ...amira, permissions: [] });
    send({ type: "accessChanged" });
    expect(session.getSnapshot().matches({ signedIn: "refreshing" })).toBe(true);
    expect(session.getSnapshot().hasTag("present")).toBe(true);
    expect((await reaches({ signedIn: "upToDate" })).context.user?.permissions).toEqual([]);
  });

  test("the last of several access changes determines the user", async () => {
    const { outside, send, reaches } = await signedIn();
    let answerFirst: (user: CurrentUser) => void = () => undefined;
    outside.fetchUser = () => new Promise((resolve) => (answerFirst = resolve));
    send({ type: "accessChanged" });
    outside.fetchUser = () => Promise.resolve(omar);
    send({ type: "accessChanged" });
    answerFirst(amira);
    expect((await reaches({ signedIn: "upToDate" })).context.user).toEqual(omar);
  });

  test("a sign-out in another tab signs out this one", async () => {
    const { send, reaches, outside } = await signedIn();
    send({ type: "tokenElsewhere", token: null });
    await reaches("signedOut");
    expect(outside.forgotten).toBe(1);
  });

  test("another user's sign-in in another tab switches this one", async () => {
    const { outside, send, reaches } = await signedIn();
    outside.fetchUser = () => Promise.resolve(omar);
    send({ type: "tokenElsewhere", token: "omars" });
    expect((await reaches("signedIn")).context.user).toEqual(omar);
    expect([outside.forgotten, outside.answersForgotten]).toEqual([0, 1]);
  });

  test("a failed refresh of access is retried automatically or by the next change", async () => {
    const { outside, send, reaches, clock, session } = await signedIn();
    const later = { ...amira, permissions: [] };
    outside.fetchUser = () => Promise.reject(new OfflineError());
    for (const again of [() => clock.increment(4_000), () => send({ type: "accessChanged" })]) {
      send({ type: "accessChanged" });
      await reaches({ signedIn: "behind" });
      expect(session.getSnapshot().hasTag("present")).toBe(true);
      again();
      expect(session.getSnapshot().matches({ signedIn: "refreshing" })).toBe(true);
      await reaches({ signedIn: "behind" });
    }
    outside.fetchUser = () => Promise.resolve(later);
    clock.increment(4_000);
    expect((await reaches({ signedIn: "upToDate" })).context.user).toEqual(later);
  });
});

test("the response for an earlier token is dropped after a switch in another tab", async () => {
  for (const first of [() => Promise.resolve(amira), () => Promise.reject(refusal(401))]) {
    const { outside, session, send, reaches } = world({ token: "amiras" });
    let answer = () => {};
    outside.fetchUser = () => new Promise((resolve, reject) => (answer = () => first().then(resolve, reject)));
    session.start();
    await reaches("identifying");
    outside.fetchUser = () => Promise.resolve(omar);
    send({ type: "tokenElsewhere", token: "omars" });
    answer();
    expect((await reaches("signedIn")).context.user).toEqual(omar);
    expect(outside.forgotten).toBe(0);
  }
});

test("a signed-out tab follows a sign-in but ignores a sign-out of another tab", async () => {
  const { session, outside, send, reaches } = world();
  session.start();
  await reaches("signedOut");
  send({ type: "tokenElsewhere", token: null });
  expect(outside.forgotten).toBe(0);
  send({ type: "tokenElsewhere", token: "new" });
  await reaches("signedIn");
});

test("an expired plan keeps the user and ends when the tenant's plan changes", async () => {
  const { session, send, reaches } = await signedIn();
  send({ type: "refused", status: 402 });
  const expired = await reaches("planExpired");
  expect(expired.context.user).toEqual(amira);
  expect(expired.hasTag("present")).toBe(true);
  send({ type: "refused", status: 402 });
  expect(session.getSnapshot().matches("planExpired")).toBe(true);
  send({ type: "accessChanged" });
  await reaches("signedIn");
});
