import { lazy, Suspense } from "react";
import { Navigate, Outlet, useLocation, useMatches } from "react-router-dom";
import { useSessionState } from "../identity/session/session";
import { hasPermission } from "../platform/session";
import { routeHandlesOf } from "./useScreenName";
import { paths } from "../platform/paths";
import { parseIdParam } from "../platform/address/useAddress";

const NotInPlan = lazy(async () => ({ default: (await import("../billing/subscription/NotInPlan")).NotInPlan }));

/** Renders the 404 page without calling the server when the role lacks the permission or the address has no valid id. */
export function RequirePermission() {
  const { user } = useSessionState().context;
  const matches = useMatches();
  const { id } = matches.at(-1)?.params ?? {};
  const handles = routeHandlesOf(matches);
  const denied = handles.some(({ permission }) => !hasPermission(user, permission));
  const nowhere = id !== undefined && parseIdParam(id) === null && !handles.some(({ keyed }) => keyed);
  if (denied || nowhere) return <Navigate to={paths.noSuchPage} replace />;
  const missing = handles.find(({ feature }) => feature && user && !user.tenant.features.includes(feature))?.feature;
  if (!missing) return <Outlet />;
  return (
    <Suspense fallback={null}>
      <NotInPlan feature={missing} />
    </Suspense>
  );
}

export function HomeRedirect() {
  const signedIn = useSessionState().hasTag("present");
  const { state } = useLocation();
  return <Navigate to={signedIn ? paths.dashboard : paths.login} replace state={state} />;
}
