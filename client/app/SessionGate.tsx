import { type ReactNode, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useText } from "../platform/intl/useText";
import { OfflineError } from "../platform/problem-error";
import type { LoginState } from "../platform/SignedInOnly";
import { session, useSessionState } from "../platform/session";
import type { CurrentUser } from "../platform/session.types";
import { ErrorState } from "../ui/states/ErrorState";
import { PlainPage } from "../ui/PlainPage";
import { paths } from "../platform/paths";

/** Modes of the session that have a screen of their own, and what else stays open in them. */
const blocked = [
  { state: "tenantInactive", screen: paths.tenantInactive, open: [] },
  {
    state: "planExpired",
    screen: paths.planExpired,
    // Where one pays, and comes back to.
    open: [paths.logout, paths.paymentSucceeded, paths.paymentFailed, paths.sandbox("")],
  },
  { state: "expired", screen: paths.login, open: [paths.forgotPassword, paths.resetPassword] },
] as const;

/** Signed in, but nothing is answered until another password is chosen, or a second factor set up. */
const passwordGiven = { screen: paths.firstPassword, open: [paths.logout] } as const;
const factorMissing = { screen: paths.setUpFactor, open: [paths.logout] } as const;

function preconditionOf(user: CurrentUser | null) {
  if (user?.password_given) return passwordGiven;
  return user?.second_factor_missing ? factorMissing : null;
}

/** The address follows the session: its modes lead to their screens, whatever was open, and back when they are over. */
export function SessionGate({ children }: { children: ReactNode }) {
  const state = useSessionState();
  const { pathname, search } = useLocation();
  const text = useText();
  const [led, setLed] = useState<{ to: string; from: string } | null>(null);

  if (state.hasTag("starting") || state.matches("tenantUnknown")) return null;
  if (state.matches("unreachable")) {
    return (
      <PlainPage>
        <ErrorState
          error={new OfflineError()}
          title={text("error.unreachable")}
          onRetry={() => session.send({ type: "tryAgain" })}
        />
      </PlainPage>
    );
  }

  const { user } = state.context;
  const block = (state.matches("signedIn") && preconditionOf(user)) || blocked.find((one) => state.matches(one.state));
  if (block) {
    const there = pathname === block.screen;
    const open =
      there || block.open.some((path) => pathname === path || (path.endsWith("/") && pathname.startsWith(path)));
    const from = open ? paths.home : pathname + search;
    if (led?.to !== block.screen) setLed({ to: block.screen, from });
    return open ? children : <Navigate to={block.screen} replace state={{ from } satisfies LoginState} />;
  }
  // The login leads on by itself.
  if (led && led.to === pathname && pathname !== paths.login) return <Navigate to={led.from} replace />;
  if (led) setLed(null);
  return children;
}
