import { useSelector } from "@xstate/react";
import { createActor, waitFor } from "xstate";
import type { Permission } from "../../shared/kernel/permissions";
import type { PlanFeature } from "../../shared/kernel/plan-features";
import { tenantStream, userStream } from "../../shared/kernel/events";
import { refusals } from "./api";
import { live } from "./live/live";
import { keepQueriesTrueLater, type KeepTrue } from "./live/live-cache.later";
import { movePushOn } from "./push";
import { queryClient } from "./query";
import { sessionLogic } from "./session.effects";
import type { CurrentUser, SecondStepAnswer, SignInBy, Tenant } from "./session.types";
import { onStoredElsewhere, readStored, storedKeys } from "./stored";

export const session = createActor(sessionLogic);

/** Events of the person's own and the tenant's stream after which the current user may be another one. */
const changesAccess = new Set<string>(["user.access_changed", "tenant.updated", "session.ended"]);

/** Starts once, with the page. `answers` loads what keeps cached answers true, when somebody is signed in. */
export function startSession(answers: () => Promise<KeepTrue>): void {
  refusals.subscribe(({ status, code }) =>
    session.send(
      code === "session.factorMissing" || code === "session.passwordGiven"
        ? { type: "accessChanged" }
        : { type: "refused", status },
    ),
  );
  // What stands now: a tab that was frozen hears of a sign-out after the sign-in that followed it, and would undo that.
  onStoredElsewhere(storedKeys.token, () =>
    session.send({ type: "tokenElsewhere", token: readStored(storedKeys.token) }),
  );
  live.events$.subscribe(({ event }) => changesAccess.has(event.type) && session.send({ type: "accessChanged" }));
  live.resets$.subscribe(readUserAgain);

  let connectedAs: string | null = null;
  let answersKept = false;
  session.subscribe((snapshot) => {
    const { user } = snapshot.context;
    // Nothing is told to whoever has to set up a second factor first.
    const token =
      snapshot.hasTag("present") && user && !user.second_factor_missing ? readStored(storedKeys.token) : null;
    if (token === connectedAs) return;
    connectedAs = token;
    if (token && user) {
      if (!answersKept) keepQueriesTrueLater(queryClient, answers);
      answersKept = true;
      connect(token, user);
      // Without it there are no push messages, and the settings say so.
      void movePushOn(user.id).catch(() => {});
    } else live.stop();
  });
  session.start();
}

/** Permissions, settings and who stands in come with the user: what was left out of the streams may have changed them. */
function readUserAgain(): void {
  if (session.getSnapshot().matches("signedIn")) session.send({ type: "accessChanged" });
}

/** Whatever is read later than the person is newer than the revisions that came with them: nothing has to be read twice. */
function connect(token: string, { id, tenant, revisions }: CurrentUser): void {
  live.start({
    token,
    streams: [
      { name: userStream(id), since: revisions.user },
      { name: tenantStream(tenant.id), since: revisions.tenant },
    ],
    onRefused: (reason) => {
      // As with calls: what a session that has ended is told says nothing about the one of another tab.
      if (token !== readStored(storedKeys.token)) return;
      session.send({ type: "refused", status: reason === "tenant_inactive" ? 423 : 401 });
    },
  });
}

/** Resolves when signed in, or when the second step is asked for; throws why not. */
export async function signIn(credentials: SignInBy): Promise<void> {
  session.send({ type: "signIn", credentials });
  const settled = await waitFor(session, (snapshot) => !snapshot.matches("signingIn"));
  if (settled.matches("signedOut") && settled.context.failure) throw settled.context.failure;
}

/** Resolves when signed in, or when it is all begun anew; throws what is wrong with the answer. */
export async function proveSecondStep(answer: SecondStepAnswer): Promise<void> {
  session.send({ type: "secondStep", answer });
  const settled = await waitFor(session, (snapshot) => !snapshot.matches("provingSecondStep"));
  if (settled.matches("secondStep") && settled.context.failure) throw settled.context.failure;
}

export function useSessionState() {
  return useSelector(session, (snapshot) => snapshot);
}

export function useTenant(): Tenant | null {
  return useSelector(session, (snapshot) => snapshot.context.tenant);
}

export function useMaybeUser(): CurrentUser | null {
  return useSelector(session, (snapshot) => snapshot.context.user);
}

/** Whoever is signed in. Only below the auth guard. */
export function useCurrentUser(): CurrentUser {
  const user = useMaybeUser();
  if (!user) throw new Error("Nobody is signed in here.");
  return user;
}

export function mayDo(user: CurrentUser | null, permission: Permission | readonly Permission[] | undefined): boolean {
  if (permission === undefined) return true;
  const wanted: readonly Permission[] = typeof permission === "string" ? [permission] : permission;
  return wanted.some((one) => user?.permissions.includes(one));
}

/** `can("project-create")`: one of several is enough. */
export function useCan(): (permission: Permission | readonly Permission[]) => boolean {
  const user = useMaybeUser();
  return (permission) => mayDo(user, permission);
}

/** What belongs to no part of a plan, every plan has. */
export function useHasFeature(): (feature: PlanFeature | null) => boolean {
  const user = useMaybeUser();
  return (feature) => feature === null || (user?.tenant.features.includes(feature) ?? false);
}
