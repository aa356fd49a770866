import { type ReactNode, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useText } from "../platform/intl/useText";
import { OfflineError } from "../platform/problem-error";
import type { LoginState } from "../identity/session/RequireSignIn";
import { session, useSessionState } from "../identity/session/session";
import { ErrorState } from "../ui/states/ErrorState";
import { StandalonePage } from "../ui/StandalonePage";
import { paths } from "../platform/paths";
import type { CurrentUser } from "../../shared/kernel/current-user";

/** Session states with their own screen, and the paths that remain accessible in each state. */
const blocked = [
  { state: "tenantInactive", screen: paths.tenantInactive, open: [] },
  {
    state: "planExpired",
    screen: paths.planExpired,
    // Pages that the payment process uses or returns to.
    open: [paths.logout, paths.paymentSucceeded, paths.paymentFailed, paths.sandbox("")],
  },
  { state: "expired", screen: paths.login, open: [paths.forgotPassword, paths.resetPassword] },
] as const;

/** The user is signed in, but the server rejects all other calls until a new password is chosen or a second factor is set up. */
const passwordGiven = { screen: paths.firstPassword, open: [paths.logout] } as const;
const factorMissing = { screen: paths.setUpFactor, open: [paths.logout] } as const;

function preconditionOf(user: CurrentUser | null) {
  if (user?.password_given) return passwordGiven;
  return user?.second_factor_missing ? factorMissing : null;
}

/** Redirects to the screen of the session's state, and back to the original address when the state ends. */
export function SessionGate({ children }: { children: ReactNode }) {
  const state = useSessionState();
  const { pathname, search } = useLocation();
  const text = useText();
  const [led, setLed] = useState<{ to: string; from: string } | null>(null);

  if (state.hasTag("starting") || state.matches("tenantUnknown")) return null;
  if (state.matches("unreachable")) {
    return (
      <StandalonePage>
        <ErrorState
          error={new OfflineError()}
          title={text("error.unreachable")}
          onRetry={() => session.send({ type: "tryAgain" })}
        />
      </StandalonePage>
    );
  }

  const { user } = state.context;
  const block = (state.matches("signedIn") && preconditionOf(user)) || blocked.find((one) => state.matches(one.state));
  if (block) {
    const isOnScreen = pathname === block.screen;
    const open =
      isOnScreen || block.open.some((path) => pathname === path || (path.endsWith("/") && pathname.startsWith(path)));
    const from = open ? paths.home : pathname + search;
    if (led?.to !== block.screen) setLed({ to: block.screen, from });
    return open ? children : <Navigate to={block.screen} replace state={{ from } satisfies LoginState} />;
  }
  // The login page redirects on its own after signing in.
  if (led && led.to === pathname && pathname !== paths.login) return <Navigate to={led.from} replace />;
  if (led) setLed(null);
  return children;
}
