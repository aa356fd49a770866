import type { CurrentUser } from "../../../shared/kernel/current-user";
import { useSelector } from "@xstate/react";
import { createActor, waitFor } from "xstate";
import { tenantStream, userStream } from "../../../shared/kernel/events";
import { updateSettings } from "../../../shared/identity/session/session.contract";
import { call, sessionErrors } from "../../platform/api";
import { liveClient } from "../../platform/live/live";
import { startLiveCacheLazily, type StartLiveCache } from "../../platform/live/live-cache.later";
import { transferPush } from "../../communication/notifications/push";
import { sendChangesWith } from "../../platform/pending/pending-queue";
import { queryClient } from "../../platform/query";
import { sessionLogic } from "./session.effects";
import { onStoredChange, readStored, storedKeys } from "../../platform/browser-storage";
import { removeExpiredDrafts } from "../../platform/drafts/drafts";
import { chosenSettings } from "../../platform/settings";
import { currentSession } from "../../platform/session";
import type { SecondStepAnswer, SignInInput } from "./session.machine";

export const session = createActor(sessionLogic);

/** Events of the user's and the tenant's stream that may change the current user. */
const accessEvents = new Set<string>([
  "user.access_changed",
  "tenant.updated",
  "finance_settings.updated",
  "session.ended",
]);

/** Starts the session once per page. `answers` lazily loads the module that applies events to cached queries. */
export function startSession(answers: () => Promise<StartLiveCache>): void {
  removeExpiredDrafts();
  sessionErrors.subscribe(({ status, code }) =>
    session.send(
      code === "session.factorMissing" || code === "session.passwordGiven"
        ? { type: "accessChanged" }
        : { type: "refused", status },
    ),
  );
  // Reads the current token instead of the event's value: a suspended tab may receive an old sign-out after a newer sign-in, and would
  // otherwise sign out.
  onStoredChange(storedKeys.token, () => session.send({ type: "tokenElsewhere", token: readStored(storedKeys.token) }));
  liveClient.events$.subscribe(({ event }) => accessEvents.has(event.type) && session.send({ type: "accessChanged" }));
  liveClient.resets$.subscribe(readUserAgain);

  // Failures are ignored, because the browser stores the settings as well.
  chosenSettings.subscribe((settings) => {
    const current = session.getSnapshot();
    if (!current.hasTag("present") || current.context.user?.viewing) return;
    void call(updateSettings, { body: settings, keepalive: true }).catch(() => undefined);
  });

  let connectedAs: string | null = null;
  let answersKept = false;
  session.subscribe((snapshot) => {
    const { user, tenant } = snapshot.context;
    if (user !== currentSession.value.user || tenant !== currentSession.value.tenant)
      currentSession.set({ user, tenant });
    const canChange = snapshot.matches("signedIn") && user && !user.second_factor_missing && !user.password_given;
    sendChangesWith(canChange ? { userId: user.id, token: readStored(storedKeys.token) } : null);
    // No live connection before a required second factor is set up.
    const token =
      snapshot.hasTag("present") && user && !user.second_factor_missing ? readStored(storedKeys.token) : null;
    if (token === connectedAs) return;
    connectedAs = token;
    if (token && user) {
      if (!answersKept) startLiveCacheLazily(queryClient, answers);
      answersKept = true;
      connect(token, user);
      // A failure only disables push messages, as the settings then show.
      void transferPush(user.id).catch(() => {});
    } else liveClient.stop();
  });
  session.start();
}

/** The user includes permissions, settings and delegations, which skipped events may have changed. */
function readUserAgain(): void {
  if (session.getSnapshot().matches("signedIn")) session.send({ type: "accessChanged" });
}

/** Data loaded after the user is newer than the revisions that came with the user, so nothing needs to be loaded twice. */
function connect(token: string, { id, tenant, revisions }: CurrentUser): void {
  liveClient.start({
    token,
    streams: [
      { name: userStream(id), since: revisions.user, epoch: revisions.epoch },
      { name: tenantStream(tenant.id), since: revisions.tenant, epoch: revisions.epoch },
    ],
    onRefused: (reason) => {
      // As with calls, the rejection of an ended session doesn't concern another tab's session.
      if (token !== readStored(storedKeys.token)) return;
      session.send({ type: "refused", status: reason === "tenant_inactive" ? 423 : 401 });
    },
  });
}

/**
 * Resolves when signed in or when a second step is required.
 * @throws the reason of a failed sign-in
 */
export async function signIn(credentials: SignInInput): Promise<void> {
  session.send({ type: "signIn", credentials });
  const settled = await waitFor(session, (snapshot) => !snapshot.matches("signingIn"));
  if (settled.matches("signedOut") && settled.context.failure) throw settled.context.failure;
}

export async function submitSecondStep(answer: SecondStepAnswer): Promise<void> {
  session.send({ type: "secondStep", answer });
  const settled = await waitFor(session, (snapshot) => !snapshot.matches("provingSecondStep"));
  if (settled.matches("secondStep") && settled.context.failure) throw settled.context.failure;
}

export function useSessionState() {
  return useSelector(session, (snapshot) => snapshot);
}
