import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { paths } from "./paths";
import { useSessionState } from "./session";

/** Where someone wanted to go before they were led elsewhere. */
export interface LoginState {
  from?: string;
  /** Of whoever has just set their password. */
  email?: string;
}

/** Without a session to '/', which leads on to the login; the address asked for is kept for after it. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const state = useSessionState();
  const { pathname, search } = useLocation();
  // While the logout is on its way the screen stays.
  if (!state.hasTag("present") && !state.matches("signingOut")) {
    return <Navigate to={paths.home} replace state={{ from: pathname + search } satisfies LoginState} />;
  }
  return children;
}
