import { Navigate, Outlet, useLocation, useMatches } from "react-router-dom";
import { idOf } from "../platform/address/path-id";
import { mayDo, useSessionState } from "../platform/session";
import { handlesOf } from "./Root";
import { paths } from "../platform/paths";

/** A screen that the role doesn't open doesn't exist, nor does one whose address names no id; nothing is asked for it. */
export function Permitted() {
  const { user } = useSessionState().context;
  const matches = useMatches();
  const { id } = matches.at(-1)?.params ?? {};
  const handles = handlesOf(matches);
  const denied = handles.some(({ permission }) => !mayDo(user, permission));
  const nowhere = id !== undefined && idOf(id) === null && !handles.some(({ keyed }) => keyed);
  return denied || nowhere ? <Navigate to={paths.noSuchPage} replace /> : <Outlet />;
}

/** '/' is the dashboard for who is signed in, and the login for who isn't. */
export function Home() {
  const signedIn = useSessionState().hasTag("present");
  const { state } = useLocation();
  return <Navigate to={signedIn ? paths.dashboard : paths.login} replace state={state} />;
}
