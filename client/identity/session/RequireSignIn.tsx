import type { ReactNode } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { paths } from "../../platform/paths";
import { useSessionState } from "./session";

export interface LoginState {
  from?: string;
  /** Prefilled email of a user who has just set their password. */
  email?: string;
}

export function RequireSignIn({ children }: { children: ReactNode }) {
  const state = useSessionState();
  const { pathname, search } = useLocation();
  // The screen stays while the logout is pending.
  if (!state.hasTag("present") && !state.matches("signingOut")) {
    return <Navigate to={paths.home} replace state={{ from: pathname + search } satisfies LoginState} />;
  }
  return children;
}

/** For pages without a menu that require a signed-in user. */
export function SignedInOutlet() {
  return (
    <RequireSignIn>
      <Outlet />
    </RequireSignIn>
  );
}
