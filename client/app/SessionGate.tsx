import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useText } from "../platform/intl/useText";
import { OfflineError } from "../platform/problem-error";
import { session, useSessionState } from "../platform/session";
import { ErrorState } from "../ui/ErrorState";
import { PlainPage } from "./PlainPage";
import { paths } from "./paths";

/** Where someone wanted to go before they were asked to sign in. */
export interface LoginState {
  from?: string;
}

const openWithExpiredPlan: readonly string[] = [paths.planExpired, paths.logout];

/** The address follows the session: its modes lead to their screens, whatever was open. */
export function SessionGate({ children }: { children: ReactNode }) {
  const state = useSessionState();
  const { pathname, search } = useLocation();
  const text = useText();

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
  if (state.matches("tenantInactive") && pathname !== paths.tenantInactive)
    return <Navigate to={paths.tenantInactive} replace />;
  if (state.matches("planExpired") && !openWithExpiredPlan.includes(pathname))
    return <Navigate to={paths.planExpired} replace />;
  if (
    state.matches("expired") &&
    pathname !== paths.login &&
    pathname !== paths.resetPassword &&
    pathname !== paths.forgotPassword
  ) {
    return <Navigate to={paths.login} replace state={{ from: pathname + search } satisfies LoginState} />;
  }
  return children;
}
